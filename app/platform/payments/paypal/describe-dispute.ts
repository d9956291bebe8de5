import { z } from 'zod';
import { centsOf } from '#app/platform/payments/decimal-cents.ts';
import type { DisputeState, FeeFact, PaymentFact } from '#app/platform/payments/facts.ts';
import type { Head } from '#app/platform/payments/paypal/describe-subscription.ts';

/** Money that a dispute has moved. */
const movementSchema = z.object({
  party: z.string().optional(),
  affected_party: z.string().optional(),
  type: z.string().optional(),
  reason: z.string().optional(),
  amount: z.object({ value: z.string(), currency_code: z.string() }).optional(),
});

const disputeSchema = z.object({
  dispute_id: z.string(),
  create_time: z.iso.datetime({ offset: true }).optional().catch(undefined),
  status: z.string().optional(),
  dispute_life_cycle_stage: z.string().optional(),
  disputed_transactions: z
    .array(
      z.object({
        seller_transaction_id: z.string().optional(),
        gross_amount: z.object({ value: z.string(), currency_code: z.string() }).optional().catch(undefined),
      }),
    )
    .default([]),
  dispute_amount: z.object({ value: z.string(), currency_code: z.string() }),
  dispute_outcome: z
    .object({
      outcome_code: z.string(),
      amount_refunded: z.object({ value: z.string(), currency_code: z.string() }).optional().catch(undefined),
    })
    .optional(),
  // The newer name, and the one that goes away; where both are told they tell the same.
  fund_movements: z.array(movementSchema).optional(),
  money_movements: z.array(movementSchema).optional(),
});

type Dispute = z.infer<typeof disputeSchema>;

/** Outcomes that take the money from the seller. After any other it stays, or goes on being disputed by another case. */
const lostOutcomes = ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'];

/** While buyer and seller talk to each other (the stage of inquiry), no money is taken. */
function stateOfDispute({ status, dispute_outcome, dispute_life_cycle_stage: stage }: Dispute): DisputeState {
  const isInquiry = stage === 'INQUIRY';
  if (status === 'RESOLVED' || dispute_outcome) {
    if (lostOutcomes.includes(dispute_outcome?.outcome_code ?? '')) return 'lost';
    return isInquiry ? 'inquiry_closed' : 'won';
  }
  return isInquiry ? 'inquiry' : 'open';
}

/** What PayPal takes from the seller for a case, less what it gives back of that; nothing where it does not say. */
function feeOfDispute({ fund_movements, money_movements }: Dispute): FeeFact {
  const moves = (fund_movements ?? money_movements ?? []).flatMap(
    ({ party, affected_party, type, reason, amount }) => {
      const isSellers = (party ?? affected_party) === 'SELLER';
      if (!isSellers || !reason?.endsWith('_FEE') || !amount) return [];
      const cents = Math.abs(centsOf(amount.value));
      return [{ cents: type === 'CREDIT' ? -cents : cents, currency: amount.currency_code.toLowerCase() }];
    },
  );
  const [first] = moves;
  if (!first) return {};
  return { feeCents: moves.reduce((sum, { cents }) => sum + cents, 0), feeCurrency: first.currency };
}

/** What a case is about: what its buyer disputes or, once it is decided for them, what they were given back, which may be less. */
function amountOf({ dispute_amount, dispute_outcome }: Dispute, state: DisputeState): number {
  const disputedCents = centsOf(dispute_amount.value);
  const refunded = dispute_outcome?.amount_refunded;
  if (state !== 'lost' || refunded?.currency_code !== dispute_amount.currency_code) return disputedCents;
  return centsOf(refunded.value) > 0 ? centsOf(refunded.value) : disputedCents;
}

/** How much of its transactions an amount is, where PayPal says what they came to, in the currency of the case. */
function scopeOf({ disputed_transactions, dispute_amount }: Dispute, cents: number) {
  const gross = disputed_transactions.map(({ gross_amount }) => gross_amount);
  const isTold = gross.every((amount) => amount?.currency_code === dispute_amount.currency_code);
  if (!isTold || gross.length === 0) return {};
  const all = gross.reduce((sum, amount) => sum + centsOf(amount?.value ?? '0'), 0);
  return { scope: cents < all ? ('part' as const) : ('whole' as const) };
}

/** A case in PayPal's resolution center, or of the bank. It may name several payments. */
export function disputeChanged(head: Head, resource: unknown): PaymentFact | null {
  const dispute = disputeSchema.parse(resource);
  const [paymentId, ...otherPaymentIds] = dispute.disputed_transactions.flatMap(
    ({ seller_transaction_id: id }) => id ?? [],
  );
  if (!paymentId) return null;
  const state = stateOfDispute(dispute);
  const amountCents = amountOf(dispute, state);
  return {
    ...head,
    kind: 'dispute_changed',
    disputeId: dispute.dispute_id,
    paymentId,
    ...(otherPaymentIds.length > 0 ? { otherPaymentIds } : {}),
    ...scopeOf(dispute, amountCents),
    amountCents,
    currency: dispute.dispute_amount.currency_code.toLowerCase(),
    state,
    ...(dispute.create_time ? { beganAt: new Date(dispute.create_time) } : {}),
    ...feeOfDispute(dispute),
  };
}
