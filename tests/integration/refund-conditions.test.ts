import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeRefund } from '#app/domain/selling/billing/refund-making.server.ts';
import {
  planRefund,
  requestRefund,
  settleRefundRequest,
} from '#app/domain/selling/billing/refund-request.server.ts';
import {
  listFailedRefunds,
  resolveFailedRefund,
} from '#app/domain/selling/payment-events/failed-refunds.server.ts';
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

const days = (count: number) => new Date(Date.now() + count * 24 * 3600 * 1000);

describe('the guarantee covers the first payment of a membership, once per person', () => {
  const chanceOf = async (userId: string, id: string) => {
    const chance = (await planRefund(userId, id))?.chance;
    return chance?.kind === 'on_request' ? chance.why : chance?.kind;
  };
  const change = (id: string, data: Parameters<ReturnType<typeof prisma>['payment']['update']>[0]['data']) =>
    prisma().payment.update({ where: { id }, data });
  const newUse = (
    userId: string,
    paymentId: string,
    data: { status?: 'declined'; isGuaranteed?: false } = {},
  ) =>
    prisma().refundRequest.create({
      data: {
        userId,
        paymentId,
        reason: '',
        requestedAt: new Date(),
        status: 'settled',
        isGuaranteed: true,
        ...data,
      },
    });

  it('and no later month, other product, or payment of a membership that was joined again', async () => {
    const { id: userId } = await newUser();
    const [first, second] = [await newEnded(userId), await newEnded(userId)];
    const month = await newPayment(userId, 'membership', first.id);
    await change(month.id, { paidAt: days(-29) });
    const later = await newPayment(userId, 'membership', first.id);
    expect(await chanceOf(userId, month.id)).toBe('guaranteed');
    expect(await chanceOf(userId, later.id)).toBe('later_payment');
    await change(month.id, { paidAt: days(-31) });
    expect(await chanceOf(userId, month.id)).toBe('too_late');
    const again = await newPayment(userId, 'membership', second.id);
    expect(await chanceOf(userId, again.id)).toBe('later_payment');
    for (const product of ['ebook', 'reseller_programme', 'reseller_pro'])
      expect(await chanceOf(userId, (await newPayment(userId, product)).id), product).toBe('other_product');
  });

  it('with whatever provider', async () => {
    const { id: userId } = await newUser();
    const wallet = await newPayment(userId, 'membership', (await newEnded(userId)).id);
    await change(wallet.id, { provider: 'paypal', paidAt: days(-2) });
    const card = await newPayment(userId, 'membership', (await newEnded(userId)).id);
    expect(await chanceOf(userId, wallet.id)).toBe('guaranteed');
    expect(await chanceOf(userId, card.id)).toBe('later_payment');
  });

  it('not counting payments that failed, an undone second subscription, and price differences', async () => {
    const { id: userId } = await newUser();
    const membership = await newEnded(userId);
    const undone = await newEnded(userId);
    await prisma().subscription.update({ where: { id: undone.id }, data: { undoneAt: new Date() } });
    const failed = await newPayment(userId, 'membership', membership.id);
    await change(failed.id, { status: 'failed', paidAt: days(-5) });
    const second = await newPayment(userId, 'membership', undone.id);
    await change(second.id, { paidAt: days(-4) });
    const difference = await newPayment(userId, 'membership', membership.id);
    await change(difference.id, {
      paidAt: days(-3),
      billingReason: 'subscription_update',
      kind: 'adjustment',
      amountCents: 2_000,
    });
    const first = await newPayment(userId, 'membership', membership.id);
    expect(await chanceOf(userId, first.id)).toBe('guaranteed');
    expect(await chanceOf(userId, difference.id)).toBe('price_difference');
  });

  it('also where a trial was ended early and billed whole, or its first months cost nothing', async () => {
    const { id: userId } = await newUser();
    const membership = await newEnded(userId);
    await prisma().freePeriod.create({
      data: { subscriptionId: membership.id, startsAt: days(-90), endsAt: days(-1) },
    });
    const first = await newPayment(userId, 'membership', membership.id);
    await change(first.id, { billingReason: 'subscription_update' });
    expect(await chanceOf(userId, first.id)).toBe('guaranteed');
    await change(first.id, { amountCents: 3_700 });
    expect(await chanceOf(userId, first.id), 'with a discount, or what was left to their credit').toBe(
      'guaranteed',
    );
  });

  it('by what it paid for, whatever the provider calls it and however much it was', async () => {
    const { id: userId } = await newUser();
    const membership = await newEnded(userId);
    for (const billingReason of ['manual', null, 'subscription_update']) {
      const difference = await newPayment(userId, 'membership', membership.id);
      await change(difference.id, { paidAt: days(-3), billingReason, kind: 'adjustment' });
      expect(await chanceOf(userId, difference.id), String(billingReason)).toBe('price_difference');
    }
    const first = await newPayment(userId, 'membership', membership.id);
    expect(await chanceOf(userId, first.id)).toBe('guaranteed');
  });

  it('what is left of it, where an operator gave back a part before', async () => {
    const { id: userId } = await newUser();
    const first = await newPayment(userId, 'membership', (await newEnded(userId)).id);
    await change(first.id, { status: 'partially_refunded', amountRefundedCents: 1_000 });
    expect((await planRefund(userId, first.id))?.chance).toEqual({ kind: 'guaranteed', cents: 3_700 });
    await newUse(userId, (await newPayment(userId, 'ebook')).id);
    expect(await chanceOf(userId, first.id), 'used for another product, long ago').toBe('guaranteed');
  });

  it('unless it was used before, here or with the same card on another account', async () => {
    const [mine, other] = [await newUser(), await newUser()];
    const used = await newPayment(other.id, 'membership', (await newEnded(other.id)).id);
    const { id } = await newUse(other.id, used.id);
    const first = await newPayment(mine.id, 'membership', (await newEnded(mine.id)).id);
    expect(await chanceOf(mine.id, first.id)).toBe('guaranteed');
    for (const payment of [used, first]) await change(payment.id, { cardFingerprint: `card-${mine.id}` });
    expect(await chanceOf(mine.id, first.id)).toBe('used');
    await prisma().refundRequest.update({ where: { id }, data: { status: 'declined' } });
    expect(await chanceOf(mine.id, first.id), 'declined').toBe('guaranteed');
    await prisma().refundRequest.update({ where: { id }, data: { status: 'settled', isGuaranteed: false } });
    expect(await chanceOf(mine.id, first.id), 'given by an operator').toBe('guaranteed');
  });
});

describe('the guarantee that somebody used on another account', () => {
  const chanceOn = async (firstEmail: string, secondEmail: string) => {
    const [first, second] = [await newUser(), await newUser()];
    for (const [{ id }, email] of [
      [first, firstEmail],
      [second, secondEmail],
    ] as const)
      await prisma().user.update({ where: { id }, data: { email } });
    const used = await newPayment(first.id, 'membership', (await newEnded(first.id)).id);
    await prisma().refundRequest.create({
      data: {
        userId: first.id,
        paymentId: used.id,
        reason: '',
        requestedAt: new Date(),
        status: 'settled',
        isGuaranteed: true,
      },
    });
    const payment = await newPayment(second.id, 'membership', (await newEnded(second.id)).id);
    const chance = (await planRefund(second.id, payment.id))?.chance;
    return chance?.kind === 'on_request' ? chance.why : chance?.kind;
  };

  it('is used where its address is another spelling of theirs', async () => {
    const name = `n${randomUUID().slice(0, 8)}`;
    expect(await chanceOn(`${name}@example.com`, `${name}+two@example.com`)).toBe('used');
    expect(await chanceOn(`${name}.x@gmail.com`, `${name}x+3@googlemail.com`)).toBe('used');
    expect(await chanceOn(`${name}.y@example.com`, `${name}y@example.com`)).toBe('guaranteed');
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
    const { id: paymentId } = await newPayment(viewer.id, 'membership', (await newEnded(viewer.id)).id);
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
    vi.spyOn(provider('stripe'), 'findFee').mockResolvedValue(null);
    vi.spyOn(provider('stripe'), 'refundPayment').mockRejectedValue(refusal);
    await makeRefund({ requestId: id });
    const where = { type: 'refund_request_passed_on', userId: viewer.id };
    expect(await prisma().activityLog.findFirst({ where })).toMatchObject({
      details: { amountCents: 4_000 },
    });
  });

  it('is granted by the day it was made, however late its money is given back', async () => {
    const { paymentId, id } = await newRequest('accepted');
    await isKnown(paymentId);
    await prisma().payment.update({ where: { id: paymentId }, data: { paidAt: days(-31) } });
    vi.spyOn(provider('stripe'), 'findFee').mockResolvedValue(null);
    const refund = vi.spyOn(provider('stripe'), 'refundPayment').mockResolvedValue(undefined);
    await makeRefund({ requestId: id });
    expect(refund).toHaveBeenCalledOnce();
  });

  it('is not put to the operator where it was settled while the provider refused', async () => {
    const { paymentId, id } = await newRequest('accepted');
    await isKnown(paymentId);
    vi.spyOn(provider('stripe'), 'findFee').mockResolvedValue(null);
    vi.spyOn(provider('stripe'), 'refundPayment').mockImplementation(async () => {
      await transaction((tx) => settleRefundRequest(tx, paymentId));
      throw new PaymentError('charge_already_refunded', 'It has gone back.', false);
    });
    await makeRefund({ requestId: id });
    expect(await prisma().refundRequest.findUnique({ where: { id } })).toMatchObject({ status: 'settled' });
  });

  it('is put to the operator where the card that paid has used the guarantee, and was not known before', async () => {
    const other = await newUser();
    const used = await newPayment(other.id, 'membership', (await newEnded(other.id)).id);
    const card = `card-${other.id}`;
    await prisma().payment.update({ where: { id: used.id }, data: { cardFingerprint: card } });
    const viewer = await newViewer();
    const payment = await newPayment(viewer.id, 'membership', (await newEnded(viewer.id)).id);
    await isKnown(payment.id);
    await prisma().refundRequest.create({
      data: {
        userId: other.id,
        paymentId: used.id,
        reason: '',
        requestedAt: new Date(),
        status: 'settled',
        isGuaranteed: true,
      },
    });
    expect(await requestRefund(viewer, payment.id, '')).toEqual({ isGuaranteed: true, isNew: true });
    vi.spyOn(provider('stripe'), 'findFee').mockResolvedValue({
      cents: 150,
      currency: 'usd',
      cardFingerprint: card,
    });
    const refund = vi.spyOn(provider('stripe'), 'refundPayment').mockResolvedValue(undefined);
    const request = { where: { paymentId: payment.id } };
    const { id } = await prisma().refundRequest.findUniqueOrThrow(request);
    await makeRefund({ requestId: id });
    expect(refund).not.toHaveBeenCalled();
    expect(await prisma().refundRequest.findUnique(request)).toMatchObject({
      status: 'asked',
      isGuaranteed: false,
    });
    // The operator may give it all the same.
    await prisma().refundRequest.update({ where: { id }, data: { status: 'accepted' } });
    await makeRefund({ requestId: id });
    expect(refund).toHaveBeenCalledOnce();
  });

  it('is covered once for a person who asks on several accounts at the same moment', async () => {
    const viewers = await Promise.all([newViewer(), newViewer(), newViewer()]);
    const payments = await Promise.all(
      viewers.map(async ({ id }) => newPayment(id, 'membership', (await newEnded(id)).id)),
    );
    const cardFingerprint = `card-${viewers[0]?.id}`;
    for (const { id } of payments)
      await prisma().payment.update({ where: { id }, data: { cardFingerprint } });
    const answers = await Promise.all(
      viewers.map((viewer, index) => requestRefund(viewer, payments[index]?.id ?? '', '')),
    );
    expect(answers.filter(({ isGuaranteed }) => isGuaranteed)).toHaveLength(1);
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
