import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { payoutProvider } from '#app/platform/payments/payments.server.ts';
import { createPaypalClient } from '#app/platform/payments/paypal/client.server.ts';
import { fake, withPaypal } from '#tests/integration/paypal-buyers.ts';
import { newEmail } from '#tests/integration/people.ts';

withPaypal();

const order = (fields: object = {}) => ({
  sender_batch_header: { sender_batch_id: newEmail() },
  items: [
    {
      recipient_type: 'EMAIL',
      receiver: 'a@b.example',
      sender_item_id: 'one',
      amount: { value: '1.00', currency: 'USD' },
    },
  ],
  ...fields,
});

/** What PayPal says to an order of payouts, by its name of the problem; nothing where it takes it. */
async function problemOf(body: object): Promise<string | null> {
  const client = createPaypalClient(fake.settings);
  try {
    await client.call(({ ask }) => ask('POST', '/v1/payments/payouts', z.unknown(), JSON.stringify(body)));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe('PayPal Payouts in the sandbox', () => {
  it('takes what PayPal takes', async () => {
    expect(await problemOf(order())).toBeNull();
  });

  const [item] = order().items;
  it.each([
    ['nobody to pay', { items: [] }],
    ['two items of one id', { items: [item, item] }],
    ['no address', { items: [{ ...item, receiver: 'nobody' }] }],
    ['a third of a cent', { items: [{ ...item, amount: { value: '1.005', currency: 'USD' } }] }],
    ['less than nothing', { items: [{ ...item, amount: { value: '-1.00', currency: 'USD' } }] }],
    ['another currency', { items: [{ ...item, amount: { value: '1.00', currency: 'usd' } }] }],
    ['a field that PayPal does not know', { items: [{ ...item, memo: 'x' }] }],
    ['no id of the batch', { sender_batch_header: {} }],
    [
      '15,001 items',
      { items: Array.from({ length: 15_001 }, (_, id) => ({ ...item, sender_item_id: String(id) })) },
    ],
  ])('refuses %s', async (_, fields) => {
    expect(await problemOf(order(fields))).toMatch(/^PayPal: 4\d\d/);
  });

  it('refuses a batch it has had within thirty days, names it, and takes it again after that', async () => {
    const body = order();
    expect(await problemOf(body)).toBeNull();
    expect(await problemOf(body)).toContain('already exists');
    await fake.passDays(31);
    expect(await problemOf(body)).toBeNull();
  });

  it('answers the site with the same batch again, and shows thousands of items page by page', async () => {
    const items = Array.from({ length: 1_001 }, (_, index) => ({
      id: `item-${index}`,
      email: `p${index}@payees.example`,
      cents: 100,
      currency: 'usd',
      note: 'Commission',
    }));
    const batch = { id: newEmail(), subject: 'A payout', items };
    const id = await payoutProvider()?.send(batch);
    expect(await payoutProvider()?.send(batch)).toBe(id);
    await fake.passDays(1 / 1440);
    const found = await payoutProvider()?.find(String(id));
    expect(found?.items).toHaveLength(1_001);
    expect(new Set(found?.items.map(({ status }) => status))).toEqual(new Set(['paid']));
    expect(await payoutProvider()?.find('NOSUCHBATCH')).toBeNull();
    await fake.take();
  });
});
