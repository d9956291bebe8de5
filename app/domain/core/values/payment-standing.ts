import type { PaymentProvider, RefundStatus } from '#app/platform/payments/facts.ts';
import { canOf } from '#app/platform/payments/port.ts';

/** What has been told of one refund. Integer cents. */
interface RefundFacts {
  amountCents: number;
  status: RefundStatus;
  createdAt: Date;
}

/** What has been told of one dispute; without an outcome it is open. Integer cents. */
export interface DisputeFacts {
  providerDisputeId: string;
  amountCents: number;
  /** Null in what was told before this was kept. */
  beganAt?: Date | null;
  openedAt: Date | null;
  closedAt: Date | null;
  outcome: 'won' | 'lost' | null;
  /** An inquiry has taken none. */
  tookMoney: boolean;
  /** How much of the payment it is about, where the provider has said so. */
  scope?: 'whole' | 'part' | null;
}

/** What has been told of a payment's money. Integer cents. */
export interface PaymentFacts {
  provider: PaymentProvider;
  amountCents: number;
  providerPaymentId: string | null;
  refunds: readonly RefundFacts[];
  disputes: readonly DisputeFacts[];
}

/** What became of a payment's money. */
export type PaymentStanding =
  | 'paid'
  | 'partially_refunded'
  | 'refunded'
  | 'disputed'
  | 'partially_charged_back'
  | 'charged_back';

const sum = (rows: readonly { amountCents: number }[]) =>
  rows.reduce((total, { amountCents }) => total + amountCents, 0);

/** How much of a payment was given back: its refunds but for those that came to nothing. Never more than was paid. */
export function refundedCents({
  amountCents,
  refunds,
}: Pick<PaymentFacts, 'amountCents' | 'refunds'>): number {
  const given = refunds.filter(({ status }) => status === 'succeeded' || status === 'pending');
  return Math.min(sum(given), amountCents);
}

/**
 * By how much less than a payment a dispute may be and still be about the whole of it, as a share. Banks dispute in the currency of
 * their customer, so that the amount comes back with another rate. It decides only where the provider says nothing better.
 */
const disputeTolerance = 0.05;

/** Whether an amount is as good as another, with the rates of two days between them. */
export const isAbout = (cents: number, whole: number): boolean =>
  cents > 0 && cents >= whole * (1 - disputeTolerance);

/** What disputes take of a payment together: all that refunds have left of it, where they are about the whole. Never more than was paid. */
function takenBy(
  disputes: readonly DisputeFacts[],
  payment: Pick<PaymentFacts, 'amountCents' | 'refunds'>,
): number {
  const total = sum(disputes);
  const left = payment.amountCents - refundedCents(payment);
  const isPart = disputes.every(({ scope }) => scope === 'part');
  const isWhole = disputes.some(({ scope }) => scope === 'whole') || (!isPart && isAbout(total, left));
  return Math.min(isWhole ? Math.max(total, left) : total, payment.amountCents);
}

const lostOf = (disputes: readonly DisputeFacts[]) => disputes.filter(({ outcome }) => outcome === 'lost');

/** How much of a payment the bank kept. Never more than was paid. */
export function chargedBackCents(payment: PaymentFacts): number {
  return takenBy(lostOf(distinctDisputes(payment)), payment);
}

/** How much of a payment is in disputes that are open and have taken the money. Never more than was paid. */
export function disputedCents(payment: PaymentFacts): number {
  const disputes = distinctDisputes(payment);
  const open = disputes.filter(({ outcome, tookMoney }) => outcome === null && tookMoney);
  if (open.length === 0) return 0;
  const more = takenBy([...lostOf(disputes), ...open], payment) - takenBy(lostOf(disputes), payment);
  return Math.min(Math.max(sum(open), more), payment.amountCents);
}

/**
 * Tells what became of a payment from all that was told of it, in whatever order. Money that the bank kept, or that went back in
 * full, is gone for good; money in dispute may come back. What is left of a payment counts: an inquiry takes nothing from it, and
 * a dispute of a part leaves the rest paid.
 */
export function standingOf(payment: PaymentFacts): PaymentStanding {
  const { amountCents } = payment;
  const refunded = refundedCents(payment);
  const lost = chargedBackCents(payment);
  const isAll = (cents: number) => cents > 0 && cents >= amountCents;
  if (isAll(lost) || (lost > 0 && isAll(lost + refunded))) return 'charged_back';
  if (isAll(refunded)) return 'refunded';
  const disputed = disputedCents(payment);
  if (isAll(disputed + lost + refunded)) return 'disputed';
  if (lost > 0) return 'partially_charged_back';
  return refunded > 0 ? 'partially_refunded' : 'paid';
}

/** A reversal that names no case goes by its payment's id. */
const isReversal = (
  { providerDisputeId, outcome }: DisputeFacts,
  { providerPaymentId }: Pick<PaymentFacts, 'providerPaymentId'>,
): boolean => outcome === null && providerDisputeId === providerPaymentId;

/**
 * The disputes of a payment, each with what it takes that nothing else takes already: the same money may be told of as a case, as a
 * reversal that names no case, and as the refund that settles a case. A case that is won undoes an earlier reversal.
 */
function distinctDisputes(payment: PaymentFacts): DisputeFacts[] {
  const reversals = payment.disputes.filter((dispute) => isReversal(dispute, payment));
  const cases = payment.disputes.filter((dispute) => !isReversal(dispute, payment));
  return [
    ...withoutRefunds(payment, cases),
    ...reversals.flatMap((reversal) => restOfReversal(reversal, cases)),
  ];
}

/** The cases of a payment; of one that its provider settles by a refund, what was refunded since it was opened is left out. */
function withoutRefunds(payment: PaymentFacts, cases: readonly DisputeFacts[]): DisputeFacts[] {
  const refunds = payment.refunds.filter(({ status }) => status === 'succeeded' || status === 'pending');
  const isSettledByRefund = canOf(payment.provider).settlesDisputesByRefund;
  let refundedCents = 0;
  return cases.map((dispute) => {
    const { outcome, tookMoney, amountCents } = dispute;
    const beganAt = dispute.beganAt ?? dispute.openedAt;
    if (!isSettledByRefund || !beganAt || !tookMoney || outcome === 'won') return dispute;
    const since = sum(refunds.filter(({ createdAt }) => createdAt >= beganAt));
    const coveredCents = Math.min(amountCents, Math.max(0, since - refundedCents));
    refundedCents += coveredCents;
    return { ...dispute, amountCents: amountCents - coveredCents };
  });
}

/** What a reversal takes besides the cases of its payment; nothing where they are about as much, or where one was won since. */
function restOfReversal(reversal: DisputeFacts, cases: readonly DisputeFacts[]): DisputeFacts[] {
  const { openedAt, amountCents } = reversal;
  const isUndone = cases.some(
    ({ outcome, closedAt }) =>
      outcome === 'won' && closedAt !== null && openedAt !== null && closedAt >= openedAt,
  );
  if (isUndone) return [];
  const takenCents = sum(cases.filter(({ outcome, tookMoney }) => tookMoney && outcome !== 'won'));
  if (isAbout(takenCents, amountCents)) return [];
  return [{ ...reversal, amountCents: amountCents - takenCents }];
}

/** What was known of a payment's money at a moment. */
export function paymentAsOf(payment: PaymentFacts, at: Date): PaymentFacts {
  return {
    ...payment,
    refunds: payment.refunds.filter(({ createdAt }) => createdAt <= at),
    disputes: payment.disputes.flatMap((dispute) => {
      const from = dispute.openedAt ?? dispute.closedAt;
      if (!from || from > at) return [];
      const isDecidedLater = dispute.closedAt !== null && dispute.closedAt > at;
      return [isDecidedLater ? { ...dispute, closedAt: null, outcome: null } : dispute];
    }),
  };
}

/** Whether the money went back for good. */
export const isGone = (standing: string): standing is 'refunded' | 'charged_back' =>
  standing === 'refunded' || standing === 'charged_back';

/** Whether the money is not to be had: what it paid for is not to be had either. */
export function isWithheld(standing: string): standing is 'refunded' | 'charged_back' | 'disputed' {
  return isGone(standing) || standing === 'disputed';
}
