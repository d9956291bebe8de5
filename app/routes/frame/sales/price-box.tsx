import { type CurrencyChoice, CurrencyLinks } from '#app/routes/frame/sales/currency-links.tsx';
import { OfferFields } from '#app/routes/frame/sales/offer-fields.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Check } from '#app/ui/icon.tsx';

/** A price, with where it is paid. */
interface PriceOffer {
  to: string;
  slug: string | null;
  /** How addresses name the currency of the price; null for the usual one. */
  currency: string | null;
  /** Of a team: how few and how many. */
  seats: { min: number; max: number } | null;
  /** As it is written: "$470 a year". */
  price: string;
  isFree: boolean;
  /** When it is charged again. */
  terms: string;
}

/** What is for sale on a page, as its price box shows it. */
export interface ShownPrices {
  name: string;
  /** What is unlocked, by name. */
  unlocks: readonly string[];
  /** What is promised of the payment; null where nothing is. */
  guarantee: string | null;
  /** Whether the sale begins later. */
  isEarly: boolean;
  /** The currencies to choose from; empty where there is one alone. */
  currencies: readonly CurrencyChoice[];
  offers: readonly PriceOffer[];
}

/** What the button says that leads to the checkout of a price. */
export const offerLabel = ({ price, isFree }: Pick<PriceOffer, 'price' | 'isFree'>): string =>
  isFree ? 'Get it for free' : `Begin Checkout - ${price}`;

interface Props extends ShownPrices {
  /** Tells it from another box on the page. */
  id: string;
  /** In place of the usual words. */
  title?: string | undefined;
  note?: string | undefined;
  className?: string;
}

/** What one gets for which price, and the buttons that lead to the checkout. */
export function PriceBox({
  id,
  title,
  note,
  className = '',
  name,
  unlocks,
  guarantee,
  isEarly,
  currencies,
  offers,
}: Props) {
  const isSold = offers.length > 0;
  return (
    <section
      aria-labelledby={id}
      className={`grid content-start gap-6 rounded-card border border-line bg-surface p-5 sm:p-8 ${className}`}
    >
      <h2 id={id} className="scroll-mt-8 text-xl wrap-anywhere">
        {isSold ? (title ?? `Get ${name}`) : isEarly ? 'Not on sale yet' : 'No longer on sale'}
      </h2>
      {unlocks.length > 0 ? (
        <ul className="grid gap-2">
          {unlocks.map((unlocked) => (
            <li key={unlocked} className="flex items-start gap-2">
              <Check className="mt-1 shrink-0 text-good" /> {unlocked}
            </li>
          ))}
        </ul>
      ) : null}
      {currencies.length > 0 && isSold ? <CurrencyLinks choices={currencies} /> : null}
      {offers.map(({ to, slug, currency, seats, price, terms, isFree }) => (
        <div key={to} className="grid gap-2">
          {seats ? (
            <SeatsForm
              id={`${id}-seats-${slug}`}
              slug={slug}
              currency={currency}
              seats={seats}
              price={price}
            />
          ) : (
            <ButtonLink size="large" to={to}>
              {offerLabel({ price, isFree })}
            </ButtonLink>
          )}
          <p className="text-sm text-muted">{terms}</p>
        </div>
      ))}
      {guarantee && isSold ? <p className="text-sm text-muted">{guarantee}</p> : null}
      {note && isSold ? <p className="text-sm text-muted wrap-anywhere">{note}</p> : null}
    </section>
  );
}

interface SeatsFormProps {
  id: string;
  slug: string | null;
  currency: string | null;
  seats: { min: number; max: number };
  price: string;
}

/** Leads to the checkout of a team with as many seats as are wanted. */
function SeatsForm({ id, slug, currency, seats: { min, max }, price }: SeatsFormProps) {
  return (
    <form method="get" action="/checkout" className="grid gap-4" noValidate>
      <OfferFields product={slug} currency={currency} />
      <p className="font-display text-2xl">{price}</p>
      <TextField
        id={id}
        name="seats"
        label="Number of seats"
        hint={`From ${min} to ${max}. You can add seats later.`}
        defaultValue={String(min)}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        required
      />
      <SubmitButton size="large" pendingLabel="Opening...">
        Begin Checkout
      </SubmitButton>
    </form>
  );
}
