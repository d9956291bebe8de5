import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeRefund } from '#app/domain/billing/refund-making.server.ts';
import { planRefund, requestRefund, settleRefundRequest } from '#app/domain/billing/refund-request.server.ts';
import { listFailedRefunds, resolveFailedRefund } from '#app/domain/payment-events/failed-refunds.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { PaymentError } from '#app/platform/payments/port.ts';
import { newUser, newViewer } from '#tests/integration/people.ts';
import { withJobQueue } from '#tests/integration/queued-jobs.ts';

withJobQueue();

afterEach(() => vi.restoreAllMocks());

/** A payment of somebody's, made today. */
const newPayment = (userId: string, product: string, subscriptionId: string | null = null) =>
  prisma().payment.create({
    data: {
      userId,
      product,
      subscriptionId,
      provider: 'stripe',
      providerInvoiceId: randomUUID(),
      status: 'paid',
      amountCents: 4_700,
      paidAt: new Date(),
    },
  });

/** A membership of somebody's that has ended. */
const newEnded = (userId: string) =>
  prisma().subscription.create({
    data: {
      userId,
      product: 'membership',
      provider: 'stripe',
      providerSubscriptionId: randomUUID(),
      status: 'canceled',
      amount: 4_700,
    },
  });

describe('the guarantee', () => {
  it('is used up for other purchases of the same by one that it was used for, and by nothing else', async () => {
    const { id: userId } = await newUser();
    const [first, second] = [await newEnded(userId), await newEnded(userId)];
    const chanceOf = async (id: string) => (await planRefund(userId, id))?.chance.kind;
    const given = await newPayment(userId, 'membership', first.id);
    const { id } = await prisma().refundRequest.create({
      data: {
        userId,
        paymentId: given.id,
        reason: '',
        requestedAt: new Date(),
        status: 'settled',
        isGuaranteed: true,
      },
    });
    const ebook = await newPayment(userId, 'ebook');
    expect(await chanceOf(ebook.id), 'another thing').toBe('guaranteed');
    const month = await newPayment(userId, 'membership', first.id);
    expect(await chanceOf(month.id), 'a month of the same membership').toBe('guaranteed');
    const again = await newPayment(userId, 'membership', second.id);
    expect(await chanceOf(again.id), 'another membership').toBe('on_request');
    const stranger = await newUser();
    const theirs = await newPayment(stranger.id, 'membership', (await newEnded(stranger.id)).id);
    expect((await planRefund(stranger.id, theirs.id))?.chance.kind, 'somebody else').toBe('guaranteed');

    const stands = (data: { status: 'settled' | 'declined'; isGuaranteed: boolean }) =>
      prisma().refundRequest.update({ where: { id }, data });
    await stands({ status: 'declined', isGuaranteed: true });
    expect(await chanceOf(again.id), 'declined').toBe('guaranteed');
    await stands({ status: 'settled', isGuaranteed: false });
    expect(await chanceOf(again.id), 'given without it').toBe('guaranteed');
  });
});

describe('a request for money back', () => {
  it('ends a subscription by its latest payment alone', async () => {
    const { id: userId } = await newUser();
    const { id: subscriptionId } = await newEnded(userId);
    const [before, latest] = [
      await newPayment(userId, 'membership', subscriptionId),
      await newPayment(userId, 'membership', subscriptionId),
    ];
    const paidAt = new Date(before.paidAt.getTime() - 1000);
    await prisma().payment.update({ where: { id: before.id }, data: { paidAt } });
    const endOf = async (id: string) => (await planRefund(userId, id))?.ends;
    expect([await endOf(before.id), await endOf(latest.id)]).toEqual([null, 'subscription']);
  });

  const newRequest = async (status: 'accepted' | 'settled') => {
    const viewer = await newViewer();
    const { id: paymentId } = await newPayment(viewer.id, 'ebook');
    const { id } = await prisma().refundRequest.create({
      data: { userId: viewer.id, paymentId, reason: '', requestedAt: new Date(), status, isGuaranteed: true },
    });
    return { viewer, paymentId, id };
  };

  it('waits for the provider to tell which payment it is', async () => {
    const { id } = await newRequest('accepted');
    await expect(makeRefund({ requestId: id })).rejects.toThrow('has not told yet which payment it is');
    expect(await prisma().refundRequest.findUnique({ where: { id } })).toMatchObject({ status: 'accepted' });
  });

  it('is refused for a subscription that is undone, which gives its money back', async () => {
    const viewer = await newViewer();
    const ended = await newEnded(viewer.id);
    const { id: paymentId } = await newPayment(viewer.id, 'membership', ended.id);
    await prisma().subscription.update({ where: { id: ended.id }, data: { undoneAt: new Date() } });
    await expect(requestRefund(viewer, paymentId, '')).rejects.toThrow('is being given back already');
  });

  const isKnown = (id: string, data: { amountRefundedCents?: number } = {}) =>
    prisma().payment.update({ where: { id }, data: { providerPaymentId: `pi_${randomUUID()}`, ...data } });

  it('is put to the operator with what is left of the payment, where the provider refuses it', async () => {
    const { viewer, paymentId, id } = await newRequest('accepted');
    await isKnown(paymentId, { amountRefundedCents: 700 });
    const refusal = new PaymentError('charge_disputed', 'It is disputed.', false);
    vi.spyOn(provider('stripe'), 'refundPayment').mockRejectedValue(refusal);
    await makeRefund({ requestId: id });
    const where = { type: 'refund_request_passed_on', userId: viewer.id };
    expect(await prisma().activityLog.findFirst({ where })).toMatchObject({
      details: { amountCents: 4_000 },
    });
  });

  it('is not put to the operator where it was settled while the provider refused', async () => {
    const { paymentId, id } = await newRequest('accepted');
    await isKnown(paymentId);
    vi.spyOn(provider('stripe'), 'refundPayment').mockImplementation(async () => {
      await transaction((tx) => settleRefundRequest(tx, paymentId));
      throw new PaymentError('charge_already_refunded', 'It has gone back.', false);
    });
    await makeRefund({ requestId: id });
    expect(await prisma().refundRequest.findUnique({ where: { id } })).toMatchObject({ status: 'settled' });
  });

  it('is not made a second time for money that came back', async () => {
    const { viewer, paymentId } = await newRequest('settled');
    await expect(requestRefund(viewer, paymentId, '')).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('asked for this money before'),
    });
  });
});

describe('the list of refunds that failed', () => {
  it('loses the one that is named alone, once, and none that did not fail', async () => {
    const { id: userId } = await newUser();
    const newRefund = async (status: 'failed' | 'succeeded') => {
      const { id: paymentId } = await newPayment(userId, 'ebook');
      const providerRefundId = `re_${randomUUID()}`;
      await prisma().paymentRefund.create({
        data: {
          paymentId,
          provider: 'stripe',
          providerRefundId,
          status,
          amountCents: 700,
          createdAt: new Date(),
        },
      });
      return providerRefundId;
    };
    const [named, other, went] = [
      await newRefund('failed'),
      await newRefund('failed'),
      await newRefund('succeeded'),
    ];
    const resolve = (refundId: string, provider: 'stripe' | 'paypal' = 'stripe') =>
      resolveFailedRefund({ provider, refundId });
    const listed = async () => (await listFailedRefunds()).map(({ providerRefundId }) => providerRefundId);
    await expect(resolve(went), 'one that did not fail').rejects.toMatchObject({ kind: 'not_found' });
    await expect(resolve(named, 'paypal'), 'of another provider').rejects.toMatchObject({
      kind: 'not_found',
    });
    expect((await listed()).toSorted()).toEqual([named, other].toSorted());
    await resolve(named);
    await expect(resolve(named), 'twice').rejects.toMatchObject({ kind: 'not_found' });
    expect(await listed()).toEqual([other]);
  });
});
