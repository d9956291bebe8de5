import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { listPayments } from '#app/domain/selling/billing/billing-overview.server.ts';
import {
  acceptRefundRequest,
  declineRefundRequest,
  listRefundRequests,
} from '#app/domain/selling/billing/refund-answers.server.ts';
import { makeRefund } from '#app/domain/selling/billing/refund-making.server.ts';
import { planRefund, requestRefund } from '#app/domain/selling/billing/refund-request.server.ts';
import { resolveFailedRefund } from '#app/domain/selling/payment-events/failed-refunds.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { connectPayments, provider } from '#app/platform/payments/payments.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import {
  newCardMember,
  pay,
  sandbox,
  settled,
  stripe,
  webhooks,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { deliver, fake, newPaypalMember, withPaypal } from '#tests/integration/paypal-buyers.ts';
import { activityOf, at, mailsTo, newViewer, subjectsTo } from '#tests/integration/people.ts';
import { startEbookPayment } from '#tests/integration/purchases.ts';
import { doQueued, takeQueued } from '#tests/integration/queued-jobs.ts';
import { cutOffStripe } from '#tests/integration/stripe-outage.ts';

withSandbox();
withPaypal();

const day = 24 * 3600 * 1000;
const inDays = (days: number) => Date.now() + days * day;

beforeEach(async () => {
  await takeQueued('make-refund');
  // Everybody here pays with one card: its guarantee is to be unused again.
  await prisma().refundRequest.updateMany({ data: { isGuaranteed: false } });
});

/** The latest payment of a user. */
const paymentOf = (userId: string) =>
  prisma().payment.findFirstOrThrow({
    where: { userId },
    orderBy: { createdAt: 'desc' },
    include: { refunds: true, refundRequest: true },
  });

/** Somebody who has bought the ebook by card. */
async function newReader(): Promise<Viewer> {
  const viewer = await newViewer();
  await pay((await startEbookPayment(viewer)).clientSecret);
  return viewer;
}

const ask = async (viewer: Viewer, reason = '') =>
  requestRefund(viewer, (await paymentOf(viewer.id)).id, reason);

/** What was asked for is done, at a card's provider. */
async function done(): Promise<void> {
  await doQueued('make-refund');
  await settled();
}

const operatorMails = () => mailsTo(config().supportEmail);

describe('within the days of the guarantee', () => {
  it('a membership’s payment goes back at once, once, and ends it', async () => {
    const viewer = await newCardMember();
    const { id } = await paymentOf(viewer.id);
    expect(await planRefund(viewer.id, id)).toMatchObject({
      chance: { kind: 'guaranteed', cents: 4_700 },
      ends: 'subscription',
      request: null,
    });
    const answers = await Promise.all([ask(viewer, 'Not for me'), ask(viewer), ask(viewer)]);
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(answers.every(({ isGuaranteed }) => isGuaranteed)).toBe(true);
    expect((await listPayments(viewer.id)).rows).toMatchObject([{ refundRequest: 'accepted' }]);
    await done();
    const payment = await paymentOf(viewer.id);
    expect(payment).toMatchObject({
      status: 'refunded',
      refundRequest: { status: 'settled', reason: expect.any(String) },
    });
    expect(payment.refunds).toMatchObject([{ amountCents: 4_700 }]);
    const [mail] = await mailsTo(viewer.email);
    expect([mail?.subject, mail?.text]).toEqual([
      'Your refund is on its way',
      expect.stringContaining('Credit note CN-'),
    ]);
    await doQueued('end-subscription');
    await settled();
    expect(await prisma().subscription.findFirst({ where: { userId: viewer.id } })).toMatchObject({
      status: 'canceled',
    });
    await expect(ask(viewer)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await operatorMails()).toEqual([]);
  });

  it('the job done again gives nothing more back', async () => {
    const viewer = await newCardMember();
    await ask(viewer);
    const [data] = await takeQueued('make-refund');
    await Promise.all([makeRefund(data as never), makeRefund(data as never)]);
    await settled();
    await makeRefund(data as never);
    await settled();
    const payment = await paymentOf(viewer.id);
    expect(payment.refunds).toHaveLength(1);
    expect(payment).toMatchObject({ status: 'refunded', amountRefundedCents: 4_700 });
    const { data: atProvider } = await stripe.refunds.list({
      payment_intent: String(payment.providerPaymentId),
    });
    expect(atProvider).toHaveLength(1);
  });

  it('what was given back in part before is not given twice', async () => {
    const viewer = await newCardMember();
    const { providerPaymentId } = await paymentOf(viewer.id);
    await stripe.refunds.create({ payment_intent: String(providerPaymentId), amount: 200 });
    await settled();
    await ask(viewer);
    await done();
    expect(await paymentOf(viewer.id)).toMatchObject({ status: 'refunded', amountRefundedCents: 4_700 });
  });

  it('the ebook goes back with its money, by a person', async () => {
    const viewer = await newReader();
    const { id } = await paymentOf(viewer.id);
    expect(await planRefund(viewer.id, id)).toMatchObject({ ends: 'purchase' });
    expect(await ask(viewer)).toEqual({ isGuaranteed: false, isNew: true });
    await acceptRefundRequest((await paymentOf(viewer.id)).refundRequest?.id ?? '');
    await done();
    expect(await prisma().purchase.findFirst({ where: { userId: viewer.id } })).toMatchObject({
      status: 'refunded',
    });
  });

  it('a membership paid with PayPal goes back too', async () => {
    const { viewer } = await newPaypalMember();
    expect(await ask(viewer)).toEqual({ isGuaranteed: true, isNew: true });
    await doQueued('make-refund');
    await doQueued('make-refund');
    await deliver();
    const payment = await paymentOf(viewer.id);
    expect(payment).toMatchObject({ status: 'refunded', refundRequest: { status: 'settled' } });
    expect(payment.refunds).toMatchObject([{ amountCents: 4_700, feeCents: 0, feeCurrency: 'usd' }]);
  });

  it('while the provider is down the job comes again', async () => {
    const viewer = await newCardMember();
    await ask(viewer);
    const [data] = await takeQueued('make-refund');
    cutOffStripe();
    await expect(makeRefund(data as never)).rejects.toMatchObject({ isRetryable: true });
    expect((await paymentOf(viewer.id)).refundRequest).toMatchObject({ status: 'accepted' });
    connectPayments(sandbox.apiPort);
    await makeRefund(data as never);
    await settled();
    expect(await paymentOf(viewer.id)).toMatchObject({ status: 'refunded' });
  });
});

describe('a payment that its provider does not know', () => {
  it.each(['stripe', 'paypal'] as const)('at %s is put to the operator in words for people', async (name) => {
    const viewer = name === 'stripe' ? await newCardMember() : (await newPaypalMember()).viewer;
    const { id } = await paymentOf(viewer.id);
    await ask(viewer);
    const providerPaymentId = name === 'stripe' ? `pi_elsewhere${Date.now()}` : `ELSEWHERE${Date.now()}`;
    await prisma().payment.update({ where: { id }, data: { providerPaymentId } });
    await doQueued('make-refund');
    expect((await paymentOf(viewer.id)).refundRequest).toMatchObject({ status: 'asked' });
    const mail = (await operatorMails()).find(
      ({ text }) => text.includes(viewer.email) && text.includes('at once'),
    );
    expect(mail?.text).toContain(
      'could not be done at once: the payment provider does not know this payment. It may have been made with another account there: give it back in that account.',
    );
    expect(mail?.text).toContain('The guarantee covers it');
    expect(mail?.text).not.toContain('resource_missing');
  });

  it('is not said to be covered by the guarantee where an operator has granted it', async () => {
    const viewer = await newCardMember();
    const { id } = await paymentOf(viewer.id);
    await prisma().payment.update({
      where: { id },
      data: { providerPaymentId: `pi_elsewhere${Date.now()}`, paidAt: new Date(inDays(-90)) },
    });
    expect(await ask(viewer)).toMatchObject({ isGuaranteed: false });
    await acceptRefundRequest((await paymentOf(viewer.id)).refundRequest?.id ?? '');
    await doQueued('make-refund');
    const mail = (await operatorMails()).find(
      ({ text }) => text.includes(viewer.email) && text.includes('at once'),
    );
    expect(mail?.text).toContain('It could not be done at once: the payment provider does not know');
    expect(mail?.text).not.toContain('guarantee');
  });
});

describe('a payment in dispute', () => {
  it('is not given back, nor one that comes into dispute before the job: that is for the operator', async () => {
    const viewer = await newCardMember();
    const { providerPaymentId, id } = await paymentOf(viewer.id);
    const dispute = () =>
      stripe.rawRequest('POST', `/v1/test_helpers/payment_intents/${providerPaymentId}/dispute`, {});
    await ask(viewer);
    webhooks.areTaken = false;
    await dispute();
    // The bank has it, and the site does not know yet: the provider refuses.
    await doQueued('make-refund');
    webhooks.areTaken = true;
    expect((await paymentOf(viewer.id)).refundRequest).toMatchObject({ status: 'asked' });
    const [mail] = await operatorMails();
    expect(mail?.text).toContain('could not be done at once: the payer has disputed it with their bank.');
    expect((await activityOf(viewer.id)).at(-1)).toContain('passed on to the operator');
    await settled();
    expect(await planRefund(viewer.id, id)).toMatchObject({ chance: { kind: 'refused' } });
    const request = (await paymentOf(viewer.id)).refundRequest?.id ?? '';
    await expect(acceptRefundRequest(request)).rejects.toMatchObject({ kind: 'conflict' });
    const other = await newCardMember();
    const { providerPaymentId: paid } = await paymentOf(other.id);
    await stripe.rawRequest('POST', `/v1/test_helpers/payment_intents/${paid}/dispute`, {
      is_inquiry: 'true',
    });
    await settled();
    await expect(ask(other)).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('in dispute'),
    });
  });

  it('is not even asked for where the site knows of the dispute before the job', async () => {
    const viewer = await newCardMember();
    const { providerPaymentId } = await paymentOf(viewer.id);
    await ask(viewer);
    await stripe.rawRequest('POST', `/v1/test_helpers/payment_intents/${providerPaymentId}/dispute`, {});
    await settled();
    const refund = vi.spyOn(provider('stripe'), 'refundPayment');
    await doQueued('make-refund');
    expect(refund).not.toHaveBeenCalled();
    refund.mockRestore();
    expect((await paymentOf(viewer.id)).refundRequest).toMatchObject({ status: 'asked' });
  });

  it('with PayPal is refused likewise, and what a lost one costs is kept', async () => {
    const { viewer, saleId } = await newPaypalMember();
    const dispute = await fake.dispute(saleId);
    await deliver();
    await expect(ask(viewer)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await takeQueued('make-refund')).toEqual([]);
    await fake.resolve(dispute, 'RESOLVED_BUYER_FAVOUR');
    await deliver();
    expect(await prisma().paymentDispute.findFirst({ where: { providerDisputeId: dispute } })).toMatchObject({
      outcome: 'lost',
      feeCents: 1_500,
      feeCurrency: 'usd',
    });
    await expect(ask(viewer)).rejects.toMatchObject({
      message: expect.stringContaining('gone back already'),
    });
  });
});

describe('after the days of the guarantee', () => {
  it('the operator is asked, and says yes', async () => {
    const viewer = await newCardMember();
    const before = (await operatorMails()).length;
    const answers = await at(inDays(31), () => Promise.all([ask(viewer, 'Was ill'), ask(viewer, 'Was ill')]));
    expect(answers.map(({ isGuaranteed }) => isGuaranteed)).toEqual([false, false]);
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await takeQueued('make-refund')).toEqual([]);
    expect((await operatorMails()).length).toBe(before + 1);
    const { id } = (await paymentOf(viewer.id)).refundRequest ?? { id: '' };
    const [mail] = await operatorMails();
    for (const part of [viewer.email, '$47.00', 'Was ill', '/admin/payments/requests', `accept-refund ${id}`])
      expect(mail?.text).toContain(part);
    expect((await subjectsTo(viewer.email)).at(-1)).toBe('We have your refund request');
    expect((await listRefundRequests(null, 100)).rows).toContainEqual(
      expect.objectContaining({ id, email: viewer.email, amountCents: 4_700, reason: 'Was ill' }),
    );
    await Promise.allSettled([acceptRefundRequest(id), acceptRefundRequest(id)]).then((results) =>
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']),
    );
    await done();
    expect(await paymentOf(viewer.id)).toMatchObject({
      status: 'refunded',
      refundRequest: { status: 'settled' },
    });
    expect((await listRefundRequests(null, 100)).rows.map((row) => row.id)).not.toContain(id);
  });

  it('or says no, in words; and is not asked again', async () => {
    const viewer = await newCardMember();
    await at(inDays(31), () => ask(viewer));
    const { refundRequest, id: paymentId } = await paymentOf(viewer.id);
    const id = refundRequest?.id ?? '';
    await expect(declineRefundRequest(id, '  ')).rejects.toMatchObject({ kind: 'invalid' });
    await declineRefundRequest(id, 'It was read to the end.');
    const [mail] = await mailsTo(viewer.email);
    expect(mail?.text).toContain('It was read to the end.');
    expect(await planRefund(viewer.id, paymentId)).toMatchObject({
      request: { status: 'declined', answer: 'It was read to the end.' },
    });
    await expect(ask(viewer)).rejects.toThrow('We have answered your request');
    for (const again of [() => acceptRefundRequest(id), () => declineRefundRequest(id, 'no')])
      await expect(again()).rejects.toMatchObject({ kind: 'not_found' });
    await done();
    expect(await paymentOf(viewer.id)).toMatchObject({ status: 'paid' });
  });

  it('what the operator gives back at the provider answers the request too', async () => {
    const viewer = await newCardMember();
    await at(inDays(31), () => ask(viewer));
    const { providerPaymentId } = await paymentOf(viewer.id);
    await stripe.refunds.create({ payment_intent: String(providerPaymentId) });
    await settled();
    expect((await paymentOf(viewer.id)).refundRequest).toMatchObject({ status: 'settled' });
  });
});

describe('what the guarantee does not cover', () => {
  it('is for the operator from the first day', async () => {
    const viewer = await newViewer();
    const told = {
      userId: viewer.id,
      product: 'reseller_programme',
      provider: 'stripe',
      status: 'paid',
    } as const;
    await prisma().payment.create({
      data: { ...told, providerInvoiceId: `pi_${viewer.id}`, amountCents: 99_700, paidAt: new Date() },
    });
    expect(await ask(viewer)).toEqual({ isGuaranteed: false, isNew: true });
  });
});

describe('a refund that fails at the bank', () => {
  it('is made in another way: it is not asked for again', async () => {
    const viewer = await newCardMember();
    await ask(viewer);
    await done();
    const { id, refunds } = await paymentOf(viewer.id);
    await prisma().paymentRefund.updateMany({ where: { paymentId: id }, data: { status: 'failed' } });
    await prisma().payment.update({ where: { id }, data: { status: 'paid', amountRefundedCents: 0 } });
    await expect(ask(viewer)).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('another way'),
    });
    const failed = { provider: 'stripe', refundId: refunds[0]?.providerRefundId ?? '' } as const;
    const { actor: helper } = await newActor('support');
    await expect(resolveFailedRefund(failed, helper)).rejects.toMatchObject({ kind: 'not_allowed' });
    await resolveFailedRefund(failed);
    await expect(ask(viewer)).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('gone back already'),
    });
  });
});

describe('somebody else’s payment', () => {
  it('is not there, nor is one of an odd name', async () => {
    const owner = await newCardMember();
    const stranger = await newViewer({ role: 'admin' });
    const { id } = await paymentOf(owner.id);
    for (const asked of [id, 'x', '', "'; DROP TABLE payments", '\0']) {
      expect(await planRefund(stranger.id, asked)).toBeNull();
      await expect(requestRefund(stranger, asked, '')).rejects.toMatchObject({ kind: 'not_found' });
    }
    for (const request of ['x', '\0', id])
      await expect(acceptRefundRequest(request)).rejects.toMatchObject({ kind: 'not_found' });
    await makeRefund({ requestId: id });
    expect(await prisma().refundRequest.count({ where: { paymentId: id } })).toBe(0);
  });

  it('is not looked for without end', async () => {
    const stranger = await newViewer();
    const guess = () => requestRefund(stranger, 'x', '').catch(({ message }: Error) => message);
    const answers: unknown[] = [];
    for (let guesses = 0; guesses < 21; guesses += 1) answers.push(await guess());
    expect(new Set(answers.slice(0, 20))).toEqual(new Set(['There is no such payment.']));
    expect(answers[20]).not.toBe('There is no such payment.');
  });
});
