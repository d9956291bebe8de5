import { applyPayoutNews } from '#app/domain/programme/payouts/payout-progress.server.ts';
import { StateUnclear } from '#app/domain/selling/billing/subscription-news.ts';
import { recordApproval, recordDenial } from '#app/domain/selling/payment-events/approvals.server.ts';
import { recordDispute } from '#app/domain/selling/payment-events/disputes.server.ts';
import {
  applied,
  duplicate,
  type EventOutcome,
  type EventResult,
  type IgnoreNote,
  ignored,
  PayerUnknown,
  TooEarly,
  type Tried,
  UnknownPayment,
} from '#app/domain/selling/payment-events/event-outcome.ts';
import {
  linkPayment,
  recordFailure,
  recordPayment,
} from '#app/domain/selling/payment-events/invoices.server.ts';
import { recordBump, refundsOfLines } from '#app/domain/selling/payment-events/order-bumps.server.ts';
import { recordPurchase } from '#app/domain/selling/payment-events/purchases.server.ts';
import { recordRefund } from '#app/domain/selling/payment-events/refunds.server.ts';
import { applySubscription } from '#app/domain/selling/payment-events/subscriptions.server.ts';
import { tellOfTrialEnd } from '#app/domain/selling/payment-events/trials.server.ts';
import { isStillToCome } from '#app/domain/selling/payment-events/unknown-payments.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { errorSummary } from '#app/platform/database/error-summary.ts';
import { log } from '#app/platform/log.server.ts';
import type {
  InvoicePaid,
  PaymentFact,
  ProductPaid,
  RefundChanged,
  SubscriptionUpdated,
} from '#app/platform/payments/facts.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { PaymentError, type Provider } from '#app/platform/payments/port.ts';
import { isDatabaseOutage } from '#app/platform/runtime/outage.server.ts';

type Acting = Exclude<PaymentFact, { kind: 'ignored' }>;

/** Applies a fact, once, however often and in whatever order facts arrive. @throws while the database cannot be reached */
export async function applyPaymentEvent(fact: PaymentFact): Promise<EventOutcome> {
  const { outcome, error } = await tryEvent(fact);
  const { eventId, type } = fact;
  if (error) log().error({ eventId, type, error }, 'a payment fact could not be applied');
  return outcome;
}

/**
 * Applies a fact, and says what went wrong where something did. Everything it changes is written in one transaction with the
 * event's id. @throws while the database cannot be reached
 */
export async function tryEvent(fact: PaymentFact): Promise<Tried> {
  try {
    return { outcome: fact.kind === 'ignored' ? 'ignored' : await attempt(fact), error: null };
  } catch (error) {
    if (isDatabaseOutage(error)) throw error;
    return { outcome: 'unapplied', error: errorSummary(error) };
  }
}

async function attempt(fact: Acting): Promise<EventOutcome> {
  try {
    return await applyOnce(fact, (tx) => apply(tx, fact));
  } catch (error) {
    if (error instanceof UnknownPayment)
      return (await isStillToCome(fact)) ? 'retry' : noteIgnored(fact, 'not_ours');
    if (error instanceof TooEarly) return 'retry';
    if (error instanceof PayerUnknown) return 'orphan';
    if (error instanceof StateUnclear && fact.kind === 'subscription_updated') return applyPresentState(fact);
    throw error;
  }
}

/** Runs `work` in one transaction with the event's row, unless the event is known; one that waited waits no longer. */
async function applyOnce(
  fact: Acting,
  work: (tx: Transaction) => Promise<EventResult>,
): Promise<EventOutcome> {
  const { provider: from, eventId, type, createdAt } = fact;
  return transaction(async (tx) => {
    const count = await tx.db.$executeRaw`
      INSERT INTO webhook_events (provider, event_id, type, created_at, processed_at, outcome)
      VALUES (${from}::payment_provider, ${eventId}, ${type}, ${createdAt}, now(), ${applied.outcome})
      ON CONFLICT (provider, event_id) DO UPDATE
        SET processed_at = now(), payload = NULL, error = NULL, outcome = EXCLUDED.outcome, note = NULL
        WHERE webhook_events.processed_at IS NULL`;
    if (count === 0) return 'duplicate';
    const result = await work(tx);
    const note = result.outcome === 'ignored' ? result.note : null;
    if (note === 'payer_unknown') throw new PayerUnknown();
    // Most are applied, as is written already.
    if (result.outcome !== applied.outcome)
      await tx.db.webhookEvent.update({
        where: { provider_eventId: { provider: from, eventId } },
        data: { outcome: result.outcome, note },
      });
    return result.outcome;
  });
}

/** Keeps that an event was ignored, and why. */
const noteIgnored = (fact: Acting, note: IgnoreNote): Promise<EventOutcome> =>
  applyOnce(fact, async () => ({ outcome: 'ignored', note }));

/**
 * Takes over how something stands at its provider, where the provider was asked and has not told by an event; see `findPresent`.
 * @throws while the database cannot be reached
 */
export async function applyPresent(fact: PaymentFact): Promise<EventOutcome> {
  if (fact.kind !== 'subscription_updated') return applyPaymentEvent(fact);
  return applyOnce(fact, (tx) => applySubscription(tx, fact, fact.createdAt));
}

/**
 * Takes over at once how a subscription stands at its provider. Where that cannot be asked its webhook tells it, or the reconciliation.
 */
export async function takeOverPresent(seller: Provider, subscriptionId: string): Promise<void> {
  try {
    for (const fact of await seller.findPresent({ subscriptionId })) await applyPresent(fact);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
  }
}

/**
 * Of two events of the same second nobody can tell which is the later one: how the subscription stands now is asked of its
 * provider, and taken over in place of what the event says.
 */
async function applyPresentState(fact: SubscriptionUpdated): Promise<EventOutcome> {
  const askedAt = now();
  try {
    const state = await provider(fact.provider).findSubscription(fact.subscriptionId);
    if (!state) return noteIgnored(fact, 'not_ours');
    return await applyOnce(fact, (tx) => applySubscription(tx, { ...fact, ...state }, askedAt));
  } catch (error) {
    if (error instanceof PaymentError) return 'retry';
    throw error;
  }
}

async function apply(tx: Transaction, fact: Acting): Promise<EventResult> {
  switch (fact.kind) {
    case 'subscription_updated':
      return applySubscription(tx, fact);
    case 'trial_ending':
      return tellOfTrialEnd(tx, fact);
    case 'invoice_paid':
      return withBump(tx, fact, await recordPayment(tx, fact));
    case 'product_paid':
      return withBump(tx, fact, await recordPurchase(tx, fact));
    case 'purchase_approved':
      return recordApproval(tx, fact);
    case 'purchase_denied':
      return recordDenial(tx, fact);
    case 'payment_linked':
      return linkPayment(tx, fact);
    case 'invoice_failed':
      return recordFailure(tx, fact);
    case 'refund_changed':
      return recordRefunds(tx, fact);
    case 'dispute_changed':
      return recordDispute(tx, fact);
    case 'payout_changed': {
      const isNews = await applyPayoutNews(tx, fact);
      if (isNews === null) return ignored('not_ours');
      return isNews ? applied : duplicate;
    }
  }
}

/** Records what was added to a purchase too, unless that is none of ours. */
async function withBump(
  tx: Transaction,
  fact: InvoicePaid | ProductPaid,
  result: EventResult,
): Promise<EventResult> {
  if (result.outcome !== 'ignored') await recordBump(tx, fact);
  return result;
}

/** Records a refund of each line that it is of; it is news where it is of one. */
async function recordRefunds(tx: Transaction, fact: RefundChanged): Promise<EventResult> {
  const results: EventResult[] = [];
  for (const refund of await refundsOfLines(tx, fact)) results.push(await recordRefund(tx, refund));
  return results.find(({ outcome }) => outcome === 'applied') ?? results[0] ?? duplicate;
}
