import { guaranteeDays } from '#app/domain/core/catalogue/products.ts';
import { isGone } from '#app/domain/core/values/payment-standing.ts';
import type { GuaranteeStanding } from '#app/domain/selling/billing/guarantee.server.ts';
import { dayMs } from '#app/platform/durations.ts';

/** As much of a payment as it is told from whether its payer may have the money back. Integer cents. */
export interface RefundFacts {
  status: string;
  amountCents: number;
  amountRefundedCents: number;
  chargedBackCents: number;
  paidAt: Date;
  /** Where it stands with the guarantee, its days not looked at. */
  guarantee: GuaranteeStanding;
  /** It bought nothing, and is being given back. */
  isUndone: boolean;
  /** A bank or the provider has a case of it that is not decided. */
  isInDispute: boolean;
  /** A switch to yearly payment is under way, which may credit it. */
  isSwitching: boolean;
  failedRefunds: readonly { resolvedAt: Date | null }[];
}

/** Why the guarantee does not cover a payment. */
export type NotGuaranteed = Exclude<GuaranteeStanding, 'covered'> | 'too_late' | 'charged_back';

/** What becomes of a request: done at once, put to an operator, or refused with words. */
export type RefundChance =
  | { kind: 'guaranteed'; cents: number }
  | { kind: 'on_request'; cents: number; why: NotGuaranteed }
  | { kind: 'refused'; text: string };

const refused = (text: string): RefundChance => ({ kind: 'refused', text });

/** Whether a payment was made within the days of the guarantee, the last of them included. */
const isRecent = (paidAt: Date, now: Date) => now.getTime() - paidAt.getTime() <= guaranteeDays * dayMs;

/** What becomes of a request for the money of a payment, made now (P43, P106). Never more than is left of it. */
export function refundChance(payment: RefundFacts, now: Date): RefundChance {
  const { status, amountCents, amountRefundedCents, chargedBackCents, failedRefunds } = payment;
  const cents = amountCents - amountRefundedCents - chargedBackCents;
  if (isGone(status) || cents <= 0) return refused('This payment has gone back already.');
  if (payment.isUndone) return refused('This payment is being given back already.');
  if (status === 'disputed' || payment.isInDispute)
    return refused('This payment is in dispute: whether it goes back is decided there.');
  if (payment.isSwitching)
    return refused('A switch to yearly payment is being confirmed. Ask again in a few minutes.');
  if (failedRefunds.some(({ resolvedAt }) => resolvedAt === null))
    return refused('A refund of this payment did not go through. We are making it in another way.');
  if (failedRefunds.length > 0) return refused('This payment was given back in another way.');
  if (payment.guarantee !== 'covered') return { kind: 'on_request', cents, why: payment.guarantee };
  if (chargedBackCents > 0) return { kind: 'on_request', cents, why: 'charged_back' };
  if (!isRecent(payment.paidAt, now)) return { kind: 'on_request', cents, why: 'too_late' };
  return { kind: 'guaranteed', cents };
}
