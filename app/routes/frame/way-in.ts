import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { membership, membershipPriceText } from '#app/domain/core/catalogue/products.ts';

/** How somebody without access comes to have it: by joining at a price, or by resuming a membership that is paused until a day. */
export interface WayIn {
  /** The membership's, for each of its intervals. */
  price: string;
  /** How often it is paid: month. */
  interval: string;
  pausedUntil: Date | null;
}

export const wayIn = (
  viewer: Pick<Viewer, 'hasMembership' | 'pausedUntil'> | null,
  currency: string,
): WayIn => ({
  price: membershipPriceText(currency),
  interval: membership.interval,
  pausedUntil: viewer && !viewer.hasMembership ? viewer.pausedUntil : null,
});
