import { afterEach, describe, expect, it, vi } from 'vitest';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { action as stripeWebhook } from '#app/routes/api/stripe-webhook.ts';
import {
  confirmPayment,
  newCardMember,
  pay,
  settled,
  stripe,
  webhooks,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { newFact } from '#tests/integration/facts.ts';
import { answerTo, deliver, fake, newBuyer, withPaypal } from '#tests/integration/paypal-buyers.ts';
import { newViewer } from '#tests/integration/people.ts';
import { startEbookPayment, startMembershipPayment } from '#tests/integration/purchases.ts';
import { cutOffStripe } from '#tests/integration/stripe-outage.ts';

withSandbox();
withPaypal();

afterEach(() => {
  vi.restoreAllMocks();
});

const ignored = [200, { outcome: 'ignored' }];
const askedAgain = [409, { outcome: 'retry' }];

let eventCount = 0;

/** The site's answer to an event of Stripe's. */
async function answerToStripe(type: string, object: object): Promise<[number, unknown]> {
  eventCount += 1;
  const id = `evt_foreign_${eventCount}`;
  const created = Math.floor(Date.now() / 1000);
  const payload = JSON.stringify({ id, object: 'event', type, created, data: { object } });
  const header = await stripe.webhooks.generateTestHeaderStringAsync({ payload, secret: 'whsec_sandbox' });
  const request = new Request('http://localhost:3000/webhooks/stripe', {
    method: 'POST',
    body: payload,
    headers: { 'Stripe-Signature': header },
  });
  const response = await stripeWebhook({ request });
  return [response.status, await response.json()];
}

/** The site's answers to what may be told of a payment that has been made. */
async function answersTo(paymentIntentId: string, fields: object = {}) {
  const money = { payment_intent: paymentIntentId, currency: 'usd', metadata: {} };
  return [
    await answerToStripe('refund.created', {
      ...money,
      id: `re_${paymentIntentId}`,
      amount: 700,
      status: 'succeeded',
      ...fields,
    }),
    await answerToStripe('charge.dispute.created', {
      ...money,
      id: `dp_${paymentIntentId}`,
      amount: 700,
      status: 'needs_response',
    }),
    await answerToStripe('charge.dispute.closed', {
      ...money,
      id: `dp_${paymentIntentId}`,
      amount: 700,
      status: 'won',
    }),
  ];
}

/** A paid payment at Stripe, made by somebody else or by its operator. */
async function payElsewhere(fields: { customer?: string; metadata?: Record<string, string> } = {}) {
  const { id, client_secret } = await stripe.paymentIntents.create({
    amount: 900,
    currency: 'usd',
    ...fields,
  });
  await pay(String(client_secret));
  return id;
}

/** A subscription that another site sells on the same account, paid. */
async function subscribeElsewhere(customer: string) {
  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 900,
    recurring: { interval: 'month' },
    product_data: { name: 'Something else' },
    lookup_key: `other_${customer}`,
  });
  const { latest_invoice } = await stripe.subscriptions.create({
    customer,
    items: [{ price: price.id }],
    payment_behavior: 'default_incomplete',
    metadata: { user_id: '42', product: 'membership' },
    expand: ['latest_invoice.confirmation_secret'],
  });
  const invoice = latest_invoice as { id: string; confirmation_secret: { client_secret: string } };
  const secret = invoice.confirmation_secret.client_secret;
  await pay(secret);
  return { invoiceId: invoice.id, paymentIntentId: String(secret.split('_secret')[0]) };
}

describe('an event about a payment at Stripe that is not known', () => {
  it('of another site on the same account is taken and ignored, and logged without its payer', async () => {
    const info = vi.spyOn(log(), 'info');
    const paymentIntentId = await payElsewhere({ metadata: { product: 'mug', user_id: 'ann@example.com' } });
    for (const answer of await answersTo(paymentIntentId, { billing_details: { email: 'ann@example.com' } }))
      expect(answer).toEqual(ignored);
    const lines = info.mock.calls.filter(([, message]) => String(message) === 'payment event');
    expect(lines).toHaveLength(3);
    for (const [fields] of lines) expect(Object.keys(Object(fields))).toEqual(['eventId', 'type', 'outcome']);
    expect(await prisma().payment.count({ where: { providerPaymentId: paymentIntentId } })).toBe(0);
  });

  it('of another site’s subscription is ignored, the link between invoice and payment too', async () => {
    const customer = await stripe.customers.create({ email: 'other@example.com' });
    const { invoiceId, paymentIntentId } = await subscribeElsewhere(customer.id);
    for (const answer of await answersTo(paymentIntentId)) expect(answer).toEqual(ignored);
    const link = { invoice: invoiceId, payment: { type: 'payment_intent', payment_intent: paymentIntentId } };
    expect(await answerToStripe('invoice_payment.paid', link)).toEqual(ignored);
  });

  it('that a customer of the site’s made for something else is ignored', async () => {
    const viewer = await newCardMember();
    const { customerId: customer } = await prisma().providerCustomer.findFirstOrThrow({
      where: { userId: viewer.id },
    });
    for (const answer of await answersTo(await payElsewhere({ customer }), { customer }))
      expect(answer).toEqual(ignored);
  });

  it('of an invoice that the operator wrote a customer of the site’s is ignored', async () => {
    const viewer = await newCardMember();
    const { customerId } = await prisma().providerCustomer.findFirstOrThrow({ where: { userId: viewer.id } });
    const origin = { isOfInvoice: true, subscriptionId: null, customerId, metadata: {}, lookupKey: null };
    vi.spyOn(provider('stripe'), 'findOrigin').mockResolvedValue(origin);
    for (const answer of await answersTo('pi_of_an_invoice')) expect(answer).toEqual(ignored);
  });

  it('that has failed, of a subscription of the same customer to something else, is ignored', async () => {
    const { id } = await newViewer();
    const failed = newFact('invoice_failed', { subscriptionId: 'sub_else', metadata: { user_id: id } });
    expect(await applyPaymentEvent(failed)).toBe('ignored');
  });

  it('that Stripe does not know, or does not name, is ignored', async () => {
    for (const answer of await answersTo('pi_of_nobody')) expect(answer).toEqual(ignored);
    const link = { invoice: 'in_of_nobody', payment: { payment_intent: 'pi_of_nobody' } };
    expect(await answerToStripe('invoice_payment.paid', link)).toEqual(ignored);
    const old = { id: 're_old', payment_intent: null, amount: 5, currency: 'usd', metadata: {} };
    expect(await answerToStripe('refund.created', old)).toEqual(ignored);
  });

  it('of the ebook, whose own event is on its way, is asked for again', async () => {
    const viewer = await newViewer();
    const { clientSecret } = await startEbookPayment(viewer);
    webhooks.areTaken = false;
    await confirmPayment(clientSecret);
    const answers = await answersTo(String(clientSecret.split('_secret')[0]));
    for (const answer of answers) expect(answer).toEqual(askedAgain);
    webhooks.areTaken = true;
    await settled();
    const [refunded] = await answersTo(String(clientSecret.split('_secret')[0]));
    expect(refunded).toEqual([200, { outcome: 'applied' }]);
  });

  it('of the membership, whose own event is on its way, is asked for again', async () => {
    const viewer = await newViewer();
    const { clientSecret } = await startMembershipPayment(viewer);
    webhooks.areTaken = false;
    await confirmPayment(clientSecret);
    const paymentIntentId = String(clientSecret.split('_secret')[0]);
    for (const answer of await answersTo(paymentIntentId)) expect(answer).toEqual(askedAgain);
    const { data } = await stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: paymentIntentId },
    });
    expect(await answerToStripe('invoice_payment.paid', { ...data[0] })).toEqual(askedAgain);
  });

  it('is asked for again while Stripe cannot say whose it is', async () => {
    const paymentIntentId = await payElsewhere();
    cutOffStripe();
    const [refunded] = await answersTo(paymentIntentId);
    expect(refunded).toEqual(askedAgain);
  });
});

describe('an event about a payment at PayPal that is not known', () => {
  /** A payment of a subscription that was not begun here. */
  async function payElsewhereAtPaypal(): Promise<string> {
    const planId = fake.settings.planIds.PAYPAL_PLAN_ID ?? '';
    const urls = { returnUrl: 'https://example.com/a', cancelUrl: 'https://example.com/b' };
    const { id } = await fake.begin({ planId, customId: 'somebody', ...urls });
    await fake.approve(id);
    await fake.take();
    return String((await fake.subscription(id))?.saleIds[0]);
  }

  it('of another site on the same account is taken and ignored', async () => {
    const saleId = await payElsewhereAtPaypal();
    await fake.refund(saleId, '1.00');
    await fake.refund(saleId, '1.00', true);
    await fake.reverse(saleId);
    await fake.resolve(await fake.dispute(saleId), 'RESOLVED_BUYER_FAVOUR');
    const deliveries = await fake.take();
    expect(deliveries).toHaveLength(5);
    for (const delivery of deliveries) expect(await answerTo(delivery)).toEqual(ignored);
  });

  it('and that PayPal does not know is ignored', async () => {
    await fake.emit('PAYMENT.SALE.REFUNDED', {
      id: 'R1',
      sale_id: 'NOBODYS',
      amount: { total: '-1.00', currency: 'USD' },
    });
    for (const delivery of await fake.take()) expect(await answerTo(delivery)).toEqual(ignored);
  });

  it('of the membership, whose own event is on its way, is asked for again, also while PayPal is slow', async () => {
    const { viewer, saleId } = await newBuyer();
    const before = await fake.take();
    await fake.refund(saleId, '1.00');
    const [refunded] = await fake.take();
    if (!refunded) throw new Error('no event');
    expect(await answerTo(refunded)).toEqual(askedAgain);
    await deliver([...before, refunded]);
    expect(await prisma().payment.findFirst({ where: { userId: viewer.id } })).toMatchObject({
      amountRefundedCents: 100,
    });
  });
});
