import { hasAnyOf } from '#app/domain/core/access/entitlements.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { soldProduct } from '#app/domain/core/catalogue/offer.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { isFree, isOnSale } from '#app/domain/core/catalogue/products.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { recordAcceptance } from '#app/domain/learning/legal/acceptance.server.ts';
import { keepToOneCurrency } from '#app/domain/selling/billing/buyer-currency.server.ts';
import { customerOf, replaceCustomer } from '#app/domain/selling/billing/customer.server.ts';
import {
  type EarlierPurchase,
  type EarlierState,
  findEarlierPurchases,
  recordBegun,
} from '#app/domain/selling/billing/earlier-purchases.server.ts';
import { purchaseLimit } from '#app/domain/selling/billing/limits.ts';
import { isMadeFree, type TickedBump, takeBump } from '#app/domain/selling/billing/order-bump.server.ts';
import { atProvider } from '#app/domain/selling/billing/provider-refusal.server.ts';
import { type Begun, begunOffer, purchaseInput } from '#app/domain/selling/billing/purchase-input.server.ts';
import { reserveStock } from '#app/domain/selling/billing/stock.server.ts';
import {
  underOneKey,
  underOneKeyUntilRefused,
} from '#app/domain/selling/billing/unanswered-purchase.server.ts';
import { findUnconfirmed } from '#app/domain/selling/billing/unconfirmed.server.ts';
import {
  giveBackUse,
  noteBegun,
  type ReservedUse,
  reserveUse,
} from '#app/domain/selling/promotions/reserve.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { sendJob } from '#app/platform/jobs/queue.server.ts';
import type { PaymentProvider } from '#app/platform/payments/facts.ts';
import { isLineId, lineId } from '#app/platform/payments/payment-line.ts';
import { providerFor } from '#app/platform/payments/payments.server.ts';
import {
  PaymentError,
  type Promotion,
  type Provider,
  type PurchaseWay,
  type StartedPurchase,
} from '#app/platform/payments/port.ts';
import { consumeRateLimit } from '#app/platform/rate-limit.server.ts';

/** The provider that sells a product in a way; null where it is not sold so here. */
export function sellerOf(product: Product, way: PurchaseWay): Provider | null {
  const seller = providerFor(way);
  if (!seller || !isOnSale(product, now()) || isFree(product)) return null;
  // Without anything to pay at first, a form of ours would give it before there is a card.
  if (product.freeIntervals > 0 && way === 'card_form') return null;
  if (product.interval !== null && way === 'saved_card') return null;
  return seller.canSell(soldProduct(product)) ? seller : null;
}

/** Whether a product can be bought in a way. */
export function isSoldBy(product: Product, way: PurchaseWay): boolean {
  return sellerOf(product, way) !== null;
}

/** Keeps that someone who is about to pay accepts what the checkout names beside its button, as those texts are now. */
export async function acceptPurchaseTerms(viewer: Viewer): Promise<void> {
  await recordAcceptance(viewer.id, ['terms', 'refund-policy']);
}

/**
 * Begins a purchase, and returns the secret with which the browser pays or the page on which the buyer does (P22). Asked
 * again, by a reload, a double press or a second tab, it answers with the same purchase. What is bought is the buyer's once the
 * provider's webhook says so. A `promotion` makes it cheaper, where the provider can, and has one of its uses reserved. What the buyer
 * has `ticked` beside it is paid in the same payment. Asking for a
 * page of the provider's is the acceptance of the purchase's terms; beside a form on the site the press of its button is, see
 * `acceptPurchaseTerms`.
 * @throws {Refusal} not_allowed for who lacks what it requires; conflict for who has it or has paid for it; invalid (field code) for a
 * promotion that is not to be had any more, and for what was added and is not offered so (any more); unavailable when it is not sold so, or the provider is not reached; {RateLimitExceeded} for who begins too often.
 */
export async function startPurchase(
  viewer: Viewer,
  product: Product,
  way: PurchaseWay,
  promotion: (Promotion & { id?: string }) | null = null,
  ticked: TickedBump | null = null,
): Promise<StartedPurchase> {
  const seller = sellerOf(product, way);
  if (!seller)
    throw new Refusal('unavailable', 'This way to pay is not offered here. Please choose another.');
  await consumeRateLimit(purchaseLimit, viewer.id);
  const earlier = await findEarlierPurchases(viewer, product);
  await refuseSecond(viewer, product, earlier);
  await keepToOneCurrency(viewer.id, product, seller);
  const bump = await bumpBeside(seller, { viewer, product, promotion }, ticked);
  await reserveStock(product, viewer.id);
  if (way !== 'card_form') await acceptPurchaseTerms(viewer);
  // Its button names the whole price.
  const discount = way !== 'saved_card' && isCheaperBy(seller, product) ? promotion : null;
  const use = discount && (await reserveUse(viewer, product, discount));
  return atProvider(() =>
    unlessRefused(use, async () => {
      const open =
        way === 'card_page' || way === 'saved_card'
          ? null
          : await findOpen(seller, { product, promotion: discount, bump }, earlier);
      const begun =
        open ?? (await beginAt(seller, { viewer, product, way, promotion: discount, bump, use }, earlier));
      if (begun.id && !open) {
        await recordBegun(viewer, begunOffer(product, way, discount), seller.name, begun.id);
        if (bump) await recordBegun(viewer, bump, seller.name, lineId(begun.id, bump.key));
      }
      if (begun.id && use) await noteBegun(use, begun.id);
      return begun;
    }),
  );
}

/** Gives a use back that was reserved for a purchase which the provider refuses for good: nothing was begun that could be paid. */
async function unlessRefused<T>(use: ReservedUse | null, begin: () => Promise<T>): Promise<T> {
  try {
    return await begin();
  } catch (error) {
    if (use?.isNew && error instanceof PaymentError && !error.isRetryable) await giveBackUse(use);
    throw error;
  }
}

/** Begins a purchase at its provider, for the buyer's customer there, made anew where the provider does not have it any more. */
export async function beginAt(
  seller: Provider,
  { use, ...begun }: Omit<Begun, 'customer' | 'useId'> & { use: Pick<ReservedUse, 'id'> | null },
  earlier: readonly EarlierPurchase[],
): Promise<StartedPurchase> {
  const { viewer, product, way } = begun;
  const begin = async (customer: string | null) => {
    const input = purchaseInput({ ...begun, customer, useId: use?.id ?? null }, earlier.length);
    const attempt = { userId: viewer.id, product: product.key, way };
    const start = (idempotencyKey: string) => seller.startPurchase({ ...input, idempotencyKey });
    if (way === 'card_page') return underOneKey(attempt, input.idempotencyKey, start);
    if (way === 'saved_card') return underOneKeyUntilRefused(attempt, input.idempotencyKey, start);
    return seller.startPurchase(input);
  };
  const customerId = await customerOf(viewer, seller);
  return begin(customerId).catch(async (error: unknown) => {
    const isGone = error instanceof PaymentError && error.code === 'customer_missing';
    if (!isGone || !customerId) throw error;
    return begin(await replaceCustomer(viewer, seller, customerId));
  });
}

/** Whether a provider can make a product cheaper. Beside free months Stripe takes no other discount. */
const isCheaperBy = (seller: Provider, { interval, freeIntervals, installments }: Product) =>
  installments === null && (interval === null || seller.can.discountsSubscriptions) && freeIntervals === 0;

/** Whether a promotion takes something off a product that is bought in a way. */
export function isDiscountedBy(product: Product, way: PurchaseWay): boolean {
  const seller = sellerOf(product, way);
  return seller !== null && isCheaperBy(seller, product);
}

/**
 * What a buyer has added to a purchase, to be paid in the same payment.
 * @throws {Refusal} invalid where it is not offered beside this purchase (any more), or they have paid for it
 */
async function bumpBeside(
  seller: Provider,
  { viewer, product, promotion }: Pick<Begun, 'viewer' | 'product' | 'promotion'>,
  ticked: TickedBump | null,
): Promise<Product | null> {
  if (!ticked) return null;
  if (!seller.can.sellsBumps)
    throw new Refusal(
      'invalid',
      `${seller.can.title} can’t take this together with what you added. Pay by card, or remove what you added.`,
    );
  if (isMadeFree(product, promotion))
    throw new Refusal(
      'invalid',
      `The promotion code makes the first payment for ${product.name} free, so nothing can be added to it. Remove one of them.`,
    );
  try {
    const bump = await takeBump(viewer, product, ticked);
    await refuseSecond(viewer, bump, await findEarlierPurchases(viewer, bump));
    await reserveStock(bump, viewer.id);
    return bump;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // That what was added is theirs already says nothing of the purchase itself.
    throw new Refusal('invalid', `${error.message} Nothing was charged: continue without what you added.`);
  }
}

async function findOpen(
  seller: Provider,
  { product, promotion, bump }: { product: Product; promotion: Promotion | null; bump: Product | null },
  earlier: readonly EarlierPurchase[],
): Promise<StartedPurchase | null> {
  const since = product.interval
    ? new Date(now().getTime() - seller.can.openHours * 3600 * 1000)
    : new Date(0);
  const open = earlier.find(
    ({ id, state, provider, product: key, createdAt }) =>
      state === 'begun' &&
      provider === seller.name &&
      key === product.key &&
      createdAt > since &&
      !isLineId(id),
  );
  const sold = bump && soldProduct(bump);
  return open ? seller.findOpenPurchase(open.id, soldProduct(product), promotion, sold) : null;
}

/** Whoever waits for an end to buy again must not wait for ever, should the job have given up. */
const endOnceMore = (provider: PaymentProvider, providerSubscriptionId: string) =>
  sendJob(
    'end-subscription',
    { provider, providerSubscriptionId },
    { singletonKey: providerSubscriptionId, singletonSeconds: 10 * 60 },
  );

/** @throws {Refusal} conflict for who has a product, or has paid for it and only the provider's word of it is to come. */
async function refuseSecond(
  viewer: Viewer,
  product: Product,
  earlier: readonly EarlierPurchase[],
): Promise<void> {
  const { alreadyThere, name, requires, freeIntervals } = product;
  if (requires && !(await hasAnyOf(viewer, [requires.entitlement])))
    throw new Refusal('not_allowed', requires.text);
  if (freeIntervals > 0 && earlier.some(({ wasLive }) => wasLive))
    throw new Refusal('conflict', `The free months are for those who have not had ${name} before.`);
  if (await hasAnyOf(viewer, product.includedIn)) throw new Refusal('conflict', `${alreadyThere.included}.`);
  const messages: Partial<Record<EarlierState, string>> = {
    owned: `${alreadyThere.owned}.`,
    disputed: `You have the ${name.toLowerCase()}. It is on hold, because its last payment is in dispute.`,
    ending: `Your money has been returned, and the ${name.toLowerCase()} is ending. Please try again in a few minutes.`,
    charged_back: `Your last payment was taken back, by your bank or by PayPal, and the ${name.toLowerCase()} is ending. You can join again in a few minutes.`,
    paused: `Your ${name.toLowerCase()} is paused. You can resume it on your billing page.`,
    held: 'Your payment has arrived, and we are looking into it. You need not pay again.',
  };
  for (const { state, provider, id } of earlier) {
    const message = messages[state];
    if (state === 'ending' || state === 'charged_back') await endOnceMore(provider, id);
    if (message) throw new Refusal('conflict', message);
  }
  if ((await findUnconfirmed(viewer, product, earlier)).length > 0)
    throw new Refusal(
      'conflict',
      'You have paid already. The payment is being confirmed, please wait a moment.',
    );
}

/** Begins a purchase on a page of the provider's, and returns the page's address. @throws {Refusal} as `startPurchase` */
export async function openPaymentPage(
  viewer: Viewer,
  product: Product,
  way: Exclude<PurchaseWay, 'card_form'>,
  promotion: (Promotion & { id?: string }) | null = null,
  ticked: TickedBump | null = null,
): Promise<string> {
  const { url } = await startPurchase(viewer, product, way, promotion, ticked);
  if (!url) throw new Refusal('unavailable', 'Error creating checkout session.');
  return url;
}
