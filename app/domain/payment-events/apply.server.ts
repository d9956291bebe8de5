import { StateUnclear } from '#app/domain/billing/subscription-news.ts';
import { recordDispute } from '#app/domain/payment-events/disputes.server.ts';
import {
  type EventOutcome,
  type EventResult,
  type IgnoreNote,
  TooEarly,
  UnknownPayment,
} from '#app/domain/payment-events/event-outcome.ts';
import { linkPayment, recordPayment, tellOfFailure } from '#app/domain/payment-events/invoices.server.ts';
import { recordPurchase } from '#app/domain/payment-events/purchases.server.ts';
import { recordRefund } from '#app/domain/payment-events/refunds.server.ts';
import { applySubscription } from '#app/domain/payment-events/subscriptions.server.ts';
import { isStillToCome } from '#app/domain/payment-events/unknown-payments.server.ts';
import { isDatabaseOutage, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';
import type { PaymentFact, SubscriptionUpdated } from '#app/platform/payments/facts.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { PaymentError } from '#app/platform/payments/port.ts';

type Acting = Exclude<PaymentFact, { kind: 'ignored' }>;

/**
 * Applies a provider's verified event, once, however often and in whatever order events arrive. Everything it changes is
 * written in one transaction with the event's id. @throws while the database cannot be reached
 */
export async function applyPaymentEvent(fact: PaymentFact): Promise<EventOutcome> {
  if (fact.kind === 'ignored') return 'ignored';
  try {
    return await applyOnce(fact, (tx) => apply(tx, fact));
  } catch (error) {
    if (error instanceof UnknownPayment)
      return (await isStillToCome(fact)) ? 'retry' : noteIgnored(fact, 'not_ours');
    if (error instanceof TooEarly) return 'retry';
    if (error instanceof StateUnclear && fact.kind === 'subscription_updated') return applyPresentState(fact);
    if (isDatabaseOutage(error)) throw error;
    const { eventId, type } = fact;
    log().error(
      { eventId, type, error: error instanceof Error ? error.message : String(error) },
      'a payment event could not be applied',
    );
    return 'unapplied';
  }
}

/** Runs `work` in one transaction with the event's row, unless the event is known. */
async function applyOnce(
  fact: Acting,
  work: (tx: Transaction) => Promise<EventResult>,
): Promise<EventOutcome> {
  const { provider: from, eventId, type, createdAt } = fact;
  return transaction(async (tx) => {
    const { count } = await tx.db.webhookEvent.createMany({
      data: { provider: from, eventId, type, createdAt, processedAt: new Date() },
      skipDuplicates: true,
    });
    if (count === 0) return 'duplicate';
    const result = await work(tx);
    const note = result.outcome === 'ignored' ? result.note : null;
    await tx.db.webhookEvent.update({
      where: { provider_eventId: { provider: from, eventId } },
      data: { outcome: result.outcome, note },
    });
    if (note === 'payer_unknown')
      tx.afterCommit(() => log().error({ eventId, type }, 'a payment event names nobody we know'));
    return result.outcome;
  });
}

/** Keeps that an event was ignored, and why. */
const noteIgnored = (fact: Acting, note: IgnoreNote): Promise<EventOutcome> =>
  applyOnce(fact, async () => ({ outcome: 'ignored', note }));

/**
 * Of two events of the same second nobody can tell which is the later one: how the subscription stands now is asked of its
 * provider, and taken over in place of what the event says.
 */
async function applyPresentState(fact: SubscriptionUpdated): Promise<EventOutcome> {
  try {
    const state = await provider(fact.provider).findSubscription(fact.subscriptionId);
    if (!state) return noteIgnored(fact, 'not_ours');
    return await applyOnce(fact, (tx) => applySubscription(tx, { ...fact, ...state }, true));
  } catch (error) {
    if (error instanceof PaymentError) return 'retry';
    throw error;
  }
}

async function apply(tx: Transaction, fact: Acting): Promise<EventResult> {
  switch (fact.kind) {
    case 'subscription_updated':
      return applySubscription(tx, fact);
    case 'invoice_paid':
      return recordPayment(tx, fact);
    case 'product_paid':
      return recordPurchase(tx, fact);
    case 'payment_linked':
      return linkPayment(tx, fact);
    case 'invoice_failed':
      return tellOfFailure(tx, fact);
    case 'refund_changed':
      return recordRefund(tx, fact);
    case 'dispute_changed':
      return recordDispute(tx, fact);
  }
}
