import { beforeEach, describe, expect, it } from 'vitest';
import { recordFee } from '#app/domain/selling/billing/fees.server.ts';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import {
  daysPass,
  newCardMember,
  pay,
  payHosted,
  renew,
  sandbox,
  settled,
  stripe,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { deliverFacts } from '#tests/integration/delivered-facts.ts';
import { paymentsOf } from '#tests/integration/ebook-buyers.ts';
import { newEbookSale, newSale, secondsAfter } from '#tests/integration/facts.ts';
import { newUser, newViewer } from '#tests/integration/people.ts';
import { openEbookCheckout, startEbookPayment } from '#tests/integration/purchases.ts';
import { doQueued, takeQueued } from '#tests/integration/queued-jobs.ts';
import { cards, confirm } from '#tests/integration/sandbox-calls.ts';

withSandbox();

// Of payments that the sandbox does not know nothing can be asked.
beforeEach(() => takeQueued('record-fee'));

const feesOf = async (userId: string) =>
  (await paymentsOf(userId)).map(({ feeCents, feeCurrency }) => ({ feeCents, feeCurrency }));

const paymentOf = async (userId: string) => String((await paymentsOf(userId))[0]?.providerPaymentId);

describe('what a payment has cost', () => {
  it('is asked for after its event, and kept beside it', async () => {
    const viewer = await newCardMember();
    await renew(viewer.id);
    expect(await feesOf(viewer.id)).toEqual(Array(2).fill({ feeCents: null, feeCurrency: null }));
    await doQueued('record-fee');
    expect(await feesOf(viewer.id)).toEqual(Array(2).fill({ feeCents: 166, feeCurrency: 'usd' }));
  });

  it('is known of what is paid once, too, by either way to pay', async () => {
    const [typed, hosted] = [await newViewer(), await newViewer()];
    await pay((await startEbookPayment(typed)).clientSecret);
    await payHosted(await openEbookCheckout(hosted));
    await doQueued('record-fee');
    for (const { id } of [typed, hosted])
      expect(await feesOf(id)).toEqual([{ feeCents: 50, feeCurrency: 'usd' }]);
  });

  it('is asked for again while the provider does not know it, or does not answer', async () => {
    const viewer = await newCardMember();
    const [job] = await takeQueued('record-fee');
    const charged = { provider: 'stripe', kind: 'payment', id: await paymentOf(viewer.id) } as const;
    expect(job).toEqual(charged);
    sandbox.failNext(500);
    sandbox.failNext(500);
    sandbox.failNext(500);
    await expect(recordFee(charged)).rejects.toThrow();
    expect(await provider('stripe').findFee({ paymentId: charged.id })).toEqual({
      cents: 166,
      currency: 'usd',
      cardFingerprint: expect.stringMatching(/^[\w-]{16}$/),
      cardCountry: 'US',
    });
    const open = await stripe.paymentIntents.create({ amount: 700, currency: 'usd' });
    await expect(recordFee({ ...charged, id: open.id })).rejects.toThrow('does not know the fee yet');
    await recordFee(charged);
    expect(await feesOf(viewer.id)).toEqual([{ feeCents: 166, feeCurrency: 'usd' }]);
    expect(await prisma().payment.findMany({ where: { userId: viewer.id } })).toMatchObject([
      { cardCountry: 'US' },
    ]);
  });

  it('is kept where the event itself tells it, in the currency of the account', async () => {
    const user = await newUser();
    const sale = newSale(user.id);
    await deliverFacts([{ ...sale.paid, feeCents: 201, feeCurrency: 'eur' }]);
    expect(await feesOf(user.id)).toEqual([{ feeCents: 201, feeCurrency: 'eur' }]);
    const other = await newUser();
    await deliverFacts([{ ...newEbookSale(other.id).paid, feeCents: 55 }]);
    expect(await feesOf(other.id)).toEqual([{ feeCents: 55, feeCurrency: 'usd' }]);
  });
});

describe('what a refund has cost', () => {
  it('is kept beside it, also when it comes back from the bank', async () => {
    const viewer = await newViewer();
    await confirm((await startEbookPayment(viewer)).clientSecret, cards.refusesRefund);
    await settled();
    await stripe.refunds.create({ payment_intent: await paymentOf(viewer.id) });
    await settled();
    await doQueued('record-fee');
    const refundsOf = () => prisma().paymentRefund.findMany({ where: { payment: { userId: viewer.id } } });
    expect(await refundsOf()).toMatchObject([{ status: 'succeeded', feeCents: 0, feeCurrency: 'usd' }]);
    await daysPass(1.1);
    expect(await refundsOf()).toMatchObject([{ status: 'failed' }]);
    expect(await takeQueued('record-fee')).toMatchObject([{ kind: 'refund' }]);
  });

  it('is told by the event where it tells it', async () => {
    const user = await newUser();
    const sale = newSale(user.id);
    await deliverFacts([sale.paid, sale.linked, { ...sale.refunded(4_700), feeCents: -136 }]);
    const refund = await prisma().paymentRefund.findFirstOrThrow({ where: { payment: { userId: user.id } } });
    expect(refund).toMatchObject({ feeCents: -136, feeCurrency: 'usd' });
  });
});

describe('what a dispute has cost', () => {
  const disputesOf = (userId: string) => prisma().paymentDispute.findMany({ where: { payment: { userId } } });

  it('is told by its events', async () => {
    const viewer = await newCardMember();
    await stripe.rawRequest(
      'POST',
      `/v1/test_helpers/payment_intents/${await paymentOf(viewer.id)}/dispute`,
      {},
    );
    await settled();
    expect(await disputesOf(viewer.id)).toMatchObject([{ feeCents: 1_500, feeCurrency: 'usd' }]);
  });

  it('is nothing for an inquiry', async () => {
    const viewer = await newCardMember();
    const path = `/v1/test_helpers/payment_intents/${await paymentOf(viewer.id)}/dispute`;
    await stripe.rawRequest('POST', path, { is_inquiry: 'true' });
    await settled();
    expect(await disputesOf(viewer.id)).toMatchObject([{ feeCents: null }]);
  });

  it('is what was told last, whatever comes last; and in one second what tells more than nothing', async () => {
    const user = await newUser();
    const sale = newSale(user.id);
    await deliverFacts([sale.paid, sale.linked]);
    const at = { createdAt: secondsAfter(100) };
    const opened = sale.disputed(at);
    const withdrawn = { ...sale.disputed(at), disputeId: opened.disputeId, feeCents: 1_500 };
    const won = { ...sale.decided('won', { createdAt: secondsAfter(200) }), disputeId: opened.disputeId };
    expect(await applyPaymentEvent(opened)).toBe('applied');
    await applyPaymentEvent(withdrawn);
    expect(await disputesOf(user.id)).toMatchObject([{ feeCents: 1_500 }]);
    await applyPaymentEvent({ ...won, feeCents: 0 });
    await applyPaymentEvent({ ...withdrawn, eventId: 'evt_late_fee', createdAt: secondsAfter(150) });
    expect(await disputesOf(user.id)).toMatchObject([{ feeCents: 0 }]);
  });
});
