import { Link } from '#app/ui/link.tsx';

/** A currency that something can be paid in. */
export interface CurrencyChoice {
  /** As buyers know it: "Euros". */
  name: string;
  /** The price in it, as it is written; empty where the page names it anyway. */
  price: string;
  to: string;
  isChosen: boolean;
}

/** Chooses the currency that prices are shown and paid in: plain links, each to the page with that currency's prices. */
export function CurrencyLinks({ choices }: { choices: readonly CurrencyChoice[] }) {
  return (
    <nav aria-label="Currency" className="text-sm">
      <ul className="flex flex-wrap items-center gap-x-4">
        {choices.map(({ name, price, to, isChosen }) => (
          <li key={to}>
            {isChosen ? (
              <span
                aria-current="true"
                className="inline-flex min-h-11 items-center border-y-2 border-t-transparent border-b-accent font-semibold"
              >
                {name}
              </span>
            ) : (
              <Link to={to} reloadDocument className="link inline-flex min-h-11 items-center">
                {name}
                {price ? `, ${price}` : ''}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
