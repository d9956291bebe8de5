import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { received, sandbox, stripe, withSandbox } from '#tests/integration/card-buyers.ts';
import { begin, confirm, events, newCustomer } from '#tests/integration/sandbox-calls.ts';

withSandbox();

const refused = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: Stripe.errors.StripeError) => error,
  );

const product_data = { name: 'A thing' };
const monthly = { interval: 'month' } as const;

/** A price, by default of a month. */
const newPrice = (fields: Partial<Stripe.PriceCreateParams> = {}) =>
  stripe.prices.create({ currency: 'usd', unit_amount: 900, product_data, recurring: monthly, ...fields });

describe('calls the provider would refuse', () => {
  it('wants the secret key', async () => {
    const stranger = new Stripe('sk_test_other', {
      protocol: 'http',
      host: '127.0.0.1',
      port: sandbox.apiPort,
      maxNetworkRetries: 0,
    });
    expect(await refused(stranger.customers.create({}))).toBeInstanceOf(
      Stripe.errors.StripeAuthenticationError,
    );
  });

  it('knows its endpoints and parameters', async () => {
    expect(await refused(stripe.coupons.list())).toMatchObject({
      statusCode: 404,
      type: 'StripeInvalidRequestError',
    });
    expect(
      await refused(stripe.customers.create({ colour: 'red' } as Stripe.CustomerCreateParams)),
    ).toMatchObject({
      statusCode: 400,
      code: 'parameter_unknown',
      param: 'colour',
    });
    expect(await refused(stripe.subscriptions.retrieve('sub_none'))).toMatchObject({
      code: 'resource_missing',
    });
  });

  it('knows parameters inside others, and numbers', async () => {
    const customer = await newCustomer();
    const item = { price: 'price_none', colour: 'red' } as Stripe.SubscriptionCreateParams.Item;
    expect(
      await refused(
        stripe.subscriptions.create({ customer, items: [item], payment_behavior: 'default_incomplete' }),
      ),
    ).toMatchObject({ code: 'parameter_unknown', param: 'items[0][colour]' });
    expect(
      await refused(
        stripe.prices.create({ currency: 'usd', unit_amount: 1.5, product_data: { name: 'Half a cent' } }),
      ),
    ).toMatchObject({ code: 'parameter_invalid_integer', param: 'unit_amount' });
    expect(await refused(stripe.customers.retrieve(customer, { expand: ['object'] }))).toMatchObject({
      statusCode: 400,
      param: 'expand',
    });
  });

  it('does nothing by halves: a refused call leaves no object and no event', async () => {
    const customerId = await newCustomer();
    await events();
    received.length = 0;
    await refused(
      stripe.subscriptions.create({
        customer: customerId,
        items: [{ price: 'price_none' }],
        payment_behavior: 'default_incomplete',
      }),
    );
    expect(await events()).toEqual([]);
  });
});

describe('what has ended', () => {
  it('is not changed, and not ended again', async () => {
    const { subscriptionId, clientSecret } = await begin();
    await confirm(clientSecret, '4242 4242 4242 4242');
    await stripe.subscriptions.cancel(subscriptionId);
    expect(
      await refused(stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true })),
    ).toMatchObject({
      statusCode: 400,
      code: 'invalid_canceled_subscription_fields',
    });
    expect(await refused(stripe.subscriptions.cancel(subscriptionId))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
  });

  it('is not sold: neither a price that is inactive, nor to a customer that was deleted', async () => {
    const { id: price } = await newPrice();
    const { id: once } = await newPrice({ recurring: undefined } as Stripe.PriceCreateParams);
    for (const id of [price, once]) await stripe.prices.update(id, { active: false });
    const customer = await newCustomer();
    const subscribe = (fields: Partial<Stripe.SubscriptionCreateParams>) =>
      stripe.subscriptions.create({
        customer,
        items: [{ price }],
        payment_behavior: 'default_incomplete',
        ...fields,
      });
    expect(await refused(subscribe({}))).toMatchObject({ param: 'items[0][price]' });
    const open: Stripe.Checkout.SessionCreateParams = {
      customer,
      mode: 'payment',
      line_items: [{ price: once, quantity: 1 }],
      success_url: 'http://x/',
    };
    expect(await refused(stripe.checkout.sessions.create(open))).toMatchObject({
      param: 'line_items[0][price]',
    });
    await stripe.customers.del(customer);
    await stripe.prices.update(price, { active: true });
    expect(await refused(subscribe({}))).toMatchObject({ statusCode: 400, code: 'resource_missing' });
  });
});

describe('what does not fit', () => {
  it('is no subscription: without a card to come, without a price, or at a price that is paid once', async () => {
    const customer = await newCustomer();
    const { id: price } = await newPrice();
    const { id: once } = await newPrice({ recurring: undefined } as Stripe.PriceCreateParams);
    const subscribe = (fields: Partial<Stripe.SubscriptionCreateParams>) =>
      refused(
        stripe.subscriptions.create({
          customer,
          items: [{ price }],
          payment_behavior: 'default_incomplete',
          ...fields,
        }),
      );
    expect(await subscribe({ payment_behavior: 'allow_incomplete' })).toMatchObject({
      code: 'resource_missing',
    });
    expect(await subscribe({ items: [] })).toMatchObject({ code: 'parameter_missing' });
    expect(await subscribe({ items: [{ price: once }] })).toMatchObject({ param: 'items[0][price]' });
    expect(await subscribe({})).toBeNull();
  });

  it('is no checkout: another mode, another way to pay, no address to come back to', async () => {
    const customer = await newCustomer();
    const { id: price } = await newPrice();
    const open = (fields: object) => {
      const input = {
        customer,
        mode: 'subscription',
        line_items: [{ price, quantity: 1 }],
        success_url: 'http://x/',
      };
      return refused(
        stripe.checkout.sessions.create({ ...input, ...fields } as Stripe.Checkout.SessionCreateParams),
      );
    };
    expect(await open({ mode: 'setup' })).toMatchObject({ param: 'mode' });
    expect(await open({ allowed_payment_method_types: ['sepa_debit'] })).toMatchObject({
      param: 'allowed_payment_method_types',
    });
    expect(await open({ success_url: '' })).toMatchObject({
      code: 'parameter_missing',
      param: 'success_url',
    });
    expect(await open({})).toBeNull();
  });

  it('is no key of a price that another has, unless it is handed over', async () => {
    const lookup_key = `key_of_${await newCustomer()}`;
    const first = await newPrice({ lookup_key });
    expect(await refused(newPrice({ lookup_key }))).toMatchObject({ code: 'resource_already_exists' });
    const second = await newPrice({ lookup_key, transfer_lookup_key: true });
    expect((await stripe.prices.retrieve(first.id)).lookup_key).toBeNull();
    expect(second.lookup_key).toBe(lookup_key);
  });

  it('is no payment in another way than by card', async () => {
    const input = { amount: 900, currency: 'usd', allowed_payment_method_types: ['sepa_debit'] };
    const pay = stripe.paymentIntents.create(input as Stripe.PaymentIntentCreateParams);
    expect(await refused(pay)).toMatchObject({ param: 'allowed_payment_method_types' });
  });

  it('is no page for the card in another flow', async () => {
    const customer = await newCustomer();
    const flow_data = { type: 'subscription_cancel' } as Stripe.BillingPortal.SessionCreateParams.FlowData;
    const open = stripe.billingPortal.sessions.create({ customer, return_url: 'http://x/', flow_data });
    expect(await refused(open)).toMatchObject({ param: 'flow_data[type]' });
  });

  it('is no refund of what was not paid, nor of more than is left', async () => {
    const { id, client_secret } = await stripe.paymentIntents.create({ amount: 900, currency: 'usd' });
    const refund = (amount: number) => refused(stripe.refunds.create({ payment_intent: id, amount }));
    expect(await refund(100)).toMatchObject({ code: 'payment_intent_unexpected_state' });
    await confirm(String(client_secret), '4242 4242 4242 4242');
    expect(await refund(100)).toBeNull();
    expect(await refund(801)).toMatchObject({ code: 'amount_too_large', param: 'amount' });
  });

  it('is no end of a dispute, and no page of a list', async () => {
    const close = stripe.rawRequest('POST', '/v1/test_helpers/disputes/dp_none/close', { status: 'odd' });
    expect(await refused(close)).toMatchObject({ code: 'parameter_invalid', param: 'status' });
    expect(await refused(stripe.customers.retrieve('in_none'))).toMatchObject({ statusCode: 404 });
    expect(await refused(stripe.events.list({ limit: 101 }))).toMatchObject({ param: 'limit' });
    expect(await refused(stripe.events.list({ starting_after: 'evt_none' }))).toMatchObject({
      code: 'resource_missing',
      param: 'starting_after',
    });
  });
});
