import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { config } from '#app/platform/config.server.ts';
import { openPool, withStore } from '#stand-ins/sandbox/store.ts';
import { sandbox, stripe, withSandbox } from '#tests/integration/card-buyers.ts';

withSandbox();

const day = 24 * 3600;

let keys = 0;

const newKey = () => {
  keys += 1;
  return { idempotencyKey: `key-${keys}` };
};

const create = (key: { idempotencyKey: string }, email = 'a@example.com') =>
  stripe.customers.create({ email }, key);

/** What a call is refused with. */
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: Stripe.errors.StripeError) => ({
      status: error.statusCode,
      code: error.code,
      type: error.rawType,
    }),
  );

describe('an idempotency key', () => {
  it('brings the answer of the first call, and says that it does', async () => {
    const key = newKey();
    const first = await create(key);
    const again = await create(key);
    expect(again.id).toBe(first.id);
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  });

  it('is refused with other parameters', async () => {
    const key = newKey();
    await create(key);
    expect(await refusal(create(key, 'b@example.com'))).toMatchObject({
      status: 400,
      type: 'idempotency_error',
    });
  });

  it('is refused while another call with it is under way', async () => {
    const key = newKey();
    const pool = openPool(config().databaseUrl);
    let finish = () => {};
    const first = withStore(
      pool,
      () => new Promise<void>((resolve) => (finish = resolve)),
      `stripe ${key.idempotencyKey}`,
    );
    // Until the first has the key, the second would be the first.
    const holders = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = 4711050
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await expect.poll(async () => (await pool.query(holders)).rowCount, { timeout: 30_000 }).toBe(1);
    expect(await refusal(create(key))).toEqual({
      status: 409,
      code: 'idempotency_key_in_use',
      type: 'idempotency_error',
    });
    finish();
    await first;
    await pool.end();
    expect((await create(key)).id).toMatch(/^cus_/);
  });

  it('brings a refusal again, and a failure of the provider’s own, though what was missing has come meanwhile', async () => {
    const key = newKey();
    sandbox.failNext(500);
    for (let call = 0; call < 2; call += 1)
      expect(await refusal(create(key))).toMatchObject({ status: 500, type: 'api_error' });
    expect((await create(newKey())).id).toMatch(/^cus_/);
    const other = newKey();
    const missing = () =>
      stripe.billingPortal.sessions.create(
        {
          customer: 'cus_none',
          return_url: 'http://localhost/',
          flow_data: { type: 'payment_method_update' },
        },
        other,
      );
    for (let call = 0; call < 2; call += 1)
      expect(await refusal(missing())).toMatchObject({ status: 400, code: 'resource_missing' });
  });

  it('is not used up by a call whose words were wrong, or that came too often', async () => {
    const key = newKey();
    const wrong = { colour: 'red' } as Stripe.CustomerCreateParams;
    expect(await refusal(stripe.customers.create(wrong, key))).toMatchObject({ code: 'parameter_unknown' });
    sandbox.failNext(429);
    await expect(create(key)).rejects.toBeInstanceOf(Stripe.errors.StripeRateLimitError);
    expect((await create(key)).id).toMatch(/^cus_/);
  });

  it('is forgotten after a day', async () => {
    const key = newKey();
    const first = await create(key);
    await sandbox.turnClock((await sandbox.now()) + day - 60);
    expect((await create(key)).id).toBe(first.id);
    await sandbox.turnClock((await sandbox.now()) + 120);
    expect((await create(key)).id).not.toBe(first.id);
  });
});
