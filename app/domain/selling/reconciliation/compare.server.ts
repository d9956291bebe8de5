import { isLive, liveStatuses } from '#app/domain/core/access/live-statuses.ts';
import { isFinal } from '#app/domain/selling/billing/membership-rules.ts';
import { isSetAside } from '#app/domain/selling/billing/second-subscription.server.ts';
import { isPauseAsKnown } from '#app/domain/selling/billing/subscription-news.ts';
import { applyPresent } from '#app/domain/selling/payment-events/apply.server.ts';
import { isMoneyBackAsTold } from '#app/domain/selling/reconciliation/money-back-match.server.ts';
import type { Run } from '#app/domain/selling/reconciliation/runs.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { errorSummary } from '#app/platform/database/error-summary.ts';
import type { Subscription } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';
import { log } from '#app/platform/log.server.ts';
import type {
  PaymentFact,
  PaymentProvider,
  ProductPaid,
  SubscriptionUpdated,
} from '#app/platform/payments/facts.ts';
import { PaymentError, type Provider } from '#app/platform/payments/port.ts';
import { isDatabaseOutage } from '#app/platform/runtime/outage.server.ts';

/** The demo's sample year, of which no provider knows. */
export const sampleIds = 'sample\\_%';

/** Subscriptions compared in one run, so that a provider is not asked too much: over a day, some thousands. */
const subscriptionsAtOnce = 50;
/** Single payments begun so many days ago may still have been made. */
const begunDays = 3;

/**
 * The open subscriptions to compare next: first those of which news is overdue (their period is over, what a member asked for is not
 * confirmed, they were begun and not paid), then those that were compared longest ago.
 */
async function nextSubscriptions(provider: PaymentProvider, now: Date): Promise<Subscription[]> {
  const open = [...liveStatuses, 'incomplete', 'unpaid', 'paused'];
  const ids = await prisma().$queryRaw<{ id: string }[]>`
    SELECT id FROM subscriptions
    WHERE provider = ${provider}::payment_provider AND status::text = ANY(${open})
      AND provider_subscription_id NOT LIKE ${sampleIds}
    ORDER BY (compared_at IS NULL OR compared_at < ${now}::timestamptz - interval '1 hour') AND (
               (status <> 'incomplete' AND current_period_end < ${now}::timestamptz - interval '1 hour')
               OR requested_at < ${now}::timestamptz - interval '10 minutes'
               OR (status = 'incomplete' AND created_at > ${now}::timestamptz - interval '3 days')) DESC NULLS LAST,
             compared_at NULLS FIRST, id
    LIMIT ${subscriptionsAtOnce}`;
  const rows = await prisma().subscription.findMany({ where: { id: { in: ids.map(({ id }) => id) } } });
  return rows;
}

/**
 * Whether a subscription stands otherwise than its provider says. One that runs out ends here by itself; one that is held waits
 * for the operator, however live it is there.
 */
function differs(row: Subscription, state: SubscriptionUpdated): boolean {
  if (row.heldReason !== null && isLive(state.status)) return false;
  if (isSetAside(row) && !isFinal(state.status)) return false;
  const isRunningOut = state.status === 'canceled' && state.cancelAtPeriodEnd && row.cancelAtPeriodEnd;
  if (isRunningOut && isLive(row.status)) return false;
  const { currentPeriodEnd: end } = state;
  const isExtended = end !== null && (row.currentPeriodEnd === null || end > row.currentPeriodEnd);
  if (!isFinal(state.status) && !isPauseAsKnown(row, state.pause)) return true;
  return state.status !== row.status || state.cancelAtPeriodEnd !== row.cancelAtPeriodEnd || isExtended;
}

/** Compares open subscriptions and their latest payment with the provider, and mends what is other. */
export async function compareSubscriptions(run: Run, seller: Provider, now: Date): Promise<void> {
  for (const row of await nextSubscriptions(seller.name, now)) {
    const { id, providerSubscriptionId: subscriptionId } = row;
    await guarded(run, subscriptionId, async () => {
      const facts = await seller.findPresent({ subscriptionId });
      const isUnknown = facts.length === 0 && row.status !== 'incomplete';
      if (isUnknown) run.notes.push(`${seller.name} does not know the subscription ${subscriptionId}.`);
      for (const fact of facts) if (!isBeforeAdoption(row, fact)) await mend(run, fact);
    });
    await prisma().subscription.update({ where: { id }, data: { comparedAt: now } });
  }
}

/** Whether a payment was made before its subscription was taken over from another system: it is not ours (P238). */
const isBeforeAdoption = ({ adoptedAt }: Subscription, { kind, createdAt }: PaymentFact): boolean =>
  adoptedAt !== null && (kind === 'invoice_paid' || kind === 'payment_linked') && createdAt < adoptedAt;

/** Compares payments that are made once, and were begun lately, with the provider. */
export async function comparePurchases(run: Run, seller: Provider, now: Date): Promise<void> {
  const since = new Date(now.getTime() - begunDays * dayMs);
  const begun = await prisma().purchase.findMany({
    where: {
      provider: seller.name,
      status: 'begun',
      createdAt: { gte: since },
      // What was added to another purchase is told with it.
      NOT: { providerPaymentId: { contains: '/' } },
    },
    select: { providerPaymentId: true },
    orderBy: { createdAt: 'desc' },
    take: subscriptionsAtOnce,
  });
  for (const { providerPaymentId: paymentId } of begun)
    await guarded(run, paymentId, async () => {
      for (const fact of await seller.findPresent({ paymentId })) await mend(run, fact);
    });
}

/** Applies what a provider says now, unless that is known here, and reports what came of it. */
export async function mend({ counts, notes }: Run, fact: PaymentFact): Promise<void> {
  counts.compared += 1;
  if (await isAsTold(fact)) return;
  const applied = await applyPresent(fact);
  if (applied === 'duplicate') return;
  const outcome = applied !== 'applied' || (await isAsTold(fact)) ? applied : 'it is as before';
  const about = aboutOf(fact);
  if (outcome === 'applied') {
    counts.repaired += 1;
    notes.push(`Mended ${fact.kind} of ${about}.`);
  } else {
    counts.failed += 1;
    notes.push(`Could not mend ${fact.kind} of ${about}: ${outcome}.`);
  }
}

/** What a fact is about, by its id at the provider. */
function aboutOf(fact: PaymentFact): string {
  if (fact.kind === 'refund_changed') return fact.refundId;
  if (fact.kind === 'dispute_changed' && fact.disputeId) return fact.disputeId;
  if ('paymentId' in fact && fact.paymentId) return fact.paymentId;
  if ('subscriptionId' in fact && fact.subscriptionId) return fact.subscriptionId;
  return 'begunId' in fact ? String(fact.begunId) : '';
}

/** Whether a fact says what is known here by now: its webhook may have come while the provider was asked. */
async function isAsTold(fact: PaymentFact): Promise<boolean> {
  // One that took no money has no row: what it says of the period, the subscription says too.
  if (fact.kind === 'invoice_paid') return fact.amountCents === 0 || isPaymentKnown(fact);
  if (fact.kind === 'payment_linked') return isPaymentKnown(fact, fact.paymentId);
  if (fact.kind === 'product_paid') return isPurchaseKnown(fact);
  if (fact.kind === 'purchase_approved') return isEventKnown(fact);
  if (fact.kind === 'refund_changed' || fact.kind === 'dispute_changed') return isMoneyBackAsTold(fact);
  if (fact.kind !== 'subscription_updated') return false;
  const { provider, subscriptionId: providerSubscriptionId } = fact;
  const row = await prisma().subscription.findUnique({
    where: { provider_providerSubscriptionId: { provider, providerSubscriptionId } },
  });
  return row !== null && !differs(row, fact);
}

/** What was done about an approval is not seen in the purchase before its money is taken. */
async function isEventKnown({ provider, eventId }: PaymentFact): Promise<boolean> {
  return (await prisma().webhookEvent.count({ where: { provider, eventId } })) > 0;
}

async function isPurchaseKnown({ provider, paymentId: providerPaymentId }: ProductPaid): Promise<boolean> {
  return (await prisma().payment.count({ where: { provider, providerPaymentId } })) > 0;
}

async function isPaymentKnown(
  { provider, invoiceId }: { provider: PaymentProvider; invoiceId: string },
  providerPaymentId?: string,
): Promise<boolean> {
  const count = await prisma().payment.count({
    where: { provider, providerInvoiceId: invoiceId, ...(providerPaymentId ? { providerPaymentId } : {}) },
  });
  return count > 0;
}

/** One that cannot be compared keeps none of the others; a provider that cannot be asked is not asked on. */
export async function guarded(
  { counts, notes }: Run,
  about: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isDatabaseOutage(error) || (error instanceof PaymentError && error.isRetryable)) throw error;
    const summary = errorSummary(error);
    log().error({ about, error: summary }, 'a subscription or payment could not be compared');
    counts.failed += 1;
    notes.push(`Could not compare ${about}: ${summary}`);
  }
}
