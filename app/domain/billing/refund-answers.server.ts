import { recordActivity } from '#app/domain/activity/record.server.ts';
import { chanceOf, lockRequest } from '#app/domain/billing/refund-request.server.ts';
import { productName } from '#app/domain/catalogue/products.ts';
import { Refusal } from '#app/domain/errors.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';

/** Who answers, by user id; nobody is named at the command line. */
interface Operator {
  id?: string;
  /** Asks whether they may, and writes down what they do: first of all in the transaction of what is done. */
  record?: (tx: Transaction) => Promise<unknown>;
}

/** A request that waits for an operator. Money is integer cents: what is left of the payment. */
export interface WaitingRefund {
  id: string;
  email: string;
  productName: string;
  amountCents: number;
  currency: string;
  paidAt: Date;
  requestedAt: Date;
  reason: string;
}

/** The requests that wait for an operator, the oldest first. */
export async function listRefundRequests(limit = 100): Promise<WaitingRefund[]> {
  const rows = await prisma().refundRequest.findMany({
    where: { status: 'asked' },
    include: { payment: true, user: { select: { email: true } } },
    orderBy: [{ requestedAt: 'asc' }, { id: 'asc' }],
    take: limit,
  });
  return rows.map(({ id, user, payment, requestedAt, reason }) => ({
    id,
    email: user.email,
    productName: productName(payment.product),
    amountCents: payment.amountCents - payment.amountRefundedCents - payment.chargedBackCents,
    currency: payment.currency,
    paidAt: payment.paidAt,
    requestedAt,
    reason,
  }));
}

const notWaiting = () => new Refusal('not_found', 'No refund request of this id waits for an answer.');

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
  const answer = words.trim().slice(0, 1000);
  if (!answer) throw new Refusal('invalid', 'Say why: the words are mailed to who asked.');
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
