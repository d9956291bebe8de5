/** What has been told of one dispute; without an outcome it is open. */
export interface DisputeFacts {
  providerDisputeId: string;
  openedAt: Date | null;
  closedAt: Date | null;
  outcome: 'won' | 'lost' | null;
}

/** What has been told of a payment's money. Integer cents. */
export interface PaymentFacts {
  amountCents: number;
  amountRefundedCents: number;
  providerPaymentId: string | null;
  disputes: readonly DisputeFacts[];
}

/** What became of a payment's money. */
export type PaymentStanding = 'paid' | 'partially_refunded' | 'refunded' | 'disputed' | 'charged_back';

/**
 * Tells what became of a payment from all that was told of it, in whatever order. Money that the bank kept, or that went back in
 * full, is gone for good; money in dispute may come back.
 */
export function standingOf({ disputes, ...payment }: PaymentFacts): PaymentStanding {
  const unsettled = disputes.filter(
    (dispute) => dispute.outcome !== 'won' && !isReversalUndone(dispute, payment, disputes),
  );
  if (unsettled.some(({ outcome }) => outcome === 'lost')) return 'charged_back';
  const { amountCents, amountRefundedCents } = payment;
  if (amountRefundedCents > 0 && amountRefundedCents >= amountCents) return 'refunded';
  if (unsettled.length > 0) return 'disputed';
  return amountRefundedCents > 0 ? 'partially_refunded' : 'paid';
}

/** A reversal that names no case goes by its payment's id, and is undone by any case of the payment that is won later. */
function isReversalUndone(
  { providerDisputeId, openedAt, outcome }: DisputeFacts,
  { providerPaymentId }: Pick<PaymentFacts, 'providerPaymentId'>,
  disputes: readonly DisputeFacts[],
): boolean {
  if (outcome !== null || openedAt === null || providerDisputeId !== providerPaymentId) return false;
  return disputes.some(
    ({ outcome: other, closedAt }) => other === 'won' && closedAt !== null && closedAt >= openedAt,
  );
}

/** Whether the money went back for good. */
export const isGone = (standing: string): standing is 'refunded' | 'charged_back' =>
  standing === 'refunded' || standing === 'charged_back';

/** Whether the money is not to be had: what it paid for is not to be had either. */
export function isWithheld(
  standing: string,
): standing is Exclude<PaymentStanding, 'paid' | 'partially_refunded'> {
  return isGone(standing) || standing === 'disputed';
}
