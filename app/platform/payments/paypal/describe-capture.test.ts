import { describe, expect, it } from 'vitest';
import {
  customIdOf,
  factsOfOrder,
  metadataIn,
  moneyOf,
  orderSchema,
} from '#app/platform/payments/paypal/describe-capture.ts';
import { describePaypalEvent } from '#app/platform/payments/paypal/describe-event.ts';

const at = '2026-11-21T10:00:00Z';
const event = (event_type: string, resource: object) => ({
  id: 'WH-1',
  event_type,
  create_time: at,
  resource,
});
const head = { provider: 'paypal', eventId: 'WH-1', createdAt: new Date(at) };

const userId = '0199f000-0000-7000-8000-000000000001';
const link = (rel: string, path: string) => ({ rel, href: `https://api.paypal.com${path}` });

const capture = {
  id: 'C1',
  status: 'COMPLETED',
  amount: { value: '7.58', currency_code: 'USD' },
  custom_id: `${userId} ebook 700 usd once`,
  supplementary_data: { related_ids: { order_id: 'O1' } },
  links: [link('self', '/v2/payments/captures/C1'), link('up', '/v2/checkout/orders/O1')],
};

const refund = {
  id: 'R1',
  status: 'COMPLETED',
  amount: { value: '2.00', currency_code: 'USD' },
  links: [link('self', '/v2/payments/refunds/R1'), link('up', '/v2/payments/captures/C1')],
};

describe('what a custom id says', () => {
  const metadata = { user_id: userId, product: 'reseller_programme', offer: '99700 usd once' };

  it('comes back as it was written, within PayPal’s length', () => {
    expect(metadataIn(customIdOf(metadata))).toEqual(metadata);
    expect(customIdOf({ ...metadata, offer: 'x'.repeat(200) })).toHaveLength(127);
  });

  it.each([undefined, '', 'order 17', `${userId} ebook`, 'somebody ebook 700 usd once'])(
    'is nothing for %s',
    (text) => {
      expect(metadataIn(text)).toEqual({});
    },
  );
});

describe('describePaypalEvent, of orders', () => {
  it('tells that the buyer has approved', () => {
    expect(describePaypalEvent(event('CHECKOUT.ORDER.APPROVED', { id: 'O1', status: 'APPROVED' }))).toEqual({
      ...head,
      type: 'CHECKOUT.ORDER.APPROVED',
      kind: 'purchase_approved',
      begunId: 'O1',
    });
  });

  it('tells a capture with what it was begun as, and no tax: the order says that', () => {
    expect(describePaypalEvent(event('PAYMENT.CAPTURE.COMPLETED', capture))).toEqual({
      ...head,
      type: 'PAYMENT.CAPTURE.COMPLETED',
      kind: 'product_paid',
      customerId: null,
      subscriptionId: null,
      metadata: { user_id: userId, product: 'ebook', offer: '700 usd once' },
      paymentId: 'C1',
      begunId: 'O1',
      amountCents: 758,
      taxCents: null,
      currency: 'usd',
    });
  });

  it('tells what PayPal keeps of it, where the event says so', () => {
    const breakdown = { paypal_fee: { value: '0.75', currency_code: 'USD' } };
    const captureWithFee = { ...capture, seller_receivable_breakdown: breakdown };
    expect(describePaypalEvent(event('PAYMENT.CAPTURE.COMPLETED', captureWithFee))).toMatchObject({
      feeCents: 75,
      feeCurrency: 'usd',
    });
    const sale = {
      id: 'S1',
      billing_agreement_id: 'I-1',
      amount: { total: '47.00', currency: 'USD' },
      transaction_fee: { value: '2.13', currency: 'USD' },
    };
    expect(describePaypalEvent(event('PAYMENT.SALE.COMPLETED', sale))).toMatchObject({
      feeCents: 213,
      feeCurrency: 'usd',
    });
  });

  it('finds the order in the links, and asks where neither says it', () => {
    const { supplementary_data: _, ...linked } = capture;
    expect(describePaypalEvent(event('PAYMENT.CAPTURE.COMPLETED', linked))).toMatchObject({ begunId: 'O1' });
    for (const type of ['COMPLETED', 'DENIED'])
      expect(describePaypalEvent(event(`PAYMENT.CAPTURE.${type}`, { ...linked, links: [] }))).toMatchObject({
        kind: 'capture_without_order',
        captureId: 'C1',
      });
  });

  it.each(['DENIED', 'DECLINED'])('tells that money will not come: %s', (type) => {
    expect(describePaypalEvent(event(`PAYMENT.CAPTURE.${type}`, capture))).toMatchObject({
      kind: 'purchase_denied',
      begunId: 'O1',
    });
  });

  it('tells nothing of money that is being looked into', () => {
    const pending = { ...capture, status: 'PENDING' };
    expect(describePaypalEvent(event('PAYMENT.CAPTURE.PENDING', pending)).kind).toBe('ignored');
  });

  it.each([
    ['COMPLETED', 'succeeded'],
    ['PENDING', 'pending'],
    ['FAILED', 'failed'],
    ['CANCELLED', 'canceled'],
  ])('tells a refund that is %s', (status, expected) => {
    expect(describePaypalEvent(event('PAYMENT.CAPTURE.REFUNDED', { ...refund, status }))).toMatchObject({
      kind: 'refund_changed',
      refundId: 'R1',
      paymentId: 'C1',
      amountCents: 200,
      currency: 'usd',
      status: expected,
    });
  });

  it('tells what PayPal gives back of its fee with a refund, where it says so', () => {
    const describeRefund = (value?: string) =>
      describePaypalEvent(
        event('PAYMENT.CAPTURE.REFUNDED', {
          ...refund,
          ...(value ? { seller_payable_breakdown: { paypal_fee: { value, currency_code: 'USD' } } } : {}),
        }),
      );
    expect(describeRefund('0.22')).toMatchObject({ feeCents: -22, feeCurrency: 'usd' });
    expect(describeRefund('0.00')).toMatchObject({ feeCents: 0 });
    expect(describeRefund()).not.toHaveProperty('feeCents');
  });

  it('asks for the capture that a refund does not name', () => {
    const bare = { ...refund, links: refund.links.slice(0, 1) };
    expect(describePaypalEvent(event('PAYMENT.CAPTURE.REFUNDED', bare))).toMatchObject({
      kind: 'refund_without_capture',
      refundId: 'R1',
    });
    expect(() =>
      describePaypalEvent(event('PAYMENT.CAPTURE.REFUNDED', { ...bare, amount: undefined })),
    ).toThrow(RangeError);
  });

  it.each([
    ['a refund', { ...refund, amount: { value: '-7.58', currency_code: 'USD' } }],
    ['the capture', capture],
  ])('tells a reversal, told as %s, as a dispute without a case', (_, resource) => {
    expect(describePaypalEvent(event('PAYMENT.CAPTURE.REVERSED', resource))).toMatchObject({
      kind: 'dispute_changed',
      disputeId: null,
      paymentId: 'C1',
      amountCents: 758,
      state: 'open',
    });
  });
});

describe('an order', () => {
  const orderWith = (status: string) =>
    orderSchema.parse({
      id: 'O1',
      status: 'COMPLETED',
      create_time: at,
      purchase_units: [
        {
          amount: {
            value: '7.58',
            currency_code: 'USD',
            breakdown: { tax_total: { value: '0.58', currency_code: 'USD' } },
          },
          payments: { captures: [{ ...capture, status, create_time: at }] },
        },
      ],
    });

  it.each([
    ['COMPLETED', 'taken', 1],
    ['PARTIALLY_REFUNDED', 'taken', 1],
    ['REFUNDED', 'taken', 1],
    ['PENDING', 'pending', 0],
    ['DECLINED', 'none', 0],
    ['FAILED', 'none', 0],
  ])('with a capture that is %s: %s', (status, money, facts) => {
    expect(moneyOf(orderWith(status))).toBe(money);
    expect(factsOfOrder(orderWith(status))).toHaveLength(facts);
  });

  it('tells what of the money is tax', () => {
    expect(factsOfOrder(orderWith('COMPLETED'))).toMatchObject([
      { kind: 'product_paid', paymentId: 'C1', begunId: 'O1', amountCents: 758, taxCents: 58 },
    ]);
  });
});
