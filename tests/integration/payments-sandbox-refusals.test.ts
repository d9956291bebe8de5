import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { received, sandbox, stripe, withSandbox } from '#tests/integration/card-buyers.ts';
import { events, newCustomer } from '#tests/integration/sandbox-calls.ts';

withSandbox();

describe('calls the provider would refuse', () => {
  const refused = (call: Promise<unknown>) =>
    call.then(
      () => null,
      (error: Stripe.errors.StripeError) => error,
    );

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
