import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { productName } from '#app/domain/core/catalogue/products.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { decidingPaymentOf, periodPayments } from '#app/domain/selling/billing/deciding-payment.server.ts';
import { findGuarantee, lockGuarantee } from '#app/domain/selling/billing/guarantee.server.ts';
import { isSwitching } from '#app/domain/selling/billing/interval-rules.ts';
import { billingChangeLimit } from '#app/domain/selling/billing/limits.ts';
import { type RefundChance, refundChance } from '#app/domain/selling/billing/refund-rules.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import type { Prisma, RefundRequest } from '#app/platform/database/generated/client.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import { consumeRateLimit } from '#app/platform/rate-limit.server.ts';

type Db = Prisma.TransactionClient;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A payment with all that it is told from whether it may go back; null for one that is not this user's. */
async function findAsked(db: Db, userId: string, paymentId: string) {
  if (!uuid.test(paymentId)) return null;
  return db.payment.findFirst({
    where: { id: paymentId, userId },
    include: {
      refunds: { where: { status: 'failed' }, select: { resolvedAt: true } },
      disputes: { where: { outcome: null }, select: { openedAt: true } },
      purchase: { select: { status: true, gift: { select: { redeemedAt: true } } } },
      subscription: {
        select: {
          undoneAt: true,
          installments: true,
          switchingSince: true,
          currentPeriodStart: true,
          payments: periodPayments,
        },
      },
      refundRequest: true,
    },
  });
}

type Asked = NonNullable<Awaited<ReturnType<typeof findAsked>>>;

/** What would become of a request for a payment's money, made now. */
export async function chanceOf(db: Db, payment: Asked): Promise<RefundChance> {
  const { refunds, disputes, purchase, subscription, ...facts } = payment;
  return refundChance(
    {
      ...facts,
      guarantee: await findGuarantee(db, payment),
      isUndone: purchase?.status === 'not_granted' || Boolean(subscription?.undoneAt),
      isInDispute: disputes.length > 0,
      isSwitching: isSwitching(subscription?.switchingSince ?? null, now()),
      failedRefunds: refunds,
    },
    now(),
  );
}

/** What a payer is told before they ask. Money is integer cents. */
export interface RefundPlan {
  product: string;
  productName: string;
  paidAt: Date;
  amountCents: number;
  currency: string;
  provider: Asked['provider'];
  chance: RefundChance;
  /** What ends when the money goes back; null where nothing does. */
  ends: 'subscription' | 'purchase' | null;
  /** Of a gift when its code was redeemed, null for one that nobody has redeemed; undefined for what is no gift. */
  giftRedeemedAt: Date | null | undefined;
  request: Pick<RefundRequest, 'status' | 'answer' | 'requestedAt'> | null;
}

/** What asking for the money of a payment would do; null for a payment that is not this user's. Three queries. */
export async function planRefund(userId: string, paymentId: string): Promise<RefundPlan | null> {
  const payment = await findAsked(prisma(), userId, paymentId);
  if (!payment) return null;
  const { subscription, purchase, refundRequest: request } = payment;
  // Of installments each one is a part of what was bought, whatever it paid for.
  const isDeciding =
    subscription !== null &&
    (subscription.installments !== null || decidingPaymentOf(subscription)?.id === payment.id);
  return {
    product: payment.product,
    productName: productName(payment.product),
    paidAt: payment.paidAt,
    amountCents: payment.amountCents,
    currency: payment.currency,
    provider: payment.provider,
    chance: await chanceOf(prisma(), payment),
    ends: isDeciding ? 'subscription' : purchase?.status === 'paid' ? 'purchase' : null,
    giftRedeemedAt: purchase?.gift ? purchase.gift.redeemedAt : undefined,
    request: request && { status: request.status, answer: request.answer, requestedAt: request.requestedAt },
  };
}

/** Mails the operator that somebody waits for a yes or no, as part of `tx`. */
export async function askOperator(
  tx: Transaction,
  { id, userId, paymentId, reason, isGuaranteed }: RefundRequest,
  cents: number,
  problem: string | null = null,
): Promise<void> {
  const { email } = await tx.db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  const payment = await tx.db.payment.findUniqueOrThrow({
    where: { id: paymentId },
    include: { purchase: { select: { gift: { select: { redeemedAt: true } } } } },
  });
  const { product, currency, paidAt, purchase } = payment;
  const title = productName(product);
  const told = {
    requestId: id,
    email,
    title,
    amountCents: cents,
    currency,
    paidAt,
    reason,
    isGuaranteed,
    problem,
    giftRedeemedAt: purchase?.gift ? purchase.gift.redeemedAt : undefined,
    requestsUrl: `${config().appUrl}/admin/payments/requests`,
  };
  await queueMail(tx, config().supportEmail, 'refund-asked', told);
}

/**
 * Asks for the money of one of the viewer's payments, once: under the guarantee a job gives it back at once, else an operator is
 * asked. Asked again meanwhile, in another tab, it is the same request; `isNew` says so.
 * @throws {Refusal} not_found for a payment that is not theirs; conflict where it cannot go back, or was answered; {RateLimitExceeded}
 */
export async function requestRefund(
  viewer: Viewer,
  paymentId: string,
  reason: string,
): Promise<{ isGuaranteed: boolean; isNew: boolean }> {
  await consumeRateLimit(billingChangeLimit, viewer.id);
  return transaction(async (tx) => {
    await lockUser(tx, viewer.id);
    const payment = await findAsked(tx.db, viewer.id, paymentId);
    if (!payment) throw new Refusal('not_found', 'There is no such payment.');
    const known = payment.refundRequest;
    if (known?.status === 'asked' || known?.status === 'accepted')
      return { isGuaranteed: known.status === 'accepted', isNew: false };
    if (known?.status === 'declined')
      throw new Refusal(
        'conflict',
        'We have answered your request for this payment. Please write to support.',
      );
    await lockGuarantee(tx.db);
    const chance = await chanceOf(tx.db, payment);
    if (chance.kind === 'refused') throw new Refusal('conflict', chance.text);
    // The money of an earlier request has come back to us.
    if (known)
      throw new Refusal('conflict', 'You have asked for this money before. Please write to support.');
    const isGuaranteed = chance.kind === 'guaranteed';
    const request = await tx.db.refundRequest.create({
      data: {
        userId: viewer.id,
        paymentId,
        status: isGuaranteed ? 'accepted' : 'asked',
        isGuaranteed,
        reason,
        requestedAt: now(),
      },
    });
    const { currency, product } = payment;
    const asked = { amountCents: chance.cents, currency };
    await recordActivity(tx, {
      kind: 'refund_requested',
      userId: viewer.id,
      actorId: viewer.id,
      subject: { type: 'payment', id: paymentId },
      details: { ...asked, isGuaranteed },
    });
    if (isGuaranteed) await sendJobWith(tx, 'make-refund', { requestId: request.id });
    else {
      await askOperator(tx, request, chance.cents);
      await queueMail(tx, viewer.email, 'refund-request-received', {
        name: viewer.name,
        title: productName(product),
        ...asked,
        billingUrl: `${config().appUrl}/profile/billing`,
      });
    }
    return { isGuaranteed, isNew: true };
  });
}

/** The money of a payment has gone back, however: nobody waits for it any more. Part of `tx`. */
export async function settleRefundRequest(tx: Transaction, paymentId: string): Promise<void> {
  await tx.db.refundRequest.updateMany({
    where: { paymentId, status: { in: ['asked', 'accepted'] } },
    data: { status: 'settled', answeredAt: now() },
  });
}

/** A request under lock of its payer, with its payment; for the operator and the job. */
export async function lockRequest(tx: Transaction, id: string) {
  if (!uuid.test(id)) return null;
  const found = await tx.db.refundRequest.findUnique({
    where: { id },
    select: { userId: true, paymentId: true },
  });
  if (!found) return null;
  await lockUser(tx, found.userId);
  const payment = await findAsked(tx.db, found.userId, found.paymentId);
  const request = payment?.refundRequest;
  return payment && request ? { payment, request } : null;
}
