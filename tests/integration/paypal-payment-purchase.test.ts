import { beforeEach, describe, expect, it } from 'vitest';
import { ebook, membership, resellerProFree3 } from '#app/domain/core/catalogue/products.ts';
import { isDiscountedBy, isSoldBy } from '#app/domain/selling/billing/purchase.server.ts';
import { approvedUrl } from '#app/domain/selling/billing/purchase-input.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { connectPaypal } from '#app/platform/payments/payments.server.ts';
import { deliverFacts, stateOf } from '#tests/integration/delivered-facts.ts';
import { newFact } from '#tests/integration/facts.ts';
import { newAddress } from '#tests/integration/joining.ts';
import { answerTo, deliver, fake, idIn, newBuyer, withPaypal } from '#tests/integration/paypal-buyers.ts';
import { activityOf, newViewer } from '#tests/integration/people.ts';
import {
  openHostedCheckout,
  openPaypalApproval,
  startMembershipPayment,
} from '#tests/integration/purchases.ts';

withPaypal();

const dayMs = 24 * 3600 * 1000;

describe('buying with PayPal', () => {
  let begunBefore = 0;

  beforeEach(async () => {
    begunBefore = await fake.subscriptionCount();
    connectPaypal(fake.settings);
  });

  it('leads to the approval, the same for a second press or a second tab', async () => {
    const viewer = await newViewer();
    const [address, again] = await Promise.all([openPaypalApproval(viewer), openPaypalApproval(viewer)]);
    expect(new URL(address).origin).toBe(fake.settings.approvalOrigin);
    expect([again, await openPaypalApproval(viewer)]).toEqual([address, address]);
    const { subscriptions } = await stateOf(viewer);
    expect(subscriptions).toMatchObject([
      { provider: 'paypal', providerSubscriptionId: idIn(address), status: 'incomplete', amount: 4_700 },
    ]);
    expect((await fake.subscription(idIn(address)))?.customId).toBe(viewer.id);
    const accepted = await prisma().legalAcceptance.findMany({ where: { userId: viewer.id } });
    expect(accepted.map(({ document }) => document).toSorted()).toEqual(['refund-policy', 'terms']);
  });

  it('makes a member by the webhooks only, and sells nothing more', async () => {
    const { viewer, id, saleId, returnedTo } = await newBuyer();
    expect(returnedTo).toBe(`http://localhost:3000/thank-you?subscription_id=${id}`);
    expect((await stateOf(viewer)).plan).toBeNull();
    await deliver();
    const { plan, subscriptions, payments, mails } = await stateOf(viewer);
    expect(plan).toBe('membership');
    expect(subscriptions).toMatchObject([{ status: 'active', providerSubscriptionId: id }]);
    expect(Number(subscriptions[0]?.currentPeriodEnd)).toBeGreaterThan(Date.now());
    expect(payments).toMatchObject([
      { provider: 'paypal', providerInvoiceId: saleId, amountCents: 4_700, currency: 'usd', status: 'paid' },
    ]);
    expect(mails).toEqual(['Welcome: your membership is active']);
    for (const buy of [openPaypalApproval, openHostedCheckout])
      await expect(buy(viewer)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('asks for one token, and for another when it is taken back', async () => {
    connectPaypal(fake.settings);
    const before = await fake.tokenCount();
    await Promise.all([openPaypalApproval(await newViewer()), openPaypalApproval(await newViewer())]);
    expect(await fake.tokenCount()).toBe(before + 1);
    await fake.revokeTokens();
    await openPaypalApproval(await newViewer());
    expect(await fake.tokenCount()).toBe(before + 2);
  });

  it('is refused in words while PayPal is down, and without the right credentials', async () => {
    const viewer = await newViewer();
    fake.health.isDown = true;
    await expect(openPaypalApproval(viewer)).rejects.toMatchObject({ kind: 'unavailable' });
    fake.health.isDown = false;
    connectPaypal({ ...fake.settings, clientSecret: 'wrong' });
    await expect(openPaypalApproval(viewer)).rejects.toMatchObject({ kind: 'unavailable' });
    connectPaypal(null);
    await expect(openPaypalApproval(viewer)).rejects.toMatchObject({ kind: 'unavailable' });
    connectPaypal(fake.settings);
    await expect(openPaypalApproval(viewer)).resolves.toContain('ba_token');
  });

  it.each([
    ['takes another price than the page says', { price: '74.0' }],
    ['takes another currency', { currency: 'EUR' }],
    ['takes something to begin with', { setupFee: '1.0' }],
    ['is not sold any more', { status: 'INACTIVE' }],
    ['changes its price later', { cycles: 2 }],
  ])('is refused when the plan %s', async (_, change) => {
    await fake.changePlan(change);
    await expect(openPaypalApproval(await newViewer())).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await fake.subscriptionCount()).toBe(begunBefore);
  });

  it('is refused when PayPal does not know the plan', async () => {
    connectPaypal({ ...fake.settings, planIds: { PAYPAL_PLAN_ID: 'P-UNKNOWN' } });
    await expect(openPaypalApproval(await newViewer())).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('is not offered without the setting of its plan', async () => {
    connectPaypal({ ...fake.settings, planIds: { PAYPAL_PLAN_ID_OTHER: 'P-OTHER' } });
    expect(isSoldBy(membership, 'wallet')).toBe(false);
    expect(isSoldBy(ebook, 'wallet')).toBe(true);
    await expect(openPaypalApproval(await newViewer())).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('is cheaper by a code where it is paid once: a subscription is by card alone, and not beside free months', () => {
    expect(isDiscountedBy(ebook, 'wallet')).toBe(true);
    expect(isDiscountedBy(membership, 'wallet')).toBe(false);
    expect(isDiscountedBy(membership, 'card_page')).toBe(true);
    expect(isDiscountedBy(resellerProFree3, 'card_page')).toBe(false);
    connectPaypal(null);
    expect(isDiscountedBy(ebook, 'wallet')).toBe(false);
  });

  it('leads on from PayPal’s window to where it is seen to, or to the thanks', () => {
    const site = 'http://localhost:3000';
    expect(approvedUrl(ebook, 'ORDER 1&2')).toBe(`${site}/checkout/paypal/return?token=ORDER%201%262`);
    expect(approvedUrl(membership, 'I-1')).toBe(`${site}/thank-you`);
  });

  it('begins anew where PayPal has forgotten what was never approved', async () => {
    const viewer = await newViewer();
    const first = idIn(await openPaypalApproval(viewer));
    await fake.forget(first);
    expect(idIn(await openPaypalApproval(viewer))).not.toBe(first);
  });

  it('is not paid for twice, by card either, while the webhooks are on their way', async () => {
    const { viewer } = await newBuyer();
    for (const buy of [openPaypalApproval, startMembershipPayment, openHostedCheckout])
      await expect(buy(viewer)).rejects.toMatchObject({
        kind: 'conflict',
        message: expect.stringContaining('being confirmed'),
      });
  });

  it('never leads to an address that is not PayPal’s', async () => {
    connectPaypal({ ...fake.settings, approvalOrigin: 'https://www.paypal.com' });
    await expect(openPaypalApproval(await newViewer())).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

describe('a first payment by a plan', () => {
  it('that is not what was offered is held; a later one tells the price', async () => {
    const viewer = await newViewer();
    const subscriptionId = idIn(await openPaypalApproval(viewer));
    const paid = (invoiceId: string, amountCents: number) =>
      newFact('invoice_paid', { provider: 'paypal', subscriptionId, invoiceId, amountCents });
    const held = { heldReason: 'offered 47.00 USD, taken 74.00 USD' };
    await deliverFacts([paid(`S1-${viewer.id}`, 7_400)]);
    expect((await stateOf(viewer)).subscriptions).toMatchObject([{ ...held, amount: 7_400 }]);
    expect(await activityOf(viewer.id)).toContainEqual(expect.stringContaining('held'));
    await deliverFacts([paid(`S2-${viewer.id}`, 9_900)]);
    expect((await stateOf(viewer)).subscriptions).toMatchObject([{ ...held, amount: 9_900 }]);
  });
});

describe('the webhook', () => {
  it('takes nothing that PayPal has not signed', async () => {
    const { viewer } = await newBuyer();
    const [activated] = await fake.take();
    if (!activated) throw new Error('no event');
    const { body, headers } = activated;
    const forged = [
      { body: body.replace('ACTIVE', 'CANCELLED'), headers },
      { body: JSON.stringify(JSON.parse(body)), headers },
      { body, headers: { ...headers, 'PayPal-Transmission-Sig': 's0000' } },
      { body, headers: { 'Content-Type': 'application/json' } },
      { body: `${body},"webhook_id":"1"`, headers },
      { body: '[]', headers },
      { body: 'null', headers },
      // What PayPal cannot read it has not signed: it is asked, and refuses to say.
      { body, headers: { ...headers, 'PayPal-Transmission-Sig': '0000' } },
    ];
    for (const delivery of forged)
      expect(await answerTo(delivery)).toEqual([
        400,
        { error: expect.objectContaining({ code: 'bad_signature' }) },
      ]);
    connectPaypal({ ...fake.settings, webhookId: 'another1' });
    expect((await answerTo(activated))[0]).toBe(400);
    expect((await stateOf(viewer)).plan).toBeNull();
  });

  it('has PayPal asked about nothing that cannot be its own by its looks', async () => {
    await newBuyer();
    const [event] = await fake.take();
    if (!event) throw new Error('no event');
    const odd: Record<string, string[]> = {
      'Auth-Algo': ['', 'SHA256 with RSA', 'a'.repeat(101)],
      'Cert-Url': [
        'nowhere',
        'http://api.paypal.com/cert',
        'https://paypal.com.example/cert',
        'https://notpaypal.com/cert',
        'https://api.paypal.com:8443/cert',
        'https://somebody@api.paypal.com/cert',
        `https://api.paypal.com/${'a'.repeat(500)}`,
      ],
      'Transmission-Id': ['', 'a b', 'a'.repeat(51)],
      'Transmission-Sig': ['', 'a b', 'a'.repeat(501)],
      'Transmission-Time': [
        'now',
        new Date(Date.now() - 32 * dayMs).toISOString(),
        new Date(Date.now() + 2 * dayMs).toISOString(),
      ],
    };
    // Whatever it is asked is answered with 503.
    fake.health.isDown = true;
    for (const [name, values] of Object.entries(odd))
      for (const value of values) {
        const headers = { ...event.headers, [`PayPal-${name}`]: value };
        expect((await answerTo({ body: event.body, headers }))[0], `${name}: ${value}`).toBe(400);
      }
    expect((await answerTo({ body: '{}', headers: event.headers }))[0]).toBe(400);
    const asSandbox = { 'PayPal-Cert-Url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1' };
    expect((await answerTo({ body: event.body, headers: { ...event.headers, ...asSandbox } }))[0]).toBe(503);
    fake.health.isDown = false;
  });

  it('has PayPal asked about sixty made-up signatures of one address in ten minutes, and any number of its own', async () => {
    await newBuyer();
    const [event] = await fake.take();
    if (!event) throw new Error('no event');
    const sender = newAddress();
    const madeUp = { body: event.body, headers: { ...event.headers, 'PayPal-Transmission-Sig': 'made+up' } };
    for (let tries = 1; tries < 60; tries += 1) expect((await answerTo(madeUp, sender))[0]).toBe(400);
    for (let times = 0; times < 2; times += 1) expect((await answerTo(event, sender))[0]).toBe(200);
    fake.health.isDown = true;
    for (let times = 0; times < 2; times += 1) expect((await answerTo(event, sender))[0]).toBe(503);
    fake.health.isDown = false;
    expect((await answerTo(madeUp, sender))[0]).toBe(400);
    expect(await answerTo(madeUp, sender)).toEqual([
      429,
      { error: expect.objectContaining({ code: 'rate_limited' }) },
    ]);
    expect((await answerTo(event, newAddress()))[0]).toBe(200);
  });

  it('asks for the event again while PayPal cannot say whose it is', async () => {
    const { viewer } = await newBuyer();
    const deliveries = await fake.take();
    fake.health.isDown = true;
    for (const delivery of deliveries) expect((await answerTo(delivery))[0]).toBe(503);
    fake.health.isDown = false;
    await deliver(deliveries);
    expect((await stateOf(viewer)).plan).toBe('membership');
  });

  it('is not there where PayPal is not offered', async () => {
    await newBuyer();
    const [delivery] = await fake.take();
    connectPaypal(null);
    expect(delivery && (await answerTo(delivery))[0]).toBe(404);
  });

  it('makes no member by a subscription that was not begun here, whoever it names', async () => {
    const viewer = await newViewer();
    const planId = fake.settings.planIds.PAYPAL_PLAN_ID ?? '';
    const urls = { returnUrl: 'https://example.com/a', cancelUrl: 'https://example.com/b' };
    const { id } = await fake.begin({ planId, customId: viewer.id, ...urls });
    await fake.approve(id);
    for (const delivery of await fake.take())
      expect(await answerTo(delivery)).toEqual([200, { outcome: 'ignored' }]);
    expect(await stateOf(viewer)).toMatchObject({ plan: null, subscriptions: [], payments: [] });
  });

  it('ignores what billing does not act on', async () => {
    await fake.emit('CATALOG.PRODUCT.CREATED', { id: 'PROD-1' });
    await fake.emit('PAYMENT.SALE.COMPLETED', { id: 'S1', amount: { total: '1.00', currency: 'USD' } });
    for (const delivery of await fake.take())
      expect(await answerTo(delivery)).toEqual([200, { outcome: 'ignored' }]);
  });
});
