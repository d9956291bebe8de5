import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { databasePool } from '#app/platform/database/client.server.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import {
  openSandbox,
  received,
  sandbox,
  stripe,
  webhooks,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { begin, cards, confirm, events, statusOf } from '#tests/integration/sandbox-calls.ts';

withSandbox();

describe('after the sale', () => {
  const paid = async () => {
    const started = await begin();
    await confirm(started.clientSecret, cards.pays);
    await events();
    received.length = 0;
    return { ...started, intentId: String(started.clientSecret.split('_secret')[0]) };
  };
  const helper = (path: string, params: Record<string, string> = {}) =>
    stripe.rawRequest('POST', `/v1/test_helpers/${path}`, params);

  it('renews, and a renewal may fail', async () => {
    const { subscriptionId } = await paid();
    await helper(`subscriptions/${subscriptionId}/renew`);
    const names = await events();
    expect(names).toContain('invoice.paid');
    const invoice = received.find(({ type }) => type === 'invoice.paid')?.data.object as Stripe.Invoice;
    expect(invoice).toMatchObject({ billing_reason: 'subscription_cycle', amount_paid: 4_700 });
    await helper(`subscriptions/${subscriptionId}/renew`, { succeeds: 'false' });
    expect(await events()).toContain('invoice.payment_failed');
    expect(await statusOf(subscriptionId)).toBe('past_due');
  });

  it('is set to end with its period and back, each told once, and ends in place of the next payment', async () => {
    const { subscriptionId: id } = await paid();
    const update = (cancel_at_period_end: boolean) =>
      stripe.subscriptions.update(id, { cancel_at_period_end });
    const toEnd = await update(true);
    expect(toEnd).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: toEnd.items.data[0]?.current_period_end,
      cancellation_details: { reason: 'cancellation_requested' },
    });
    expect((await update(true)).canceled_at).toBe(toEnd.canceled_at);
    expect(await update(false)).toMatchObject({
      cancel_at_period_end: false,
      cancel_at: null,
      canceled_at: null,
    });
    expect(await events()).toEqual(['customer.subscription.updated', 'customer.subscription.updated']);
    await update(true);
    received.length = 0;
    await helper(`subscriptions/${id}/renew`);
    expect(await events()).toContain('customer.subscription.deleted');
    expect(received.map(({ type }) => type)).not.toContain('invoice.created');
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      status: 'canceled',
      cancel_at_period_end: true,
    });
    await expect(update(false)).rejects.toMatchObject({ statusCode: 400 });
    await expect(
      stripe.subscriptions.update(id, { cancel_at_period_end: 'soon' as unknown as boolean }),
    ).rejects.toMatchObject({ statusCode: 400 });
  });

  it('refunds in parts, never more than was paid', async () => {
    const { intentId } = await paid();
    await stripe.refunds.create({ payment_intent: intentId, amount: 700 });
    await stripe.refunds.create({ payment_intent: intentId });
    await expect(stripe.refunds.create({ payment_intent: intentId })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    await events();
    const totals = received
      .filter(({ type }) => type === 'charge.refunded')
      .map(({ data }) => (data.object as Stripe.Charge).amount_refunded);
    expect(totals).toEqual([700, 4_700]);
  });

  it('tells of a dispute', async () => {
    const { intentId } = await paid();
    await helper(`payment_intents/${intentId}/dispute`);
    expect(await events()).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn']);
  });

  it('tells once how a dispute was decided', async () => {
    const { intentId } = await paid();
    await helper(`payment_intents/${intentId}/dispute`);
    await events();
    const [opened] = received;
    const { id } = Object(opened?.data.object) as Stripe.Dispute;
    await expect(helper(`disputes/${id}/close`, { status: 'maybe' })).rejects.toMatchObject({
      param: 'status',
    });
    received.length = 0;
    for (const status of ['won', 'lost']) await helper(`disputes/${id}/close`, { status });
    expect(await events()).toEqual(['charge.dispute.funds_reinstated', 'charge.dispute.closed']);
    expect(received[1]?.data.object).toMatchObject({ id, status: 'won' });
  });

  it('undoes a subscription: ended and refunded, once however often it is asked', async () => {
    const { subscriptionId } = await paid();
    await provider('stripe').undoSubscription(subscriptionId);
    await provider('stripe').undoSubscription(subscriptionId);
    expect(await statusOf(subscriptionId)).toBe('canceled');
    const names = await events();
    expect(names.filter((name) => name === 'charge.refunded')).toHaveLength(1);
    expect(names).toContain('customer.subscription.deleted');
  });

  it('undoes a subscription whose money was given back already', async () => {
    const { subscriptionId, intentId } = await paid();
    await stripe.refunds.create({ payment_intent: intentId });
    await expect(provider('stripe').undoSubscription(subscriptionId)).resolves.toBeUndefined();
  });
});

async function read(payload: string, signature: string) {
  const sender = provider('stripe');
  return sender.readEvent(await sender.openWebhook(payload, new Headers({ 'Stripe-Signature': signature })));
}

describe('webhooks', () => {
  it('are refused by the port when the signature is not the provider’s', async () => {
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'invoice.paid' });
    const header = stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_other' });
    await expect(read(payload, header)).rejects.toThrow(expect.objectContaining({ code: 'bad_signature' }));
  });

  it.each([
    ['thin', JSON.stringify({ id: 'evt_1', object: 'v2.core.event', type: 'v1.billing.meter.error' })],
    ['no JSON', 'id=evt_1'],
    ['cut off', '{"id":"evt_1","object":"event"'],
  ])(
    'that are signed are told what is wrong with their form, not with the signature: %s',
    async (_, payload) => {
      const header = stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_sandbox' });
      await expect(read(payload, header)).rejects.toThrow(expect.objectContaining({ code: 'bad_event' }));
    },
  );

  it('that are signed but not understood are no forgery', async () => {
    const payload = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      created: 1,
      type: 'customer.subscription.updated',
      data: { object: {} },
    });
    const header = stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_sandbox' });
    await expect(read(payload, header)).rejects.toMatchObject({ code: 'bad_event' });
  });

  it('are kept for later when the site refuses them, also over a restart', async () => {
    webhooks.areTaken = false;
    const { clientSecret } = await begin();
    await confirm(clientSecret, cards.pays);
    expect(await events()).toEqual([]);
    await sandbox.close();
    webhooks.areTaken = true;
    await databasePool().query('UPDATE sandbox.deliveries SET due_at = now()');
    await openSandbox();
    expect(await events()).toContain('invoice.paid');
    const { rows } = await databasePool().query('SELECT 1 FROM sandbox.deliveries');
    expect(rows).toEqual([]);
  });
});
