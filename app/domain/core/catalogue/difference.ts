import type { Offer } from '#app/domain/core/catalogue/offer.ts';

/**
 * What differs between what was offered and what was taken, both before tax, in words for the operator; null where nothing does.
 * Integer cents. A price without an interval is compared by amount and currency alone.
 */
export function differenceIn(offered: Offer, taken: Offer): string | null {
  const isSameInterval =
    offered.interval === null || taken.interval === null || offered.interval === taken.interval;
  if (offered.cents === taken.cents && offered.currency === taken.currency && isSameInterval) return null;
  return `offered ${inWords(offered)}, taken ${inWords(taken)}`;
}

const inWords = ({ cents, currency, interval }: Offer) =>
  `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}${interval ? ` a ${interval}` : ''}`;
