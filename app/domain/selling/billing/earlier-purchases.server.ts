import { isLive } from '#app/domain/core/access/live-statuses.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { offerOf } from '#app/domain/core/catalogue/offer.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { keysGiving, productsGiving } from '#app/domain/core/catalogue/products.ts';
import {
  decidingPaymentOf,
  type PeriodPayment,
  periodPayments,
} from '#app/domain/selling/billing/deciding-payment.server.ts';
import { isFinal } from '#app/domain/selling/billing/membership-rules.ts';
import { isSetAside } from '#app/domain/selling/billing/second-subscription.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { PaymentProvider } from '#app/platform/payments/facts.ts';

/** How far a purchase has come, as buying again depends on it. */
export type EarlierState =
  /** Waits for the buyer, or for the provider's word. */
  | 'begun'
  | 'owned'
  /** Owned, and closed while its payment is in dispute. */
  | 'disputed'
  /** The money was given back, and the provider is asked to end it. */
  | 'ending'
  /** The bank has taken the money back, and the provider is asked to end it. */
  | 'charged_back'
  /** Paid, and held until an operator decides. */
  | 'held'
  /** A second one that somebody made at the provider: waits for an operator, in nobody's way. */
  | 'set_aside'
  /** Nothing comes of it any more. */
  | 'settled'
  /** Goes on by itself when its pause is over. */
  | 'paused'
  | 'stopped';

/** Something that a user has bought, or begun to. */
export interface EarlierPurchase {
  provider: PaymentProvider;
  /** The provider's subscription or payment. */
  id: string;
  /** The key of what it was begun for. */
  product: string;
  state: EarlierState;
  /** Has given what was bought at some time. */
  wasLive: boolean;
  createdAt: Date;
}

/** A user's purchases of a product, and of others that give the same, the newest first. */
export async function findEarlierPurchases(viewer: Viewer, product: Product): Promise<EarlierPurchase[]> {
  const keys = keysGiving(product.gives);
  // What can be paid by installments may have been paid at once, and the other way around.
  const isBoth = productsGiving(product.gives).some(({ installments }) => installments !== null);
  const subscribed = product.interval || isBoth ? await findSubscriptions(viewer.id, keys) : [];
  const single = !product.interval || isBoth ? await findSinglePurchases(viewer.id, keys) : [];
  return [...subscribed, ...single].toSorted((a, b) => Number(b.createdAt) - Number(a.createdAt));
}

async function findSubscriptions(userId: string, keys: string[]): Promise<EarlierPurchase[]> {
  const rows = await prisma().subscription.findMany({
    where: { userId, product: { in: keys } },
    orderBy: { createdAt: 'desc' },
    include: { payments: periodPayments },
  });
  return rows.map((row) => ({
    provider: row.provider,
    id: row.providerSubscriptionId,
    product: row.product,
    state: stateOfSubscription(row),
    wasLive: row.subscribedAt !== null,
    createdAt: row.createdAt,
  }));
}

function stateOfSubscription(row: {
  status: Parameters<typeof isLive>[0];
  isDisputed: boolean;
  isRefunded: boolean;
  paidOffAt: Date | null;
  heldReason: string | null;
  offeredCents: number | null;
  pausedUntil: Date | null;
  currentPeriodStart: Date | null;
  payments: readonly PeriodPayment[];
}): EarlierState {
  // All installments are paid: it is had for good, though its subscription has ended.
  if (row.paidOffAt) return 'owned';
  if (isFinal(row.status)) return 'settled';
  if (isSetAside(row)) return 'set_aside';
  if (row.heldReason) return 'held';
  if (row.status === 'incomplete') return 'begun';
  if (row.status === 'paused' && row.pausedUntil && !row.isRefunded && !row.isDisputed) return 'paused';
  if (!isLive(row.status)) return 'stopped';
  if (row.isRefunded) return 'ending';
  if (!row.isDisputed) return 'owned';
  return decidingPaymentOf(row)?.status === 'charged_back' ? 'charged_back' : 'disputed';
}

async function findSinglePurchases(userId: string, keys: string[]): Promise<EarlierPurchase[]> {
  const rows = await prisma().purchase.findMany({
    where: { userId, product: { in: keys } },
    orderBy: { createdAt: 'desc' },
  });
  const states: Partial<Record<(typeof rows)[number]['status'], EarlierState>> = {
    begun: 'begun',
    paid: 'owned',
    held: 'held',
  };
  return rows.map(
    ({ provider, providerPaymentId: id, product, status, refusedAt, isGranted, createdAt }) => ({
      provider,
      id,
      product,
      state: status === 'begun' && refusedAt ? 'stopped' : (states[status] ?? 'settled'),
      wasLive: isGranted,
      createdAt,
    }),
  );
}

/**
 * Writes down a purchase that a provider has begun and nobody has paid yet, with what was offered: what is paid is compared with
 * that. One that is known stays as it is.
 */
export async function recordBegun(
  viewer: Viewer,
  product: Product,
  provider: PaymentProvider,
  id: string,
  giftId: string | null = null,
): Promise<void> {
  const begun = { userId: viewer.id, product: product.key, provider };
  const { cents, currency, interval } = offerOf(product);
  if (interval === null)
    await prisma().purchase.createMany({
      data: { ...begun, providerPaymentId: id, amountCents: cents, currency, giftId },
      skipDuplicates: true,
    });
  else
    await prisma().subscription.createMany({
      data: {
        ...begun,
        providerSubscriptionId: id,
        status: 'incomplete',
        amount: cents,
        quantity: product.quantity ?? 1,
        installments: product.installments,
        currency,
        interval,
        offeredCents: cents,
        offeredCurrency: currency,
        offeredInterval: interval,
      },
      skipDuplicates: true,
    });
}
