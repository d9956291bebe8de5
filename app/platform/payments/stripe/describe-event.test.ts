import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { describeEvent } from '#app/platform/payments/stripe/describe-event.ts';

/** An event with as much of its object as the mapper reads. */
const event = (type: string, object: object) =>
  ({
    id: 'evt_1',
    object: 'event',
    created: 1_795_000_000,
    type,
    data: { object },
  }) as unknown as Stripe.Event;

const subscription = {
  id: 'sub_1',
  customer: 'cus_1',
  status: 'active',
  cancel_at_period_end: true,
  currency: 'usd',
  metadata: { user_id: 'u-1' },
  start_date: 1_794_913_600,
  items: {
    data: [
      {
        price: {
          id: 'price_1',
          unit_amount: 4_700,
          lookup_key: 'membership_usd_4700_month',
          currency: 'usd',
          recurring: { interval: 'month', interval_count: 1 },
        },
        quantity: 1,
        current_period_start: 1_795_000_000,
        current_period_end: 1_797_592_000,
      },
    ],
  },
};

const invoice = {
  id: 'in_1',
  customer: { id: 'cus_1', object: 'customer' },
  currency: 'usd',
  amount_paid: 4_700,
  amount_due: 5_000,
  total_taxes: [{ amount: 300 }, { amount: 7 }],
  billing_reason: 'subscription_create',
  lines: { data: [{ period: { start: 1_795_000_000, end: 1_797_592_000 } }] },
  parent: { subscription_details: { subscription: 'sub_1', metadata: { product: 'membership' } } },
};

describe('describeEvent', () => {
  it('tells a subscription, its period from its item', () => {
    expect(describeEvent(event('customer.subscription.updated', subscription))).toEqual({
      provider: 'stripe',
      eventId: 'evt_1',
      type: 'customer.subscription.updated',
      createdAt: new Date(1_795_000_000_000),
      kind: 'subscription_updated',
      customerId: 'cus_1',
      subscriptionId: 'sub_1',
      status: 'active',
      price: {
        id: 'price_1',
        lookupKey: 'membership_usd_4700_month',
        amountCents: 4_700,
        currency: 'usd',
        interval: 'month',
      },
      startedAt: new Date(1_794_913_600_000),
      trialEnd: null,
      currentPeriodStart: new Date(1_795_000_000_000),
      currentPeriodEnd: new Date(1_797_592_000_000),
      cancelAtPeriodEnd: true,
      canceledAt: null,
      isRequested: false,
      nextPrice: null,
      pause: null,
      metadata: { user_id: 'u-1' },
    });
  });

  it('tells a price of several months, and one of nobody’s making', () => {
    const price = {
      id: 'price_2',
      unit_amount: null,
      lookup_key: null,
      currency: 'eur',
      recurring: { interval: 'month', interval_count: 3 },
    };
    const other = { ...subscription, items: { data: [{ price, quantity: 2 }] } };
    expect(describeEvent(event('customer.subscription.updated', other))).toMatchObject({
      price: { lookupKey: null, amountCents: 0, currency: 'eur', interval: '3 month' },
    });
  });

  it.each(['created', 'updated', 'deleted', 'paused', 'resumed'])('hears of a subscription %s', (verb) => {
    expect(describeEvent(event(`customer.subscription.${verb}`, subscription)).kind).toBe(
      'subscription_updated',
    );
  });

  it('says that a subscription which ended is over, though it was to end with its period', () => {
    const ended = event('customer.subscription.deleted', { ...subscription, status: 'canceled' });
    expect(describeEvent(ended)).toMatchObject({ status: 'canceled', cancelAtPeriodEnd: false });
  });

  it.each([
    ['cancellation_requested', true],
    ['payment_failed', false],
  ])('says whether somebody canceled it: %s', (reason, isRequested) => {
    const ended = { ...subscription, status: 'canceled', cancellation_details: { reason } };
    expect(describeEvent(event('customer.subscription.deleted', ended))).toMatchObject({ isRequested });
  });

  it.each([
    [null, false],
    [1_797_592_000, true],
    [1_797_592_001, false],
  ])('reads the end set by the provider’s own page: %s', (cancel_at, cancelAtPeriodEnd) => {
    const update = { ...subscription, cancel_at_period_end: false, cancel_at };
    expect(describeEvent(event('customer.subscription.updated', update))).toMatchObject({
      cancelAtPeriodEnd,
    });
  });

  it('names the invoice’s own page, where it is one of the web’s', () => {
    const receiptUrlOf = (hosted_invoice_url: unknown) =>
      describeEvent(event('invoice.paid', { ...invoice, hosted_invoice_url }));
    const receiptUrl = 'https://invoice.stripe.com/i/1';
    expect(receiptUrlOf(receiptUrl)).toMatchObject({ receiptUrl });
    for (const url of [null, undefined, 'javascript:alert(1)'])
      expect(receiptUrlOf(url)).toMatchObject({ receiptUrl: null });
  });

  it('tells what an invoice took, its taxes, and whose it is, also where objects are expanded', () => {
    expect(describeEvent(event('invoice.paid', invoice))).toMatchObject({
      kind: 'invoice_paid',
      invoiceId: 'in_1',
      customerId: 'cus_1',
      subscriptionId: 'sub_1',
      paymentId: null,
      amountCents: 4_700,
      taxCents: 307,
      billingReason: 'subscription_create',
      periodStart: new Date(1_795_000_000_000),
      periodEnd: new Date(1_797_592_000_000),
      metadata: { product: 'membership' },
    });
  });

  it('tells an invoice of nothing as one that took nothing', () => {
    const free = { ...invoice, amount_paid: 0, total_taxes: null };
    expect(describeEvent(event('invoice.paid', free))).toMatchObject({ amountCents: 0, taxCents: 0 });
  });

  it('takes the period of an invoice from the line of a whole one, else from what is left of one', () => {
    const line = (start: number, end: number, proration: boolean) => ({
      period: { start, end },
      parent: { subscription_item_details: { proration } },
    });
    const periodOf = (...data: object[]) =>
      describeEvent(event('invoice.paid', { ...invoice, lines: { data } }));
    const [half, whole] = [
      line(1_796_000_000, 1_797_592_000, true),
      line(1_797_592_000, 1_800_184_000, false),
    ];
    for (const lines of [
      [half, whole],
      [whole, half],
    ])
      expect(periodOf(...lines)).toMatchObject({ periodStart: new Date(1_797_592_000_000) });
    expect(periodOf(half, half)).toMatchObject({
      periodStart: new Date(1_796_000_000_000),
      periodEnd: new Date(1_797_592_000_000),
    });
    const item = { ...line(1_796_000_000, 1_796_000_000, false), parent: { invoice_item_details: {} } };
    expect(periodOf(item, whole)).toMatchObject({ periodEnd: new Date(1_800_184_000_000) });
    expect(periodOf()).toMatchObject({ periodStart: null, periodEnd: null });
  });

  it('tells tax of what goes back as none', () => {
    const less = { ...invoice, total_taxes: [{ amount: -300 }] };
    expect(describeEvent(event('invoice.paid', less))).toMatchObject({ taxCents: 0 });
  });

  it.each([
    ['named by their ids', ['di_1'], null],
    ['of a coupon alone', [{ id: 'di_1', promotion_code: null }], null],
    [
      'of a code',
      [
        { id: 'di_1', promotion_code: null },
        { id: 'di_2', promotion_code: 'promo_1' },
      ],
      'promo_1',
    ],
    ['of a code that stands there whole', [{ id: 'di_1', promotion_code: { id: 'promo_1' } }], 'promo_1'],
  ])('tells the promotion code among discounts %s', (_, discounts, promotionCode) => {
    expect(describeEvent(event('invoice.paid', { ...invoice, discounts }))).toMatchObject({ promotionCode });
  });

  it('tells that a trial is about to end, with what is taken then', () => {
    const trial = { ...subscription, status: 'trialing', trial_end: 1_797_592_000 };
    expect(describeEvent(event('customer.subscription.trial_will_end', trial))).toMatchObject({
      kind: 'trial_ending',
      subscriptionId: 'sub_1',
      customerId: 'cus_1',
      trialEnd: new Date(1_797_592_000_000),
      price: { amountCents: 4_700, interval: 'month' },
      cancelAtPeriodEnd: true,
      metadata: { user_id: 'u-1' },
    });
    const ended = event('customer.subscription.trial_will_end', { ...trial, trial_end: null });
    expect(describeEvent(ended).kind).toBe('ignored');
  });

  it('tells what an invoice would have taken', () => {
    const renewal = { ...invoice, billing_reason: 'subscription_cycle', total_taxes: null };
    expect(describeEvent(event('invoice.payment_failed', renewal))).toMatchObject({
      kind: 'invoice_failed',
      isFirstInvoice: false,
      amountCents: 5_000,
    });
  });

  it('passes over an invoice that is of no subscription', () => {
    for (const type of ['invoice.paid', 'invoice.payment_failed'])
      expect(describeEvent(event(type, { ...invoice, parent: null })).kind).toBe('ignored');
  });

  it('links an invoice to the payment that paid it', () => {
    const payment = { invoice: 'in_1', payment: { type: 'payment_intent', payment_intent: 'pi_1' } };
    expect(describeEvent(event('invoice_payment.paid', payment))).toMatchObject({
      kind: 'payment_linked',
      invoiceId: 'in_1',
      paymentId: 'pi_1',
    });
  });

  it('tells of a payment for a product, and passes over that of an invoice', () => {
    const intent = {
      id: 'pi_1',
      customer: 'cus_1',
      amount: 700,
      amount_received: 700,
      currency: 'usd',
      metadata: { product: 'ebook', user_id: 'u-1' },
    };
    expect(describeEvent(event('payment_intent.succeeded', intent))).toMatchObject({
      kind: 'product_paid',
      paymentId: 'pi_1',
      amountCents: 700,
      metadata: { product: 'ebook' },
    });
    expect(describeEvent(event('payment_intent.succeeded', { ...intent, metadata: {} }))).toMatchObject({
      kind: 'ignored',
    });
  });

  it('tells of a hosted checkout that is paid once, with its tax', () => {
    const session = {
      mode: 'payment',
      payment_status: 'paid',
      payment_intent: 'pi_1',
      amount_total: 758,
      total_details: { amount_tax: 58 },
      currency: 'usd',
      metadata: { product: 'ebook' },
    };
    const describeSession = (change: object) =>
      describeEvent(event('checkout.session.completed', { ...session, ...change }));
    expect(describeSession({})).toMatchObject({
      kind: 'product_paid',
      paymentId: 'pi_1',
      amountCents: 758,
      taxCents: 58,
    });
    expect(
      describeSession({ amount_subtotal: 900, discounts: [{ coupon: 'co_1', promotion_code: 'promo_1' }] }),
    ).toMatchObject({ subtotalCents: 900, promotionCode: 'promo_1' });
    const free = { payment_status: 'no_payment_required', payment_intent: null, amount_subtotal: 700 };
    expect(describeSession({ ...free, id: 'cs_1', amount_total: 0 })).toMatchObject({
      kind: 'product_paid',
      paymentId: 'cs_1',
      amountCents: 0,
      subtotalCents: 700,
    });
    expect(describeSession(free).kind).toBe('ignored');
    expect(describeSession({ mode: 'subscription' }).kind).toBe('ignored');
    expect(describeSession({ payment_status: 'unpaid' }).kind).toBe('ignored');
  });

  it.each([
    ['created', 'pending', 'pending'],
    ['created', 'requires_action', 'pending'],
    ['created', 'succeeded', 'succeeded'],
    ['updated', 'canceled', 'canceled'],
    ['failed', 'failed', 'failed'],
  ])('tells a refund %s as %s', (verb, status, expected) => {
    const refund = { id: 're_1', payment_intent: 'pi_1', amount: 700, currency: 'usd', status };
    expect(describeEvent(event(`refund.${verb}`, refund))).toMatchObject({
      kind: 'refund_changed',
      refundId: 're_1',
      paymentId: 'pi_1',
      amountCents: 700,
      status: expected,
    });
    expect(describeEvent(event(`refund.${verb}`, { ...refund, payment_intent: null })).kind).toBe('ignored');
  });

  it.each([
    ['created', 'needs_response', 'open'],
    ['created', 'warning_needs_response', 'inquiry'],
    ['updated', 'warning_under_review', 'inquiry'],
    ['funds_withdrawn', 'needs_response', 'open'],
    ['updated', 'under_review', 'open'],
    ['closed', 'won', 'won'],
    ['closed', 'lost', 'lost'],
    ['closed', 'warning_closed', 'inquiry_closed'],
    ['closed', 'prevented', 'inquiry_closed'],
  ])('tells a dispute %s as %s', (verb, status, state) => {
    const dispute = { id: 'dp_1', payment_intent: { id: 'pi_1' }, amount: 500, currency: 'usd', status };
    expect(describeEvent(event(`charge.dispute.${verb}`, dispute))).toMatchObject({
      kind: 'dispute_changed',
      disputeId: 'dp_1',
      paymentId: 'pi_1',
      amountCents: 500,
      state,
    });
  });

  it('tells what a dispute has cost so far, and of an inquiry nothing', () => {
    const dispute = { id: 'dp_1', payment_intent: 'pi_1', amount: 500, currency: 'usd', status: 'won' };
    const describeDispute = (balance_transactions?: object[]) =>
      describeEvent(event('charge.dispute.closed', { ...dispute, balance_transactions }));
    const moves = [
      { fee: 2_000, currency: 'eur' },
      { fee: -500, currency: 'eur' },
    ];
    expect(describeDispute(moves)).toMatchObject({ feeCents: 1_500, feeCurrency: 'eur' });
    for (const none of [[], undefined]) expect(describeDispute(none)).not.toHaveProperty('feeCents');
  });

  it('ignores what billing does not act on', () => {
    expect(describeEvent(event('charge.succeeded', {}))).toMatchObject({ kind: 'ignored', eventId: 'evt_1' });
  });
});
