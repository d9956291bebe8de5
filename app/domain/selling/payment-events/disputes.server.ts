import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { feeColumns } from '#app/domain/selling/billing/fees.server.ts';
import { tellOfDecision } from '#app/domain/selling/disputes/decision.server.ts';
import { tellOfDispute } from '#app/domain/selling/disputes/opening.server.ts';
import { refreshPast } from '#app/domain/selling/past-payments/importing.server.ts';
import {
  disputedCentsIn,
  findDisputedPayments,
} from '#app/domain/selling/payment-events/disputed-payments.server.ts';
import {
  applied,
  duplicate,
  type EventResult,
  UnknownPayment,
} from '#app/domain/selling/payment-events/event-outcome.ts';
import {
  findPayment,
  settleMoneyBack,
  settlePayment,
} from '#app/domain/selling/payment-events/settlement.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import type { Payment, PaymentDispute } from '#app/platform/database/generated/client.ts';
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

/** Whether something later is known: each event tells all that a dispute is about, and has cost, until then. */
const isStale = (known: { openedAt: Date | null; closedAt: Date | null } | null, at: Date) =>
  [known?.openedAt, known?.closedAt].some((later) => later && later > at);

/**
 * Keeps how a dispute stands, and derives what that makes of its payments. The latest news of its opening and of its end hold, in
 * whatever order they come; that it has taken money is never unlearnt. An inquiry that takes none changes nothing but the log. Of a
 * dispute that is of more than its payment, other payments are held or taken back too, and the operator is told.
 */
export async function recordDispute(tx: Transaction, fact: DisputeChanged): Promise<EventResult> {
  const payment = await findPayment(tx, fact);
  if (!payment) {
    if (await refreshPast(tx, fact)) return applied;
    throw new UnknownPayment();
  }
  const key = keyOf(fact);
  const where = { provider_providerDisputeId: key };
  const rows = await tx.db.paymentDispute.findMany({
    where: {
      provider: key.provider,
      OR: [{ providerDisputeId: key.providerDisputeId }, { bundledWith: key.providerDisputeId }],
    },
    include: { payment: true },
  });
  const known = rows.find(({ providerDisputeId }) => providerDisputeId === key.providerDisputeId) ?? null;
  const { createdAt: at, state } = fact;
  const outcome = outcomes[state];
  const tookMoney = state === 'open' || state === 'lost' || state === 'won';
  const isOver = outcome !== null;
  const latest = (isOver ? known?.closedAt : known?.openedAt) ?? null;
  const isLate = latest !== null && latest >= at;
  const fee = isStale(known, at) ? {} : feeColumns(fact);
  const beganAt = fact.beganAt && fact.beganAt < at ? fact.beganAt : at;
  if (isLate && (known?.tookMoney || !tookMoney)) {
    await tx.db.paymentDispute.update({ where, data: fee });
    if (known?.beganAt && beganAt < known.beganAt) await keepBeginning(tx, key, beganAt);
    return duplicate;
  }
  const { shares, leftCents } = await findDisputedPayments(tx, payment, fact, rows);
  // Its own row is that of the payment that it is about: not always the one that it names.
  const own = known?.payment ?? shares[0]?.payment ?? payment;
  const told = isLate ? {} : isOver ? { closedAt: at, outcome } : { openedAt: at };
  for (const { payment: about, cents } of shares) {
    const isOwn = about.id === own.id;
    const shareKey = isOwn
      ? key
      : { ...key, providerDisputeId: `${key.providerDisputeId}/${about.providerPaymentId ?? about.id}` };
    await keepShare(tx, shareKey, {
      told: { ...told, ...(isOwn ? fee : {}) },
      tookMoney,
      paymentId: about.id,
      amounts: amountsOf(fact, about, cents, isOwn ? null : key.providerDisputeId),
      beganAt,
      at,
    });
    await settlePayment(tx, about.id);
    await settleMoneyBack(tx, about, {
      key: `dispute:${key.provider}:${key.providerDisputeId}:${state}:${at.getTime()}`,
      reason: state === 'lost' ? 'dispute_lost' : isOver ? 'dispute_won' : 'dispute',
      at,
      about: key.providerDisputeId,
    });
  }
  if (outcome === null && !known?.outcome) await tellOfDispute(tx, key, leftCents);
  if (tookMoney && isOver && known?.outcome !== outcome) await tellOfDecision(tx, key, outcome, own.status);
  await recordActivity(tx, {
    kind: activities[state],
    userId: own.userId,
    subject: { type: 'payment', id: own.id },
  });
  return applied;
}

/** Late news tell that a dispute began earlier than was known: what was refunded since then may be what it decides. */
async function keepBeginning(
  tx: Transaction,
  { provider, providerDisputeId }: ReturnType<typeof keyOf>,
  beganAt: Date,
): Promise<void> {
  const rows = await tx.db.paymentDispute.updateManyAndReturn({
    where: { provider, OR: [{ providerDisputeId }, { bundledWith: providerDisputeId }] },
    data: { beganAt },
    include: { payment: true },
  });
  for (const { payment } of rows) {
    await settlePayment(tx, payment.id);
    await settleMoneyBack(tx, payment, {
      key: `dispute:${provider}:${providerDisputeId}:began:${beganAt.getTime()}`,
      reason: 'dispute',
      at: beganAt,
      about: providerDisputeId,
    });
  }
}

type Amounts = Pick<PaymentDispute, 'amountCents' | 'toldCents' | 'toldCurrency' | 'scope' | 'bundledWith'>;

/** What is kept of how much a dispute is about, for one of its payments. */
function amountsOf(fact: DisputeChanged, about: Payment, cents: number, bundledWith: string | null): Amounts {
  const isOther = fact.currency !== about.currency || fact.amountCents !== cents;
  return {
    amountCents: cents,
    toldCents: isOther ? fact.amountCents : null,
    toldCurrency: isOther ? fact.currency : null,
    // It is not about a payment of which it takes nothing. In another currency than the payment's, and without what it took here, it counts as of the whole.
    scope:
      cents === 0
        ? 'part'
        : (fact.scope ?? (disputedCentsIn(about.currency, fact) === null ? 'whole' : null)),
    bundledWith,
  };
}

/** Writes the row of a dispute for one of its payments; of how much it is about the latest news hold. */
async function keepShare(
  tx: Transaction,
  key: Pick<PaymentDispute, 'provider' | 'providerDisputeId'>,
  news: {
    told: Partial<PaymentDispute>;
    tookMoney: boolean;
    paymentId: string;
    amounts: Amounts;
    beganAt: Date;
    at: Date;
  },
): Promise<void> {
  const { told, tookMoney, paymentId, amounts, beganAt, at } = news;
  const where = { provider_providerDisputeId: key };
  const known = await tx.db.paymentDispute.findUnique({ where });
  if (!known) {
    await tx.db.paymentDispute.create({
      data: { ...key, ...told, ...amounts, paymentId, tookMoney, beganAt },
    });
    return;
  }
  await tx.db.paymentDispute.update({
    where,
    data: {
      ...told,
      ...(isStale(known, at) ? {} : amounts),
      tookMoney: tookMoney || known.tookMoney,
      beganAt: known.beganAt && known.beganAt < beganAt ? known.beganAt : beganAt,
    },
  });
}
