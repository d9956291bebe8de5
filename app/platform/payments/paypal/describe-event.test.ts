import { describe, expect, it } from 'vitest';
import { describePaypalEvent } from '#app/platform/payments/paypal/describe-event.ts';

const userId = '018f0000-0000-7000-8000-000000000000';

const event = (type: string, resource: object) => ({
  id: 'WH-1',
  event_version: '1.0',
  create_time: '2026-11-21T10:00:00.250Z',
  event_type: type,
  resource,
});

const subscription = (status: string) => ({
  id: 'I-1',
  status,
  custom_id: userId,
  start_time: '2026-08-31T10:00:00Z',
  billing_info: {
    failed_payments_count: 0,
    last_payment: { amount: { value: '47.0', currency_code: 'USD' }, time: '2026-10-31T10:05:00Z' },
    next_billing_time: '2026-11-30T10:00:00Z',
  },
});

const sale = {
  id: '44P499886K055384U',
  state: 'completed',
  billing_agreement_id: 'I-1',
  custom: userId,
  amount: { total: '50.07', currency: 'USD', details: { subtotal: '47.00', tax: '3.07' } },
};

const refund = { id: '6YX43824R4443062K', amount: { total: '-7.10', currency: 'USD' } };

describe('describePaypalEvent', () => {
  it('tells a subscription that is active, with the whole fact', () => {
    expect(describePaypalEvent(event('BILLING.SUBSCRIPTION.ACTIVATED', subscription('ACTIVE')))).toEqual({
      provider: 'paypal',
      eventId: 'WH-1',
      type: 'BILLING.SUBSCRIPTION.ACTIVATED',
      createdAt: new Date('2026-11-21T10:00:00.250Z'),
      kind: 'subscription_updated',
      customerId: null,
      subscriptionId: 'I-1',
      status: 'active',
      price: null,
      startedAt: new Date('2026-08-31T10:00:00Z'),
      trialEnd: null,
      currentPeriodStart: new Date('2026-10-31T10:05:00Z'),
      currentPeriodEnd: new Date('2026-11-30T10:00:00Z'),
      cancelAtPeriodEnd: false,
      canceledAt: null,
      isRequested: false,
      metadata: {},
    });
  });

  it.each([
    ['UPDATED', 'ACTIVE', 'active'],
    ['UPDATED', 'APPROVAL_PENDING', 'incomplete'],
    ['UPDATED', 'SUSPENDED', 'paused'],
    ['RE-ACTIVATED', 'ACTIVE', 'active'],
    ['SUSPENDED', 'SUSPENDED', 'paused'],
    ['CANCELLED', 'CANCELLED', 'canceled'],
    ['EXPIRED', 'EXPIRED', 'canceled'],
  ])('hears of a subscription %s that is %s', (verb, status, expected) => {
    expect(describePaypalEvent(event(`BILLING.SUBSCRIPTION.${verb}`, subscription(status)))).toMatchObject({
      kind: 'subscription_updated',
      status: expected,
    });
  });

  it('tells of a subscription whose payment failed that its period ends where what is paid does', () => {
    const { billing_info, ...rest } = subscription('ACTIVE');
    const unpaid = {
      ...rest,
      billing_info: { ...billing_info, failed_payments_count: 1, next_billing_time: '2026-12-31T10:00:00Z' },
    };
    expect(describePaypalEvent(event('BILLING.SUBSCRIPTION.UPDATED', unpaid))).toMatchObject({
      status: 'active',
      currentPeriodEnd: new Date('2026-11-30T10:05:00Z'),
    });
  });

  it('tells until when a cancelled subscription was paid: a month, on the day of the month it began', () => {
    const cancelled = event('BILLING.SUBSCRIPTION.CANCELLED', subscription('CANCELLED'));
    expect(describePaypalEvent(cancelled)).toMatchObject({
      cancelAtPeriodEnd: true,
      isRequested: true,
      currentPeriodEnd: new Date('2026-11-30T10:05:00Z'),
    });
    const unpaid = event('BILLING.SUBSCRIPTION.CANCELLED', { id: 'I-1', status: 'CANCELLED' });
    expect(describePaypalEvent(unpaid)).toMatchObject({
      currentPeriodEnd: null,
      cancelAtPeriodEnd: false,
    });
  });

  it('tells of a payment that failed, and whether it was the first', () => {
    const failed = { amount: { value: '47.0', currency_code: 'USD' }, reason_code: 'PAYMENT_DENIED' };
    const type = 'BILLING.SUBSCRIPTION.PAYMENT.FAILED';
    const { billing_info, ...begun } = subscription('ACTIVE');
    const renewal = { ...begun, billing_info: { ...billing_info, last_failed_payment: failed } };
    expect(describePaypalEvent(event(type, renewal))).toMatchObject({
      kind: 'invoice_failed',
      subscriptionId: 'I-1',
      amountCents: 4_700,
      currency: 'usd',
      isFirstInvoice: false,
    });
    const first = { ...begun, billing_info: { last_failed_payment: failed } };
    expect(describePaypalEvent(event(type, first))).toMatchObject({ isFirstInvoice: true });
  });

  it('takes a sale for both an invoice and its payment', () => {
    expect(describePaypalEvent(event('PAYMENT.SALE.COMPLETED', sale))).toMatchObject({
      kind: 'invoice_paid',
      subscriptionId: 'I-1',
      invoiceId: '44P499886K055384U',
      paymentId: '44P499886K055384U',
      amountCents: 5_007,
      taxCents: 307,
      currency: 'usd',
    });
  });

  it.each([
    ['named', { sale_id: '44P499886K055384U' }, '44P499886K055384U'],
    ['linked', { links: [{ rel: 'sale', href: 'https://api.paypal.com/v1/payments/sale/44P4' }] }, '44P4'],
  ])('tells one refund by its own id, its sale %s', (_, naming, paymentId) => {
    expect(describePaypalEvent(event('PAYMENT.SALE.REFUNDED', { ...refund, ...naming }))).toMatchObject({
      kind: 'refund_changed',
      refundId: '6YX43824R4443062K',
      paymentId,
      amountCents: 710,
      currency: 'usd',
      status: 'succeeded',
    });
  });

  it('tells what PayPal gives back of its fee with a refund, where it says so', () => {
    const describeRefund = (fee: object) =>
      describePaypalEvent(event('PAYMENT.SALE.REFUNDED', { ...refund, sale_id: '44P4', ...fee }));
    expect(describeRefund({ refund_from_transaction_fee: { value: '0.22', currency: 'USD' } })).toMatchObject(
      {
        feeCents: -22,
        feeCurrency: 'usd',
      },
    );
    expect(describeRefund({ refund_from_transaction_fee: { value: '0.00', currency: 'USD' } })).toMatchObject(
      {
        feeCents: 0,
      },
    );
    expect(describeRefund({})).not.toHaveProperty('feeCents');
  });

  it('says that the sale of a refund is left out', () => {
    expect(describePaypalEvent(event('PAYMENT.SALE.REFUNDED', refund))).toMatchObject({
      kind: 'refund_without_sale',
      refundId: '6YX43824R4443062K',
    });
  });

  it.each([
    ['pending', 'pending'],
    ['failed', 'failed'],
    ['cancelled', 'canceled'],
    ['completed', 'succeeded'],
  ])('tells how far a refund is: %s', (state, status) => {
    const refundEvent = event('PAYMENT.SALE.REFUNDED', { ...refund, state, sale_id: '44P4' });
    expect(describePaypalEvent(refundEvent)).toMatchObject({ status });
  });

  it('takes a reversal for a dispute without a case', () => {
    const reversal = { ...refund, sale_id: '44P499886K055384U' };
    expect(describePaypalEvent(event('PAYMENT.SALE.REVERSED', reversal))).toMatchObject({
      kind: 'dispute_changed',
      disputeId: null,
      paymentId: '44P499886K055384U',
      amountCents: 710,
      state: 'open',
    });
  });

  const dispute = {
    dispute_id: 'PP-D-1',
    disputed_transactions: [{ seller_transaction_id: '44P4' }],
    dispute_amount: { currency_code: 'USD', value: '47.00' },
  };

  it('tells what a case costs the seller, by either name, less what is given back of that', () => {
    const move = (type: string, reason: string, value: string, party = 'SELLER') => ({
      type,
      reason,
      amount: { currency_code: 'USD', value },
      party,
    });
    const moves = [
      move('DEBIT', 'DISPUTE_SETTLEMENT', '47.00'),
      move('DEBIT', 'DISPUTE_FEE', '15.00'),
      move('DEBIT', 'CHARGEBACK_FEE', '20.00'),
      move('CREDIT', 'CHARGEBACK_FEE', '20.00'),
      move('DEBIT', 'DISPUTE_FEE', '9.00', 'BUYER'),
    ];
    const describeResolved = (fields: object) =>
      describePaypalEvent(event('CUSTOMER.DISPUTE.RESOLVED', { ...dispute, ...fields }));
    expect(describeResolved({ fund_movements: moves })).toMatchObject({
      feeCents: 1_500,
      feeCurrency: 'usd',
    });
    const older = moves.map(({ party, ...rest }) => ({ ...rest, affected_party: party }));
    expect(describeResolved({ money_movements: older })).toMatchObject({ feeCents: 1_500 });
    expect(describeResolved({ fund_movements: moves, money_movements: older })).toMatchObject({
      feeCents: 1_500,
    });
    for (const none of [{}, { fund_movements: [] }, { fund_movements: moves.slice(0, 1) }])
      expect(describeResolved(none)).not.toHaveProperty('feeCents');
  });

  it('tells of a case, and whose payment it is about', () => {
    expect(describePaypalEvent(event('CUSTOMER.DISPUTE.CREATED', dispute))).toMatchObject({
      kind: 'dispute_changed',
      disputeId: 'PP-D-1',
      state: 'open',
      paymentId: '44P4',
      amountCents: 4_700,
      currency: 'usd',
    });
    const bare = { ...dispute, disputed_transactions: undefined };
    expect(describePaypalEvent(event('CUSTOMER.DISPUTE.CREATED', bare)).kind).toBe('ignored');
  });

  it('tells buyer and seller who talk from a case that has taken the money', () => {
    const inquiry = { ...dispute, status: 'OPEN', dispute_life_cycle_stage: 'INQUIRY' };
    const describeUpdated = (change: object) =>
      describePaypalEvent(event('CUSTOMER.DISPUTE.UPDATED', { ...inquiry, ...change }));
    expect(describeUpdated({})).toMatchObject({ state: 'inquiry' });
    expect(describeUpdated({ dispute_life_cycle_stage: 'CHARGEBACK' })).toMatchObject({ state: 'open' });
    expect(describeUpdated({ status: 'RESOLVED' })).toMatchObject({ state: 'inquiry_closed' });
  });

  it.each([
    ['RESOLVED_SELLER_FAVOUR', 'won'],
    ['CANCELED_BY_BUYER', 'won'],
    ['RESOLVED_WITH_PAYOUT', 'won'],
    ['DENIED', 'won'],
    ['NONE', 'won'],
    ['RESOLVED_BUYER_FAVOUR', 'lost'],
    ['ACCEPTED', 'lost'],
  ])('tells for whom a case was decided: %s', (outcome_code, state) => {
    const decided = { ...dispute, dispute_outcome: { outcome_code } };
    expect(describePaypalEvent(event('CUSTOMER.DISPUTE.RESOLVED', decided))).toMatchObject({
      kind: 'dispute_changed',
      disputeId: 'PP-D-1',
      state,
    });
  });

  it('is about what the buyer was given back, where a case was decided for less than they disputed', () => {
    const decided = (outcome_code: string, value: string, currency_code = 'USD') =>
      describePaypalEvent(
        event('CUSTOMER.DISPUTE.RESOLVED', {
          ...dispute,
          disputed_transactions: [
            { seller_transaction_id: '44P4', gross_amount: { value: '47.00', currency_code: 'USD' } },
          ],
          dispute_outcome: { outcome_code, amount_refunded: { value, currency_code } },
        }),
      );
    expect(decided('RESOLVED_BUYER_FAVOUR', '20.00')).toMatchObject({ amountCents: 2_000, scope: 'part' });
    expect(decided('RESOLVED_BUYER_FAVOUR', '47.00')).toMatchObject({ amountCents: 4_700, scope: 'whole' });
    // PayPal has paid, or says nothing of use.
    expect(decided('RESOLVED_WITH_PAYOUT', '20.00')).toMatchObject({ amountCents: 4_700, state: 'won' });
    expect(decided('RESOLVED_BUYER_FAVOUR', '0.00')).toMatchObject({ amountCents: 4_700 });
    expect(decided('RESOLVED_BUYER_FAVOUR', '20.00', 'EUR')).toMatchObject({ amountCents: 4_700 });
  });

  it('ignores what billing does not act on', () => {
    for (const ignored of [
      event('CATALOG.PRODUCT.CREATED', {}),
      event('PAYMENT.SALE.COMPLETED', { id: 'S', amount: sale.amount }),
      event('BILLING.SUBSCRIPTION.UPDATED', subscription('OF_TOMORROW')),
    ])
      expect(describePaypalEvent(ignored).kind).toBe('ignored');
  });

  it('fails loudly on an amount or an event it cannot read', () => {
    const odd = { ...sale, amount: { total: '47,00', currency: 'USD' } };
    expect(() => describePaypalEvent(event('PAYMENT.SALE.COMPLETED', odd))).toThrow(RangeError);
    expect(() => describePaypalEvent(event('PAYMENT.SALE.REFUNDED', { id: 'R' }))).toThrow();
    expect(() => describePaypalEvent({ id: 'WH-1' })).toThrow();
  });
});

describe('describePaypalEvent, of a subscription whose first months are free', () => {
  const executed = (trial: number, regular: number) => [
    { tenure_type: 'TRIAL', sequence: 1, cycles_completed: trial, cycles_remaining: 1 - trial },
    { tenure_type: 'REGULAR', sequence: 2, cycles_completed: regular, cycles_remaining: 0 },
  ];
  const start_time = '2026-11-30T10:00:00Z';
  const free = (status: string, billing_info: object) => ({ id: 'I-1', status, start_time, billing_info });
  const describeSubscription = (verb: string, resource: object) =>
    describePaypalEvent(event(`BILLING.SUBSCRIPTION.${verb}`, resource));
  const plan = {
    billing_cycles: [
      { tenure_type: 'TRIAL', frequency: { interval_unit: 'MONTH', interval_count: 3 }, total_cycles: 1 },
      { tenure_type: 'REGULAR', frequency: { interval_unit: 'MONTH', interval_count: 1 }, total_cycles: 0 },
    ],
  };

  it('is active from the first day, until the first payment', () => {
    const running = { cycle_executions: executed(1, 0), next_billing_time: '2027-02-28T10:00:00Z' };
    expect(describeSubscription('ACTIVATED', free('ACTIVE', running))).toMatchObject({
      status: 'active',
      startedAt: new Date(start_time),
      currentPeriodStart: new Date(start_time),
      trialEnd: new Date('2027-02-28T10:00:00Z'),
      currentPeriodEnd: new Date('2027-02-28T10:00:00Z'),
      cancelAtPeriodEnd: false,
    });
  });

  it('cancelled meanwhile, runs to the end of the free time, which its plan tells', () => {
    const cancelled = free('CANCELLED', { cycle_executions: executed(1, 0) });
    expect(describeSubscription('CANCELLED', cancelled)).toMatchObject({
      kind: 'subscription_without_plan',
      subscriptionId: 'I-1',
      fact: { status: 'canceled', isRequested: true, currentPeriodEnd: null, cancelAtPeriodEnd: false },
    });
    expect(describeSubscription('CANCELLED', { ...cancelled, plan })).toMatchObject({
      kind: 'subscription_updated',
      status: 'canceled',
      isRequested: true,
      currentPeriodEnd: new Date('2027-02-28T10:00:00Z'),
      cancelAtPeriodEnd: true,
    });
  });

  it('is as any other once it has been paid', () => {
    const paid = {
      cycle_executions: executed(1, 1),
      last_payment: { time: '2027-02-28T10:05:00Z' },
      next_billing_time: '2027-03-30T10:00:00Z',
    };
    expect(describeSubscription('UPDATED', free('ACTIVE', paid))).toMatchObject({
      trialEnd: null,
      currentPeriodEnd: new Date('2027-03-30T10:00:00Z'),
    });
    expect(describeSubscription('CANCELLED', free('CANCELLED', paid))).toMatchObject({
      kind: 'subscription_updated',
      cancelAtPeriodEnd: true,
    });
  });

  it('has no sale for nothing', () => {
    const nothing = { ...sale, amount: { total: '0.00', currency: 'USD' } };
    expect(describePaypalEvent(event('PAYMENT.SALE.COMPLETED', nothing)).kind).toBe('ignored');
  });
});
