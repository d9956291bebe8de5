import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { productOf } from '#app/domain/core/catalogue/products.ts';
import { productOfPurchase } from '#app/domain/selling/gifts/buying.server.ts';
import { applyPresent } from '#app/domain/selling/payment-events/apply.server.ts';
import { holdUse } from '#app/domain/selling/promotions/reserve.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import type { Purchase } from '#app/platform/database/generated/client.ts';
import { sendJob } from '#app/platform/jobs/queue.server.ts';
import { log } from '#app/platform/log.server.ts';
import type { PaymentProvider } from '#app/platform/payments/facts.ts';
import { provider, providerFor } from '#app/platform/payments/payments.server.ts';
import { type Collected, PaymentError } from '#app/platform/payments/port.ts';

/** A purchase that is paid once, by what it was begun as at its provider. */
interface BegunPurchase {
  provider: PaymentProvider;
  providerPaymentId: string;
}

/** What a buyer who comes back from the provider's page is told; `late` where the provider cannot be asked now. */
type Finished = { product: Product } & (
  | { state: 'taken' | 'pending' | 'refused' | 'gone' | 'late' | 'code_gone' }
  | { state: 'open'; url: string }
);

/** Takes the money of a purchase that was approved, unless that is done; the worker calls it. Safe to repeat. @throws {PaymentError} */
export async function collectPurchase(begun: BegunPurchase): Promise<void> {
  const purchase = await prisma().purchase.findUnique({ where: { provider_providerPaymentId: begun } });
  if (purchase) await collect(purchase);
}

/**
 * Takes the money of a purchase of the viewer's who has approved it at its provider and come back, and grants what was bought. Null for
 * what is no purchase of theirs. A second visit takes nothing twice.
 */
export async function finishPurchase(viewer: Viewer, begunId: string): Promise<Finished | null> {
  const seller = providerFor('wallet');
  const purchase =
    seller &&
    (await prisma().purchase.findFirst({
      where: { userId: viewer.id, provider: seller.name, providerPaymentId: begunId },
    }));
  const product = purchase && productOfPurchase(purchase);
  if (!purchase || !product) return null;
  try {
    const collected = await collect(purchase);
    return collected.state === 'open'
      ? { product, state: 'open', url: collected.url }
      : { product, state: collected.state };
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    const { provider: name, providerPaymentId } = purchase;
    await sendJob('collect-purchase', { provider: name, providerPaymentId });
    return { product, state: 'late' };
  }
}

/** Why the gift that a purchase was begun for cannot be paid by it: it is paid in another tab or way, or is another gift by now. */
async function problemOfGift({ giftId, product, currency }: Purchase): Promise<'taken' | 'gone' | null> {
  if (giftId === null) return null;
  const gift = await prisma().gift.findUnique({
    where: { id: giftId },
    select: { status: true, product: true, currency: true },
  });
  if (gift?.status !== 'draft') return 'taken';
  return gift.product === product && gift.currency === currency ? null : 'gone';
}

async function collect(purchase: Purchase): Promise<Collected | { state: 'code_gone' }> {
  const { id, userId, product: key, status, refusedAt, providerPaymentId } = purchase;
  const product = productOf(key);
  // What has been paid meanwhile is not paid twice: who only approved has paid nothing.
  const isOwned = product !== undefined && (await isEntitled(userId, [product.gives, ...product.includedIn]));
  const giftProblem = await problemOfGift(purchase);
  if (status !== 'begun' || isOwned || giftProblem === 'taken') return { state: 'taken', facts: [] };
  // Money for a gift that was changed since would only have to go back.
  if (giftProblem === 'gone') {
    await noteRefusal(purchase);
    return { state: 'gone' };
  }
  // Its code was given back meanwhile, and is another's: nothing is taken.
  if (!(await holdUse(userId, providerPaymentId))) {
    await noteRefusal(purchase);
    return { state: 'code_gone' };
  }
  const attempt = refusedAt?.toISOString() ?? 'first';
  const collected = await provider(purchase.provider).collectPurchase(providerPaymentId, attempt);
  const { state } = collected;
  const isRefused = state === 'refused' || (state === 'open' && collected.isRefused);
  if (isRefused) await noteRefusal(purchase);
  if (state !== 'taken' && state !== 'pending') return collected;
  if (refusedAt) await prisma().purchase.update({ where: { id }, data: { refusedAt: null } });
  for (const fact of collected.facts) {
    const outcome = await applyPresent(fact);
    log().info({ provider: fact.provider, type: fact.type, outcome }, 'purchase collected');
  }
  return collected;
}

/** Two tries at once are refused once: the next one is another try at the provider. */
async function noteRefusal({ id, userId, product, refusedAt }: Purchase): Promise<void> {
  await transaction(async (tx) => {
    const { count } = await tx.db.purchase.updateMany({
      where: { id, status: 'begun', refusedAt },
      data: { refusedAt: now() },
    });
    if (count === 0) return;
    const subject = { type: 'purchase', id } as const;
    await recordActivity(tx, { kind: 'purchase_refused', userId, subject, details: { product } });
  });
}
