import { z } from 'zod';
import { reasonField } from '#app/domain/core/audit/reason.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { takeTarget } from '#app/domain/core/audit/target.server.ts';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { centsField } from '#app/domain/core/values/typed-number-fields.ts';
import { cancelMembership } from '#app/domain/selling/billing/cancellation.server.ts';
import { decidingPaymentSql } from '#app/domain/selling/billing/deciding-payment.server.ts';
import { findLeftToRefund } from '#app/domain/selling/billing/left-to-refund.server.ts';
import { isSubscribed } from '#app/domain/selling/billing/membership-state.ts';
import { auditedChange, formKeyField } from '#app/domain/selling/billing/on-behalf.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';

const reason = reasonField();

/** The most that one form moves, in integer cents. */
const mostCents = 99_999_999;

const typedCents = centsField('Please enter an amount such as 12.50').pipe(
  z.number().min(1, 'Please enter more than nothing').max(mostCents, 'Please enter at most $999,999.99'),
);

/** `left` is what could be given back, in cents, when the form was opened: two operators must not refund over each other. */
export const refundSchema = z.object({
  amount: typedCents,
  reason,
  key: z.uuid(),
  left: z.coerce.number().int().min(0),
});
export type RefundForm = z.input<typeof refundSchema>;

export const cancelSchema = z.object({ of: z.string().refine(isSubscribed), reason, key: formKeyField });
export type CancelForm = z.input<typeof cancelSchema>;

/** A payment that an admin looks at to give it back. */
interface RefundablePayment {
  id: string;
  /** Of the person who paid; empty for a deleted account. */
  userName: string;
  product: string;
  amountCents: number;
  /** What can still be given back. */
  leftCents: number;
  /** What was asked for and the provider has not confirmed yet. */
  requestedCents: number;
  currency: string;
  paidAt: Date;
  /** It pays the current period of its subscription, or is one of its installments: given back in full, it ends that. */
  endsSubscription: boolean;
  /** It paid a gift, which was redeemed then: given back in full, it ends what the gift gives. */
  giftRedeemedAt: Date | null;
}

/** One payment of a user; null for one of somebody else. Two queries. */
export async function findRefundable(userId: string, paymentId: string): Promise<RefundablePayment | null> {
  if (!z.uuid().safeParse(userId).success || !z.uuid().safeParse(paymentId).success) return null;
  const [payment] = await prisma().$queryRaw<Omit<RefundablePayment, 'leftCents' | 'requestedCents'>[]>`
    SELECT p.id, u.name AS "userName", p.product, p.amount_cents AS "amountCents", p.currency, p.paid_at AS "paidAt",
      coalesce((SELECT s.installments IS NOT NULL OR deciding.id = p.id FROM subscriptions s, LATERAL (${decidingPaymentSql()}) deciding
        WHERE s.id = p.subscription_id), false) AS "endsSubscription",
      (SELECT g.redeemed_at FROM purchases b JOIN gifts g ON g.id = b.gift_id WHERE b.payment_id = p.id) AS "giftRedeemedAt"
    FROM payments p JOIN users u ON u.id = p.user_id
    WHERE p.id = ${paymentId}::uuid AND p.user_id = ${userId}::uuid`;
  if (!payment) return null;
  const { cents: leftCents, requestedCents } = await findLeftToRefund(prisma(), { id: paymentId, userId });
  return { ...payment, leftCents, requestedCents };
}

/** The amount that an address asks to refund; all that is left where it names none, and null with what is wrong with it. */
export function readRefundAmount(
  { leftCents, currency }: Pick<RefundablePayment, 'leftCents' | 'currency'>,
  typed: string | null,
): { amountCents: number | null; problem: string | null } {
  if (typed === null) return { amountCents: leftCents, problem: null };
  const amount = typedCents.safeParse(typed);
  if (!amount.success) return { amountCents: null, problem: amount.error.issues[0]?.message ?? null };
  if (amount.data > leftCents)
    return { amountCents: null, problem: `Please enter at most ${formatMoney(leftCents, currency)}` };
  return { amountCents: amount.data, problem: null };
}

/**
 * Has money of a payment given back through the provider that took it: a job asks it until it answers, and its webhook changes the
 * payment. False when the form of this key was sent before, and nothing more was asked for.
 * @throws {Refusal} not_allowed; not_found; invalid for more than is left (field amount); conflict for a payment in dispute, and where
 * something else is left than when the form was opened
 * @throws {ConfirmationNeeded}
 */
export async function refundPayment(
  actor: Actor,
  userId: string,
  paymentId: string,
  { amount, reason: why, key, left: leftWhenOpened }: z.output<typeof refundSchema>,
): Promise<boolean> {
  return transaction(async (tx) => {
    await takeTarget(tx, actor, 'money:move', userId);
    const isKnown = (await tx.db.auditEntry.count({ where: { formKey: key } })) > 0;
    if (isKnown) return false;
    const payment = await tx.db.payment.findFirst({ where: { id: paymentId, userId } });
    if (!payment?.providerPaymentId) throw new Refusal('not_found', 'There is no such payment to give back.');
    const { provider, currency, providerPaymentId } = payment;
    if (payment.status === 'disputed' || payment.status === 'charged_back')
      throw new Refusal('conflict', 'The bank has this money: what is in dispute cannot be given back.');
    const left = await findLeftToRefund(tx.db, payment);
    if (left.cents !== leftWhenOpened)
      throw new Refusal(
        'conflict',
        `This payment has changed since you opened this page: ${formatMoney(left.cents, currency)} can be refunded now. Check it, then send the form again if it is still right.`,
      );
    if (amount > left.cents)
      throw new Refusal(
        'invalid',
        `There is ${formatMoney(left.cents, currency)} left to give back.`,
        'amount',
      );
    const isNew = await recordAudit(tx, actor, {
      action: 'refund_asked',
      subject: { type: 'user', id: userId },
      after: { payment: paymentId, amount_cents: amount, currency },
      reason: why,
      formKey: key,
    });
    if (!isNew) return false;
    await sendJobWith(tx, 'refund-part', {
      provider,
      paymentId: providerPaymentId,
      amountCents: amount,
      currency,
      key,
    });
    return true;
  });
}

/**
 * Cancels what a user has by a subscription, at its provider, as if they did it themselves; false when it is to end already.
 * @throws {Refusal} not_allowed; not_found; conflict where there is nothing to cancel; unavailable
 * @throws {ConfirmationNeeded}
 */
export async function cancelForUser(
  actor: Actor,
  userId: string,
  { of, reason: why, key }: z.output<typeof cancelSchema>,
): Promise<boolean> {
  // The provider is asked before anything is written: who may not ask it is refused before that.
  const user = await transaction((tx) => takeTarget(tx, actor, 'money:move', userId));
  const audit = auditedChange(actor, userId, {
    asked: 'cancellation_asked',
    done: 'subscription_canceled',
    after: { canceled: of },
    reason: why,
    formKey: key,
  });
  return cancelMembership(user, {}, of, audit).catch((error: unknown) => {
    // It is worded for the member.
    if (error instanceof Refusal && error.kind === 'conflict')
      throw new Refusal('conflict', 'There is nothing to cancel any more.');
    throw error;
  });
}
