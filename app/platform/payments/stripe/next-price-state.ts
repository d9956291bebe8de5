import type Stripe from 'stripe';

// The site has a subscription change its price with its next period by a schedule, and names that price in the subscription's metadata: its
// events hold the metadata, and of the schedule its id alone.

/** Marks in its metadata a subscription that ends because its owner's account was deactivated. */
export const suspendedKey = 'suspended';

/** The key of the price that a subscription has from its next period on; null where it keeps its own. */
export function nextPriceOf({
  schedule,
  metadata,
  items,
}: Pick<Stripe.Subscription, 'schedule' | 'metadata'> & {
  items: { data: { price: Pick<Stripe.Price, 'lookup_key'> }[] };
}): string | null {
  const key = metadata.next_price;
  // While a subscription is suspended nothing holds its next price but its metadata.
  const isArranged = Boolean(schedule) || metadata[suspendedKey] !== undefined;
  // The schedule goes on for a day after the change.
  return isArranged && key && key !== items.data[0]?.price.lookup_key ? key : null;
}
