import type { Product } from '#app/domain/core/catalogue/product.ts';
import { lookupKeyOf, unitCents } from '#app/domain/core/catalogue/products.ts';

/** What somebody was offered when a purchase was begun: integer cents before tax, for each interval or once. */
export interface Offer {
  cents: number;
  currency: string;
  /** Null: paid once. */
  interval: string | null;
}

/** What the catalogue offers today. */
export function offerOf({ amountCents, currency, interval }: Product): Offer {
  return { cents: amountCents, currency, interval };
}

/** An offer as it is written to a provider with a purchase that is begun there: "4700 usd month". */
export function offerText({ cents, currency, interval }: Offer): string {
  return `${cents} ${currency} ${interval ?? 'once'}`;
}

/** An offer as it comes back; null for none of ours. */
export function readOffer(text: string | undefined): Offer | null {
  const match = /^(\d{1,9}) ([a-z]{3}) ([a-z0-9 ]+)$/.exec(text ?? '');
  if (!match) return null;
  const [, cents, currency = '', interval = ''] = match;
  return { cents: Number(cents), currency, interval: interval === 'once' ? null : interval };
}

/** A product as a payment provider is asked to sell it. */
export function soldProduct(product: Product) {
  const { key, name, currency, interval, freeIntervals, planSetting, planId, seats, quantity, installments } =
    product;
  return {
    key,
    name,
    amountCents: unitCents(product),
    currency,
    interval,
    freeIntervals,
    planSetting,
    ...(seats === null ? {} : { quantity: quantity ?? seats.min }),
    ...(planId === null ? {} : { planId }),
    ...(installments === null ? {} : { installments }),
    lookupKey: lookupKeyOf(product),
  };
}

/** How many installments were offered, as it stands in what we wrote to a purchase; null for any other purchase. */
export function readInstallments(metadata: Record<string, string>): number | null {
  return /^\d{1,2}$/.test(metadata.installments ?? '') ? Number(metadata.installments) : null;
}
