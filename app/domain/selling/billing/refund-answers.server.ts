import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { productName } from '#app/domain/core/catalogue/products.ts';
import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { chanceOf, lockRequest } from '#app/domain/selling/billing/refund-request.server.ts';
import { refundAnswerLength } from '#app/domain/selling/billing/refund-request-form.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';

/** Who answers, by user id; nobody is named at the command line. */
interface Operator {
  id?: string;
  /** Asks whether they may, and writes down what they do: first of all in the transaction of what is done. */
  record?: (tx: Transaction) => Promise<unknown>;
}

/** A request that waits for an operator. Money is integer cents: what is left of the payment. */
interface WaitingRefund {
  id: string;
  userId: string;
  name: string;
  email: string;
  productName: string;
  amountCents: number;
  currency: string;
  paidAt: Date;
  requestedAt: Date;
  reason: string;
  isGift: boolean;
  /** Of a gift: when its code was redeemed. Then it is not promised to go back (P265). */
  giftRedeemedAt: Date | null;
  /** The guarantee covers it: a job has tried, and the provider refused. */
  isGuaranteed: boolean;
}

/** A page of the requests that wait for an operator, the oldest first. One query. */
export async function listRefundRequests(
  place: Place | null = null,
  perPage = 20,
): Promise<ListPage<WaitingRefund>> {
  const { past, order } = pageSql(Prisma.sql`r.requested_at`, Prisma.sql`r.id`, place, 'oldest');
  const found = await prisma().$queryRaw<(Omit<WaitingRefund, 'productName'> & { product: string })[]>`
    SELECT r.id, r.user_id AS "userId", u.name, u.email, p.product, p.currency, p.paid_at AS "paidAt", r.reason,
      p.amount_cents - p.amount_refunded_cents - p.charged_back_cents AS "amountCents",
      r.requested_at AS "requestedAt", r.is_guaranteed AS "isGuaranteed",
      g.id IS NOT NULL AS "isGift", g.redeemed_at AS "giftRedeemedAt"
    FROM refund_requests r JOIN payments p ON p.id = r.payment_id JOIN users u ON u.id = r.user_id
      LEFT JOIN purchases b ON b.payment_id = p.id LEFT JOIN gifts g ON g.id = b.gift_id
    WHERE r.status = 'asked' ${past} ORDER BY ${order} LIMIT ${perPage + 1}`;
  const rows = found.map(({ product, ...row }) => ({ ...row, productName: productName(product) }));
  return pageOf(rows, perPage, ({ requestedAt: at, id }) => ({ at, id }), place);
}

const notWaiting = () =>
  new Refusal(
    'not_found',
    'No refund request of this id waits: it was answered already, or its money has gone back.',
  );

/**
 * Grants a request: a job gives back what is left of its payment.
 * @throws {Refusal} not_found when it does not wait; conflict when the money cannot go back (any more)
 */
export async function acceptRefundRequest(id: string, operator: Operator = {}): Promise<void> {
  await transaction(async (tx) => {
    await operator.record?.(tx);
    const found = await lockRequest(tx, id);
    if (found?.request.status !== 'asked') throw notWaiting();
    const { payment, request } = found;
    const chance = await chanceOf(tx.db, payment);
    if (chance.kind === 'refused') throw new Refusal('conflict', chance.text);
    await tx.db.refundRequest.update({ where: { id }, data: { status: 'accepted', answeredAt: now() } });
    await sendJobWith(tx, 'make-refund', { requestId: id });
    await recordActivity(tx, {
      kind: 'refund_request_accepted',
      userId: request.userId,
      subject: { type: 'payment', id: payment.id },
      details: { amountCents: chance.cents, currency: payment.currency },
      ...(operator.id ? { actorId: operator.id } : {}),
    });
  });
}

/**
 * Declines a request, in words that are mailed to who asked.
 * @throws {Refusal} not_found when it does not wait; invalid without words
 */
export async function declineRefundRequest(
  id: string,
  words: string,
  operator: Operator = {},
): Promise<void> {
  const answer = words.trim().slice(0, refundAnswerLength);
  if (!answer) throw new Refusal('invalid', 'Enter a reason. We email it to the person who asked.');
  await transaction(async (tx) => {
    await operator.record?.(tx);
    const found = await lockRequest(tx, id);
    if (found?.request.status !== 'asked') throw notWaiting();
    const { payment, request } = found;
    await tx.db.refundRequest.update({
      where: { id },
      data: { status: 'declined', answer, answeredAt: now() },
    });
    const { amountCents, currency } = payment;
    await recordActivity(tx, {
      kind: 'refund_request_declined',
      userId: request.userId,
      subject: { type: 'payment', id: payment.id },
      details: { amountCents, currency },
      ...(operator.id ? { actorId: operator.id } : {}),
    });
    const user = await tx.db.user.findUniqueOrThrow({ where: { id: request.userId } });
    await queueMail(tx, user.email, 'refund-declined', {
      name: user.name,
      title: productName(payment.product),
      amountCents,
      currency,
      answer,
      supportUrl: `${config().appUrl}/support`,
    });
  });
}
