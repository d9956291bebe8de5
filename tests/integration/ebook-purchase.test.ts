import { describe, expect, it } from 'vitest';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import { listHeld } from '#app/domain/selling/billing/held-payments.server.ts';
import { refundPayment } from '#app/domain/selling/billing/undo.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { connectPayments } from '#app/platform/payments/payments.server.ts';
import {
  card,
  pay,
  sandbox,
  settled,
  stripe,
  webhooks,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { paymentsOf, purchasesOf, refundJobs } from '#tests/integration/ebook-buyers.ts';
import { activityOf, at, mailsTo, newViewer } from '#tests/integration/people.ts';
import { openEbookCheckout, startEbookPayment } from '#tests/integration/purchases.ts';
import { cutOffStripe } from '#tests/integration/stripe-outage.ts';

withSandbox();

const intentOf = (clientSecret: string) => String(clientSecret.split('_secret')[0]);

/** Pays at the hosted checkout and returns where the browser goes next. */
async function payHosted(address: string): Promise<string | null> {
  const body = new URLSearchParams(card);
  const paid = await fetch(address, { method: 'POST', body, redirect: 'manual' });
  await settled();
  return paid.headers.get('location');
}

/** A payment that the site did not begin, in the buyer's name. */
async function payElsewhere(userId: string, amount: number, currency = 'usd'): Promise<string> {
  const metadata = { user_id: userId, product: 'ebook' };
  const { id, client_secret } = await stripe.paymentIntents.create({ amount, currency, metadata });
  await pay(String(client_secret));
  return id;
}

describe('buying the ebook', () => {
  it('gives the same payment again, by a reload or by two tabs at once', async () => {
    const viewer = await newViewer();
    const [first, second] = await Promise.all([startEbookPayment(viewer), startEbookPayment(viewer)]);
    expect(second).toEqual(first);
    expect(await startEbookPayment(viewer)).toEqual(first);
    expect(await purchasesOf(viewer.id)).toMatchObject([{ status: 'begun', amountCents: 700 }]);
    expect(await isEntitled(viewer.id, 'ebook')).toBe(false);
    expect(await stripe.paymentIntents.retrieve(intentOf(first.clientSecret))).toMatchObject({
      amount: 700,
      currency: 'usd',
      metadata: { user_id: viewer.id, product: 'ebook' },
    });
  });

  it('gives it to who pays, with a mail, and sells it no second time', async () => {
    const viewer = await newViewer();
    const { clientSecret } = await startEbookPayment(viewer);
    await pay(clientSecret);
    expect(await isEntitled(viewer.id, 'ebook')).toBe(true);
    const [payment] = await paymentsOf(viewer.id);
    expect(payment).toMatchObject({
      product: 'ebook',
      amountCents: 700,
      taxCents: 0,
      currency: 'usd',
      status: 'paid',
      providerPaymentId: intentOf(clientSecret),
    });
    expect(await purchasesOf(viewer.id)).toMatchObject([{ status: 'paid', paymentId: payment?.id }]);
    const [mail, ...others] = await mailsTo(viewer.email);
    expect(mail?.text).toContain('/ebook');
    expect(others).toEqual([]);
    for (const buy of [startEbookPayment, openEbookCheckout])
      await expect(buy(viewer)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('works at the hosted checkout, told by payment and checkout and counted once', async () => {
    const viewer = await newViewer();
    const presses = () => Promise.all([openEbookCheckout(viewer), openEbookCheckout(viewer)]);
    const minute = Math.floor(Date.now() / 60_000) * 60_000;
    const [address, again] = await at(minute, presses);
    expect(again).toBe(address);
    expect(await at(minute + 59_999, presses), 'in the same minute').toEqual([address, address]);
    expect(await at(minute + 60_000, () => openEbookCheckout(viewer)), 'in the next').not.toBe(address);
    expect(await (await fetch(address)).text()).toContain('$7.00 <small>once</small>');
    expect(await payHosted(address)).toBe('http://localhost:3000/tripwire-success');
    expect(await isEntitled(viewer.id, 'ebook')).toBe(true);
    expect(await paymentsOf(viewer.id)).toHaveLength(1);
    expect(await mailsTo(viewer.email)).toHaveLength(1);
    const accepted = await prisma().legalAcceptance.findMany({ where: { userId: viewer.id } });
    expect(accepted.map(({ document }) => document).sort()).toEqual(['refund-policy', 'terms']);
  });

  it('does not sell it to a member', async () => {
    const viewer = await newViewer({ hasMembership: true });
    for (const buy of [startEbookPayment, openEbookCheckout])
      await expect(buy(viewer)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('sells nothing more to who has paid, also before the webhook has come', async () => {
    const viewer = await newViewer();
    const { clientSecret } = await startEbookPayment(viewer);
    const address = await openEbookCheckout(viewer);
    webhooks.areTaken = false;
    const body = new URLSearchParams(card);
    await fetch(address, { method: 'POST', body, redirect: 'manual' });
    for (const buy of [startEbookPayment, openEbookCheckout])
      await expect(buy(viewer)).rejects.toMatchObject({
        message: expect.stringContaining('being confirmed'),
      });
    expect(await isEntitled(viewer.id, 'ebook')).toBe(false);
    webhooks.areTaken = true;
    await settled();
    expect(await isEntitled(viewer.id, 'ebook')).toBe(true);
    await pay(clientSecret);
    expect(await refundJobs()).toContain(intentOf(clientSecret));
  });

  it('twice, in two ways at once, keeps the first and gives the money of the second back', async () => {
    const viewer = await newViewer();
    const address = await openEbookCheckout(viewer);
    const { clientSecret } = await startEbookPayment(viewer);
    await pay(clientSecret);
    await payHosted(address);
    const [kept, second] = await purchasesOf(viewer.id);
    expect([kept?.status, second?.status]).toEqual(['paid', 'not_granted']);
    const job = { provider: 'stripe' as const, providerPaymentId: String(second?.providerPaymentId) };
    expect(await refundJobs()).toContain(job.providerPaymentId);
    await refundPayment(job);
    await refundPayment(job);
    await settled();
    expect((await paymentsOf(viewer.id)).map(({ status }) => status)).toEqual(['paid', 'refunded']);
    expect((await purchasesOf(viewer.id)).map(({ status }) => status)).toEqual(['paid', 'refunded']);
    expect(await isEntitled(viewer.id, 'ebook')).toBe(true);
  });

  it.each([
    ['too little', 100, 'usd'],
    ['too much', 29_700, 'usd'],
    ['another currency', 700, 'jpy'],
  ])('holds %s for the operator, and gives nothing back by itself (P42)', async (_, amount, currency) => {
    const viewer = await newViewer();
    const id = await payElsewhere(viewer.id, amount, currency);
    expect(await isEntitled(viewer.id, 'ebook')).toBe(false);
    expect(await purchasesOf(viewer.id)).toMatchObject([{ status: 'held', amountCents: 700 }]);
    expect(await paymentsOf(viewer.id)).toMatchObject([{ amountCents: amount, currency, status: 'paid' }]);
    expect(await refundJobs()).not.toContain(id);
    expect(await mailsTo(viewer.email)).toEqual([]);
    const held = (await listHeld()).find(({ userId }) => userId === viewer.id);
    expect(held).toMatchObject({ kind: 'purchase', product: 'ebook' });
    expect((await activityOf(viewer.id)).at(-1)).toBe(`A payment for the ebook is held: ${held?.reason}`);
    await expect(startEbookPayment(viewer)).rejects.toMatchObject({ kind: 'conflict' });
    // The operator gives it back at the provider; then it can be bought again.
    await refundPayment({ provider: 'stripe', providerPaymentId: id });
    await settled();
    expect(await paymentsOf(viewer.id)).toMatchObject([{ status: 'refunded' }]);
    await expect(startEbookPayment(viewer)).resolves.toHaveProperty('clientSecret');
  });

  it('takes the book back with a full refund, not with a part of it, and can then be bought again', async () => {
    const viewer = await newViewer();
    const { clientSecret } = await startEbookPayment(viewer);
    await pay(clientSecret);
    await stripe.refunds.create({ payment_intent: intentOf(clientSecret), amount: 200 });
    await settled();
    expect(await isEntitled(viewer.id, 'ebook')).toBe(true);
    await stripe.refunds.create({ payment_intent: intentOf(clientSecret) });
    await settled();
    expect(await isEntitled(viewer.id, 'ebook')).toBe(false);
    expect(await paymentsOf(viewer.id)).toMatchObject([{ status: 'refunded', amountRefundedCents: 700 }]);
    await pay((await startEbookPayment(viewer)).clientSecret);
    expect(await isEntitled(viewer.id, 'ebook')).toBe(true);
  });

  it('takes the book back with a dispute', async () => {
    const viewer = await newViewer();
    const { clientSecret } = await startEbookPayment(viewer);
    await pay(clientSecret);
    await stripe.rawRequest('POST', `/v1/test_helpers/payment_intents/${intentOf(clientSecret)}/dispute`, {});
    await settled();
    expect(await isEntitled(viewer.id, 'ebook')).toBe(false);
    expect(await purchasesOf(viewer.id)).toMatchObject([{ status: 'disputed' }]);
  });

  it('is refused in words while the provider cannot be reached', async () => {
    const viewer = await newViewer();
    const { apiPort } = sandbox;
    cutOffStripe();
    await expect(startEbookPayment(viewer)).rejects.toMatchObject({ kind: 'unavailable' });
    connectPayments(apiPort);
    await expect(startEbookPayment(viewer)).resolves.toHaveProperty('clientSecret');
  });
});
