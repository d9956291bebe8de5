import { recordActivity } from '#app/domain/activity/record.server.ts';
import { feeColumns } from '#app/domain/billing/fees.server.ts';
import { tellOfDispute } from '#app/domain/disputes/opening.server.ts';
import {
  applied,
  duplicate,
  type EventResult,
  UnknownPayment,
} from '#app/domain/payment-events/event-outcome.ts';
import { findPayment, settleMoneyBack, settlePayment } from '#app/domain/payment-events/settlement.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import type { DisputeChanged, DisputeState } from '#app/platform/payments/facts.ts';

/** What is written of a dispute, by the state its provider tells. */
const outcomes: Record<DisputeState, 'won' | 'lost' | null> = {
  inquiry: null,
  open: null,
  inquiry_closed: 'won',
  won: 'won',
  lost: 'lost',
};

const activities = {
  inquiry: 'dispute_inquiry',
  open: 'payment_disputed',
  inquiry_closed: 'dispute_won',
  won: 'dispute_won',
  lost: 'dispute_lost',
} as const satisfies Record<DisputeState, string>;

/** The row of a dispute: by the provider's case, or by the payment where the provider names none. */
const keyOf = ({ provider, disputeId, paymentId }: DisputeChanged) => ({
  provider,
  providerDisputeId: disputeId ?? paymentId,
});

/** Whether something later is known: each event tells all that a dispute has cost until then. */
const isStale = (known: { openedAt: Date | null; closedAt: Date | null } | null, at: Date) =>
  [known?.openedAt, known?.closedAt].some((later) => later && later > at);

/**
 * Keeps how a dispute stands, and derives what that makes of its payment. The latest news of its opening and of its end hold, in
 * whatever order they come; that it has taken money is never unlearnt. An inquiry that takes none changes nothing but the log.
 */
export async function recordDispute(tx: Transaction, fact: DisputeChanged): Promise<EventResult> {
  const payment = await findPayment(tx, fact);
  if (!payment) throw new UnknownPayment();
  const key = keyOf(fact);
  const where = { provider_providerDisputeId: key };
  const known = await tx.db.paymentDispute.findUnique({ where });
  const { createdAt: at, amountCents, state } = fact;
  const outcome = outcomes[state];
  const tookMoney = state === 'open' || state === 'lost' || state === 'won';
  const isOver = outcome !== null;
  const latest = (isOver ? known?.closedAt : known?.openedAt) ?? null;
  const isLate = latest !== null && latest >= at;
  const fee = isStale(known, at) ? {} : feeColumns(fact);
  if (isLate && (known?.tookMoney || !tookMoney)) {
    await tx.db.paymentDispute.update({ where, data: fee });
    return duplicate;
  }
  const news = { ...fee, ...(isLate ? {} : isOver ? { closedAt: at, outcome } : { openedAt: at }) };
  if (known) {
    const took = tookMoney || known.tookMoney;
    await tx.db.paymentDispute.update({ where, data: { ...news, amountCents, tookMoney: took } });
  } else {
    const paymentId = payment.id;
    await tx.db.paymentDispute.create({ data: { ...key, ...news, paymentId, amountCents, tookMoney } });
  }
  await settlePayment(tx, payment.id);
  await settleMoneyBack(tx, payment, {
    key: `dispute:${key.provider}:${key.providerDisputeId}:${state}:${at.getTime()}`,
    reason: state === 'lost' ? 'dispute_lost' : isOver ? 'dispute_won' : 'dispute',
    at,
    about: key.providerDisputeId,
  });
  const isOpen = outcome === null && !known?.outcome;
  if (isOpen) await tellOfDispute(tx, key);
  await recordActivity(tx, {
    kind: activities[state],
    userId: payment.userId,
    subject: { type: 'payment', id: payment.id },
  });
  return applied;
}
