import { describe, expect, it } from 'vitest';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { membership } from '#app/domain/core/catalogue/products.ts';
import { openPaymentPage, startPurchase } from '#app/domain/selling/billing/purchase.server.ts';
import { findUnconfirmed } from '#app/domain/selling/billing/unconfirmed.server.ts';
import { compareSubscriptions } from '#app/domain/selling/reconciliation/compare.server.ts';
import { startRun } from '#app/domain/selling/reconciliation/runs.server.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import {
  atStripe,
  card,
  daysPass,
  loseWebhooks,
  payHosted,
  received,
  renew,
  rowOf,
  settled,
  stripe,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { paymentsOf } from '#tests/integration/ebook-buyers.ts';
import { newViewer, subjectsTo } from '#tests/integration/people.ts';
import { cards, newCustomer, post, product, startAs } from '#tests/integration/sandbox-calls.ts';

withSandbox();

/** The membership, with three months free. */
const free: Product = { ...membership, freeIntervals: 3 };

/** Somebody who subscribed, and pays nothing yet. */
async function newFreeMember() {
  const viewer = await newViewer();
  const address = await openPaymentPage(viewer, free, 'card_page');
  return { viewer, address, response: await payHosted(address) };
}

describe('a subscription whose first months are free', () => {
  it('asks for a card, says what comes later, and is live without a payment', async () => {
    const viewer = await newViewer();
    const address = await openPaymentPage(viewer, free, 'card_page');
    const text = await (await fetch(address)).text();
    expect(text).toContain('$0.00');
    expect(text).toContain('then $47.00 a month, until you cancel');
    expect(text).not.toContain('name="code"');
    expect((await payHosted(address)).headers.get('location')).toContain('/thank-you');
    expect(await paymentsOf(viewer.id)).toEqual([]);
    const row = await rowOf(viewer.id);
    expect(row).toMatchObject({ status: 'active', amount: 4_700, heldReason: null, isRefunded: false });
    expect(Number(row.currentPeriodEnd)).toBeGreaterThan(Date.now() + 27 * 24 * 3600 * 1000);
    expect(await subjectsTo(viewer.email)).toEqual(['Welcome: your membership is active']);
    expect((await atStripe(viewer.id)).default_payment_method).toMatch(/^pm_/);
  });

  it('takes money from the fourth month on, which makes the first payment and holds nothing', async () => {
    const { viewer } = await newFreeMember();
    for (const _ of [1, 2]) await renew(viewer.id);
    expect(await paymentsOf(viewer.id)).toEqual([]);
    expect(received.filter(({ type }) => type === 'invoice.paid')).toHaveLength(3);
    await renew(viewer.id);
    expect(await paymentsOf(viewer.id)).toMatchObject([
      { amountCents: 4_700, billingReason: 'subscription_cycle', promotionCode: null, status: 'paid' },
    ]);
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'active', amount: 4_700, heldReason: null });
    expect(await subjectsTo(viewer.email)).toEqual(['Welcome: your membership is active']);
  });

  it('is told its period by an invoice of nothing, too', async () => {
    const { viewer } = await newFreeMember();
    const { currentPeriodEnd } = await rowOf(viewer.id);
    await daysPass(32);
    const row = await rowOf(viewer.id);
    expect(Number(row.currentPeriodEnd)).toBeGreaterThan(Number(currentPeriodEnd));
    const { items } = await atStripe(viewer.id);
    expect(row.currentPeriodEnd).toEqual(new Date(Number(items.data[0]?.current_period_end) * 1000));
  });

  it('is known as bought before any webhook comes, and nothing is mended where nothing is wrong', async () => {
    const viewer = await newViewer();
    const address = await openPaymentPage(viewer, free, 'card_page');
    await loseWebhooks(() =>
      fetch(address, { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' }),
    );
    expect(await findUnconfirmed(viewer, free)).toMatchObject([{ id: expect.stringMatching(/^sub_/) }]);
    await expect(openPaymentPage(viewer, free, 'card_page')).rejects.toThrow('You have paid already');

    await newFreeMember();
    const run = await startRun('stripe', new Date());
    await compareSubscriptions(run, provider('stripe'), new Date());
    expect(run).toMatchObject({ counts: { repaired: 0, failed: 0 } });
  });

  it('goes on with a card that asks for a confirmation, and not with one that is declined', async () => {
    const viewer = await newViewer();
    const address = await openPaymentPage(viewer, free, 'card_page');
    expect((await post(address, { ...card, number: cards.declined })).status).toBe(422);
    const asked = await post(address, { ...card, number: cards.confirms });
    const back = await post(String(asked.headers.get('location')), { answer: 'complete' });
    await fetch(String(back.headers.get('location')), { redirect: 'manual' });
    await settled();
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'active' });
  });

  it('is not begun by the form on the site, where it would be live before a card is given', async () => {
    const viewer = await newViewer();
    await expect(startPurchase(viewer, free, 'card_form')).rejects.toThrow('not offered here');
    const sold = { ...product, freeIntervals: 3 };
    await expect(startAs('card_form', sold, await newCustomer(), {})).rejects.toThrow('cannot do that');
  });
});

describe('the coupon of the free months', () => {
  it('is made once, and made anew where somebody deleted it', async () => {
    const sold = { ...product, key: 'reseller_pro_free3', freeIntervals: 3 };
    const id = 'reseller_pro_free3_free_3_months';
    const begin = async () => startAs('card_page', sold, await newCustomer(), {});
    await Promise.all([begin(), begin(), begin()]);
    expect(await stripe.coupons.retrieve(id)).toMatchObject({
      percent_off: 100,
      duration: 'repeating',
      duration_in_months: 3,
    });
    await stripe.coupons.del(id);
    await begin();
    expect(await stripe.coupons.retrieve(id)).toMatchObject({ valid: true });
  });

  it('of years takes a dozen months each', async () => {
    const sold = { ...product, key: 'yearly', freeIntervals: 1, interval: 'year' } as const;
    await startAs('card_page', { ...sold, lookupKey: 'yearly_usd_4700_year' }, await newCustomer(), {});
    expect(await stripe.coupons.retrieve('yearly_free_12_months')).toMatchObject({ duration_in_months: 12 });
  });

  it('is not taken from somebody who made another of its id', async () => {
    await stripe.coupons.create({ id: 'other_free_3_months', percent_off: 50, duration: 'once' });
    const sold = { ...product, key: 'other', freeIntervals: 3 };
    await expect(startAs('card_page', sold, await newCustomer(), {})).rejects.toThrow('is not what');
  });
});
