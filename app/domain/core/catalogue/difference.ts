import type { Offer } from '#app/domain/core/catalogue/offer.ts';

/**
 * What differs between what was offered and what was taken, both before tax, in words for the operator; null where nothing does.
 * Integer cents. A price without an interval is compared by amount and currency alone.
 */
export function differenceIn(offered: Offer, actual: Offer): string | null {
  const isSameInterval =
    offered.interval === null || actual.interval === null || offered.interval === actual.interval;
  if (offered.cents === actual.cents && offered.currency === actual.currency && isSameInterval) return null;
  return `offered ${describeOffer(offered)}, taken ${describeOffer(actual)}`;
}

const describeOffer = ({ cents, currency, interval }: Offer) =>
  `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}${interval ? ` a ${interval}` : ''}`;
