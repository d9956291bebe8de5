import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { soldProduct } from '#app/domain/core/catalogue/offer.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { findCustomer } from '#app/domain/selling/billing/customer.server.ts';
import {
  type EarlierPurchase,
  type EarlierState,
  findEarlierPurchases,
} from '#app/domain/selling/billing/earlier-purchases.server.ts';
import { unlessUnanswered } from '#app/domain/selling/billing/provider-refusal.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { withShortDeadline } from '#app/platform/payments/deadline.server.ts';
import { providers } from '#app/platform/payments/payments.server.ts';
import type { Provider } from '#app/platform/payments/port.ts';

/** How long a provider may take to tell the site of a payment: PayPal and Stripe try for three days. */
const confirmationHours = 72;

/** A purchase that is paid at a provider, and not here. */
export interface UnconfirmedPurchase {
  seller: Provider;
  /** The provider's subscription or payment. */
  id: string;
}

const isBegunLately = ({ state, createdAt }: EarlierPurchase) =>
  state === 'begun' && createdAt.getTime() > now().getTime() - confirmationHours * 3600 * 1000;

/** What a subscription that the provider has told of has become. */
const known: readonly EarlierState[] = ['owned', 'disputed', 'ending', 'charged_back'];

/**
 * What a user has paid for a product where only the provider's word of it is to come; null where none is. `hasReturnedPaid`: the
 * browser has just come back from a payment; that alone is no proof, but with a purchase begun and unpaid the word may be a moment
 * away. Each provider is asked once.
 */
export async function findPending(
  viewer: Viewer,
  product: Product,
  hasReturnedPaid: boolean,
): Promise<UnconfirmedPurchase[] | null> {
  const earlier = await findEarlierPurchases(viewer, product);
  if (earlier.some(({ state }) => known.includes(state))) return null;
  const unconfirmed = await findUnconfirmed(viewer, product, earlier);
  const isAwaited = hasReturnedPaid && earlier.some(isBegunLately);
  return isAwaited || unconfirmed.length > 0 ? unconfirmed : null;
}

/**
 * What a user has paid for a product at the providers and is not known to be paid here: also at a hosted checkout, which the site
 * does not know before the webhook comes. A provider that does not answer has none.
 */
export async function findUnconfirmed(
  viewer: Viewer,
  product: Product,
  earlier?: readonly EarlierPurchase[],
): Promise<UnconfirmedPurchase[]> {
  const begun = earlier ?? (await findEarlierPurchases(viewer, product));
  const isOver = ({ state }: EarlierPurchase) => state === 'settled' || state === 'set_aside';
  const over = new Set(begun.filter(isOver).map(({ id }) => id));
  const paidAt = async (seller: Provider) => {
    const begunIds = begun
      .filter((purchase) => purchase.provider === seller.name && isBegunLately(purchase))
      .map(({ id }) => id);
    const customerId = await findCustomer(viewer.id, seller);
    const paid = await seller.findPaid({ customerId, product: soldProduct(product), begunIds });
    return paid.filter((id) => !over.has(id)).map((id) => ({ seller, id }));
  };
  const answers = await Promise.all(
    providers().map((seller) =>
      unlessUnanswered(
        withShortDeadline(() => paidAt(seller)),
        [],
      ),
    ),
  );
  return answers.flat();
}
