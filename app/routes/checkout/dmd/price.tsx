/** The words and figures of the price. */
export interface PriceCopy {
  listLabel: string;
  list: string;
  priceLabel: string;
  price: string;
  interval: string;
  saving: string;
}

/** The price beside the list price, and how much lower it is. */
export function Price({ copy }: { copy: PriceCopy }) {
  return (
    <p className="flex flex-wrap items-center gap-x-5 gap-y-2 pt-2">
      <span className="flex items-baseline gap-2">
        <span className="sr-only">{copy.priceLabel}: </span>
        <span className="font-display text-6xl leading-none font-medium tabular-nums">{copy.price}</span>
        <span className="text-muted">{copy.interval}</span>
      </span>
      <span className="grid text-sm">
        <span className="text-muted">
          {copy.listLabel} <s className="tabular-nums">{copy.list}</s>
        </span>
        <strong className="text-accent">{copy.saving}</strong>
      </span>
    </p>
  );
}
