import { isLive } from '#app/domain/access/live-statuses.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { findCustomer } from '#app/domain/billing/customer.server.ts';
import { isFinal } from '#app/domain/billing/membership-rules.ts';
import { unlessUnanswered } from '#app/domain/billing/provider-refusal.server.ts';
import { membership } from '#app/domain/catalogue/products.ts';
import { Refusal } from '#app/domain/errors.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { payments, paypal } from '#app/platform/payments/payments.server.ts';
import type { PaymentProvider } from '#app/platform/payments/port.ts';

/** How long a provider may take to tell the site of a payment: PayPal and Stripe try for three days. */
const confirmationHours = 72;

/** A subscription to the membership that a user has or had, or has begun and not paid. */
export interface EarlierSubscription {
  provider: PaymentProvider;
  providerSubscriptionId: string;
  status: Parameters<typeof isLive>[0];
  createdAt: Date;
}

/**
 * Everything about a user's membership that buying depends on, the newest first.
 * @throws {Refusal} conflict when they have one already, or have paid for one and only the provider's word of it is to come.
 */
export async function earlierSubscriptions(viewer: Viewer): Promise<EarlierSubscription[]> {
  const earlier = await listSubscriptions(viewer);
  const live = earlier.find(({ status }) => isLive(status));
  if (live)
    throw new Refusal(
      'conflict',
      live.isDisputed
        ? 'You have a membership. It is on hold, because its last payment is in dispute.'
        : 'You already have an active membership.',
    );
  if (await isPaidAtProvider(viewer, earlier))
    throw new Refusal(
      'conflict',
      'You have paid already. The payment is being confirmed, please wait a moment.',
    );
  return earlier;
}

/**
 * Whether a user has paid for the membership and only the provider's word of it is to come. `hasReturnedPaid`: the browser has
 * just come back from a payment; that alone is no proof, but with a subscription begun and unpaid the word may be a moment away.
 */
export async function isPaymentPending(viewer: Viewer, hasReturnedPaid: boolean): Promise<boolean> {
  const earlier = await listSubscriptions(viewer);
  if (earlier.some(({ status }) => isLive(status))) return false;
  if (hasReturnedPaid && earlier.some(isBegunLately)) return true;
  return isPaidAtProvider(viewer, earlier);
}

function listSubscriptions(viewer: Viewer) {
  return prisma().subscription.findMany({
    where: { userId: viewer.id, product: membership.key },
    select: {
      providerSubscriptionId: true,
      provider: true,
      status: true,
      isDisputed: true,
      createdAt: true,
    },
    orderBy: { createdAt: 'desc' },
  });
}

const isBegunLately = ({ status, createdAt }: EarlierSubscription) =>
  status === 'incomplete' && createdAt.getTime() > Date.now() - confirmationHours * 3600 * 1000;

async function isPaidAtProvider(viewer: Viewer, earlier: readonly EarlierSubscription[]): Promise<boolean> {
  const answers = await Promise.all([isPaidAtStripe(viewer, earlier), isApprovedAtPaypal(earlier)]);
  return answers.includes(true);
}

/** Also one bought at the hosted checkout, which the site does not know before the webhook comes. */
async function isPaidAtStripe(viewer: Viewer, earlier: readonly EarlierSubscription[]): Promise<boolean> {
  const customer = await findCustomer(viewer.id);
  if (!customer) return false;
  const ended = new Set(
    earlier.filter((row) => isFinal(row.status)).map((row) => row.providerSubscriptionId),
  );
  const isPaid = async () => {
    const active = await payments().findActiveSubscriptions(customer, membership.key);
    return active.some((id) => !ended.has(id));
  };
  return unlessUnanswered(isPaid());
}

async function isApprovedAtPaypal(earlier: readonly EarlierSubscription[]): Promise<boolean> {
  const wallet = paypal();
  if (!wallet) return false;
  const waiting = earlier.filter((row) => row.provider === 'paypal' && isBegunLately(row));
  const isApproved = async (id: string) => (await wallet.findApproval(id)).isApproved;
  const answers = await Promise.all(
    waiting.map(({ providerSubscriptionId }) => unlessUnanswered(isApproved(providerSubscriptionId))),
  );
  return answers.includes(true);
}

/** Writes down a subscription that a provider has begun and nobody has paid yet; one that is known stays as it is. */
export async function keepBegun(
  viewer: Viewer,
  sold: Pick<EarlierSubscription, 'provider' | 'providerSubscriptionId'>,
): Promise<void> {
  await prisma().subscription.createMany({
    data: {
      ...sold,
      userId: viewer.id,
      product: membership.key,
      status: 'incomplete',
      amount: membership.amountCents,
      currency: membership.currency,
    },
    skipDuplicates: true,
  });
}
