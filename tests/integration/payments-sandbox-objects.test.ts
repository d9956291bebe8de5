import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { sandbox, stripe, withSandbox } from '#tests/integration/card-buyers.ts';
import { begin, cards, confirm, newCustomer, statusOf } from '#tests/integration/sandbox-calls.ts';

withSandbox();

const day = 24 * 3600;

describe('a customer who was deleted', () => {
  it('is a stub with an id, ends with their subscriptions, and can be used for nothing', async () => {
    const { customerId, subscriptionId, clientSecret } = await begin();
    await confirm(clientSecret, cards.pays);
    expect(await stripe.customers.del(customerId)).toEqual(
      expect.objectContaining({ id: customerId, object: 'customer', deleted: true }),
    );
    expect(await stripe.customers.retrieve(customerId)).toMatchObject({ id: customerId, deleted: true });
    expect(await statusOf(subscriptionId)).toBe('canceled');
    const { data } = await stripe.prices.list({ limit: 1 });
    const uses = [
      () =>
        stripe.subscriptions.create({
          customer: customerId,
          items: [{ price: String(data[0]?.id) }],
          payment_behavior: 'default_incomplete',
        }),
      () => stripe.paymentIntents.create({ amount: 700, currency: 'usd', customer: customerId }),
      () => stripe.customers.del(customerId),
    ];
    for (const use of uses) await expect(use()).rejects.toMatchObject({ code: 'resource_missing' });
    await expect(uses[0]?.()).rejects.toMatchObject({ statusCode: 400, param: 'customer' });
  });
});

describe('a price', () => {
  const create = (lookup_key: string, more: Partial<Stripe.PriceCreateParams> = {}) =>
    stripe.prices.create({
      currency: 'usd',
      unit_amount: 4_700,
      lookup_key,
      product_data: { name: 'X' },
      ...more,
    });

  it('keeps its lookup key when it is archived, until another takes it over', async () => {
    const old = await create('membership-old');
    await stripe.prices.update(old.id, { active: false });
    const active = await stripe.prices.list({ lookup_keys: ['membership-old'], active: true });
    expect(active.data).toEqual([]);
    await expect(create('membership-old')).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_already_exists',
      param: 'lookup_key',
    });
    const next = await create('membership-old', { transfer_lookup_key: true });
    const { data } = await stripe.prices.list({ lookup_keys: ['membership-old'] });
    expect(data.map(({ id }) => id)).toEqual([next.id]);
    expect((await stripe.prices.retrieve(old.id)).lookup_key).toBeNull();
  });

  it('that is archived begins nothing', async () => {
    const { id } = await create('archived', { recurring: { interval: 'month' } });
    await stripe.prices.update(id, { active: false });
    const customer = await newCustomer();
    await expect(
      stripe.subscriptions.create({
        customer,
        items: [{ price: id }],
        payment_behavior: 'default_incomplete',
      }),
    ).rejects.toMatchObject({ statusCode: 400, param: 'items[0][price]' });
    await expect(
      stripe.checkout.sessions.create({
        mode: 'subscription',
        customer,
        line_items: [{ price: id, quantity: 1 }],
        success_url: 'http://localhost/',
      }),
    ).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe('the list of events', () => {
  it('is the newest first, in pages, by type and time, and follows the sandbox’s clock', async () => {
    // What the tests before began may be of this very second.
    await sandbox.turnClock((await sandbox.now()) + day);
    const from = await sandbox.now();
    for (let count = 0; count < 3; count += 1) {
      const { clientSecret } = await begin();
      await confirm(clientSecret, cards.pays);
    }
    await sandbox.turnClock((await sandbox.now()) + 2 * day);
    const { subscriptionId } = await begin();
    const now = Math.floor(Date.now() / 1000);
    const types = ['customer.subscription.created'];
    // An end of now is the sandbox's now.
    const all = await stripe.events
      .list({ types, created: { gte: from, lte: now + 60 }, limit: 2 })
      .autoPagingToArray({ limit: 100 });
    expect(all).toHaveLength(4);
    expect(all[0]?.data.object).toMatchObject({ id: subscriptionId });
    expect(all.map(({ created }) => created)).toEqual(
      all.map(({ created }) => created).toSorted((a, b) => b - a),
    );
    const recent = await stripe.events.list({ types, created: { gte: (await sandbox.now()) - day } });
    expect(recent.data).toHaveLength(1);
    const first = await stripe.events.list({ type: 'invoice.paid', limit: 1 });
    expect(first).toMatchObject({ has_more: true, data: [{ type: 'invoice.paid' }] });
    const [newest] = first.data;
    const before = await stripe.events.list({ type: 'invoice.paid', ending_before: String(newest?.id) });
    expect(before.data).toEqual([]);
    expect(await stripe.events.retrieve(String(newest?.id))).toMatchObject({ id: newest?.id });
    await expect(stripe.events.list({ starting_after: 'evt_none' })).rejects.toMatchObject({
      statusCode: 400,
    });
    await expect(stripe.events.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
  });

  it('goes thirty days back', async () => {
    await begin();
    const { data } = await stripe.events.list({ limit: 1 });
    await sandbox.turnClock((await sandbox.now()) + 31 * day);
    const kept = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 });
    expect(kept.map(({ id }) => id)).not.toContain(data[0]?.id);
  });

  it('has its webhook endpoint, of the version that the site speaks', async () => {
    const { data } = await stripe.webhookEndpoints.list();
    expect(data).toMatchObject([{ api_version: '2026-10-28.endive', status: 'enabled' }]);
  });
});

describe('the list of subscriptions', () => {
  it('leaves out what was canceled, unless all are asked for', async () => {
    const { customerId: customer, subscriptionId } = await begin();
    await stripe.subscriptions.cancel(subscriptionId);
    const countOf = async (params: Stripe.SubscriptionListParams) =>
      (await stripe.subscriptions.list({ customer, ...params })).data.length;
    expect([await countOf({}), await countOf({ status: 'all' }), await countOf({ status: 'ended' })]).toEqual(
      [0, 1, 1],
    );
  });
});
