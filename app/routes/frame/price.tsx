import { SampleNote } from '#app/routes/frame/claim.tsx';

/** The words and figures of the price. */
export interface PriceCopy {
  priceLabel: string;
  price: string;
  interval: string;
  /** Left out where the owner has not shown that it was ever asked (P46). */
  listPrice?: { sample?: true | undefined; label: string; amount: string; saving: string } | undefined;
}

/** The price; where there is a list price, that stands beside it, and how much lower this one is. */
export function Price({ copy }: { copy: PriceCopy }) {
  const { listPrice } = copy;
  return (
    <p className="flex flex-wrap items-center gap-x-5 gap-y-2 pt-2">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="sr-only">{copy.priceLabel}: </span>
        <span className="font-display text-6xl leading-none font-medium tabular-nums">{copy.price}</span>
        <span className="text-muted">{copy.interval}</span>
      </span>
      {listPrice ? (
        <span className="grid text-sm">
          <span className="text-muted">
            {listPrice.label} <s className="tabular-nums">{listPrice.amount}</s>
            {listPrice.sample ? <SampleNote /> : null}
          </span>
          <strong className="text-accent">{listPrice.saving}</strong>
        </span>
      ) : null}
    </p>
  );
}
