import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { received, sandbox, stripe, withSandbox } from '#tests/integration/card-buyers.ts';
import { begin, cards, confirm, events } from '#tests/integration/sandbox-calls.ts';

withSandbox();

const day = 24 * 3600;

/** A payment by a card of a certain bank; the events of it have come. */
async function paidWith(number: string) {
  const { clientSecret } = await begin();
  await confirm(clientSecret, number);
  await events();
  received.length = 0;
  return String(clientSecret.split('_secret')[0]);
}

const chargeOf = async (intentId: string) => {
  const { latest_charge } = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
  return latest_charge as Stripe.Charge;
};

const passes = async (seconds: number) => sandbox.turnClock((await sandbox.now()) + seconds);
const refund = (payment_intent: string, amount?: number) =>
  stripe.refunds.create({ payment_intent, ...(amount ? { amount } : {}) });

describe('a refund', () => {
  it('fails a day later at the bank of a closed card, and the money is the seller’s again', async () => {
    const intent = await paidWith(cards.refusesRefund);
    expect(await refund(intent)).toMatchObject({ status: 'succeeded' });
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 4_700, refunded: true });
    expect(await events()).toEqual(['charge.refunded', 'refund.created']);
    received.length = 0;
    await passes(day + 60);
    expect(await events()).toEqual(['refund.updated', 'refund.failed']);
    expect(received[1]?.data.object).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    });
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 0, refunded: false });
    expect(await refund(intent)).toMatchObject({ status: 'succeeded' });
  });

  it('is pending for a day at a slow bank', async () => {
    const intent = await paidWith(cards.refundsLater);
    const { id, status } = await refund(intent);
    expect(status).toBe('pending');
    await passes(day + 60);
    expect(await stripe.refunds.retrieve(id)).toMatchObject({ status: 'succeeded' });
    await events();
    const ofIt = received.filter(({ data }) => Object(data.object).id === id);
    expect(ofIt.map(({ type }) => type)).toEqual(['refund.created', 'refund.updated']);
  });
});

describe('a dispute', () => {
  const helper = (path: string, params: Record<string, string> = {}) =>
    stripe.rawRequest(
      'POST',
      `/v1/test_helpers/${path}`,
      params,
    ) as Promise<unknown> as Promise<Stripe.Dispute>;

  it('comes an hour after the payment by some cards, and forbids a refund until it is won', async () => {
    const intent = await paidWith(cards.disputed);
    await passes(3_660);
    expect(await events()).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn']);
    await expect(refund(intent)).rejects.toMatchObject({ statusCode: 400, code: 'charge_disputed' });
    const [dispute] = (await stripe.disputes.list({ payment_intent: intent })).data;
    expect(dispute).toMatchObject({ amount: 4_700, status: 'needs_response', is_charge_refundable: false });
    await helper(`disputes/${dispute?.id}/close`, { status: 'won' });
    expect(await refund(intent)).toMatchObject({ status: 'succeeded' });
  });

  it('that is lost keeps the money from a refund for good', async () => {
    const intent = await paidWith(cards.pays);
    const { id } = await helper(`payment_intents/${intent}/dispute`);
    await helper(`disputes/${id}/close`, { status: 'lost' });
    await expect(refund(intent)).rejects.toMatchObject({ code: 'charge_disputed' });
  });

  it('may be only an inquiry, which takes nothing, allows a refund and is closed as a warning', async () => {
    const intent = await paidWith(cards.inquired);
    await passes(3_660);
    expect(await events()).toEqual(['charge.dispute.created']);
    const [inquiry] = (await stripe.disputes.list({ payment_intent: intent })).data;
    expect(inquiry).toMatchObject({ status: 'warning_needs_response', is_charge_refundable: true });
    expect(await refund(intent, 700)).toMatchObject({ status: 'succeeded' });
    await events();
    received.length = 0;
    await helper(`disputes/${inquiry?.id}/close`, { status: 'warning_closed' });
    expect(await events()).toEqual(['charge.dispute.closed']);
    expect(received[0]?.data.object).toMatchObject({ status: 'warning_closed' });
  });

  it('may come of an inquiry', async () => {
    const intent = await paidWith(cards.pays);
    const { id } = await helper(`payment_intents/${intent}/dispute`, { is_inquiry: 'true' });
    await events();
    received.length = 0;
    await helper(`disputes/${id}/escalate`);
    expect(await events()).toEqual(['charge.dispute.updated', 'charge.dispute.funds_withdrawn']);
    await expect(refund(intent)).rejects.toMatchObject({ code: 'charge_disputed' });
  });

  it('may be about a part', async () => {
    const intent = await paidWith(cards.pays);
    expect(await helper(`payment_intents/${intent}/dispute`, { amount: '500' })).toMatchObject({
      amount: 500,
    });
    await expect(helper(`payment_intents/${intent}/dispute`, { amount: '4701' })).rejects.toMatchObject({
      code: 'amount_too_large',
    });
  });
});
