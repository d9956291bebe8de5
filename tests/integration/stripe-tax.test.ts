import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ebook, membership } from '#app/domain/core/catalogue/products.ts';
import { isSoldBy, startPurchase } from '#app/domain/selling/billing/purchase.server.ts';
import { connectPayments } from '#app/platform/payments/payments.server.ts';
import { payHosted, renew, rowOf, sandbox, stripe, withSandbox } from '#tests/integration/card-buyers.ts';
import { deliverFacts } from '#tests/integration/delivered-facts.ts';
import { paymentsOf, purchasesOf } from '#tests/integration/ebook-buyers.ts';
import { newSale } from '#tests/integration/facts.ts';
import { newUser, newViewer } from '#tests/integration/people.ts';
import { openEbookCheckout, openHostedCheckout } from '#tests/integration/purchases.ts';
import { newCustomer, post } from '#tests/integration/sandbox-calls.ts';

withSandbox();

const settings = { secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox' };

beforeEach(() => void connectPayments(sandbox.apiPort, { ...settings, collectsTax: true }));
afterEach(() => void connectPayments(sandbox.apiPort, settings));

const inCountry = (country: string) => ({ step: 'address', country, postal_code: '10115' });

describe('with tax on top', () => {
  it('the hosted page asks where the buyer is, and shows subtotal, tax and total before paying', async () => {
    const address = await openHostedCheckout(await newViewer());
    expect(await (await fetch(address)).text()).toContain('name="country"');
    const tooSoon = await post(address, { number: '4242424242424242', expiry: '12/34', cvc: '123' });
    expect(tooSoon.status).toBe(422);
    await post(address, inCountry('DE'));
    const text = await (await fetch(address)).text();
    for (const shown of ['Subtotal', '$47.00', 'Tax', '$8.93', 'Total today', 'Pay $55.93'])
      expect(text).toContain(shown);
  });

  it('a subscription is priced without it, each payment is kept with it, and nothing is held', async () => {
    const viewer = await newViewer();
    await payHosted(await openHostedCheckout(viewer), inCountry('DE'));
    await renew(viewer.id);
    expect(await paymentsOf(viewer.id)).toMatchObject([
      { amountCents: 5_593, taxCents: 893 },
      { amountCents: 5_593, taxCents: 893 },
    ]);
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'active', amount: 4_700, heldReason: null });
  });

  it('what is paid once is compared without it', async () => {
    const viewer = await newViewer();
    await payHosted(await openEbookCheckout(viewer), inCountry('US'));
    expect(await paymentsOf(viewer.id)).toMatchObject([{ amountCents: 756, taxCents: 56 }]);
    expect(await purchasesOf(viewer.id)).toMatchObject([{ status: 'paid', amountCents: 700 }]);
  });

  it('is no part of the price that a payment tells first, of what was not begun here', async () => {
    const { id } = await newUser();
    const { paid, metadata } = newSale(id);
    const { offer: _, ...said } = metadata;
    await deliverFacts([{ ...paid, metadata: said, amountCents: 5_593, taxCents: 893 }]);
    expect(await rowOf(id)).toMatchObject({ status: 'incomplete', amount: 4_700 });
  });

  it('where none is to be collected none is taken', async () => {
    const viewer = await newViewer();
    await payHosted(await openHostedCheckout(viewer), inCountry('CH'));
    expect(await paymentsOf(viewer.id)).toMatchObject([{ amountCents: 4_700, taxCents: 0 }]);
  });

  it('goes together with a promotion code', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'once' });
    await stripe.promotionCodes.create({ code: 'TAXED', promotion: { type: 'coupon', coupon: coupon.id } });
    const viewer = await newViewer();
    const code = { step: 'code', code: 'TAXED' };
    await payHosted(await openEbookCheckout(viewer), inCountry('DE'), code);
    expect(await paymentsOf(viewer.id)).toMatchObject([{ amountCents: 417, taxCents: 67 }]);
    expect(await purchasesOf(viewer.id)).toMatchObject([{ status: 'paid' }]);
  });

  it('the form on the site, which cannot show it, sells nothing', async () => {
    for (const sold of [membership, ebook]) {
      expect(isSoldBy(sold, 'card_form')).toBe(false);
      expect(isSoldBy(sold, 'card_page')).toBe(true);
      await expect(startPurchase(await newViewer(), sold, 'card_form')).rejects.toThrow('not offered here');
    }
  });

  it('a price from before it was collected is told that it is without', async () => {
    await stripe.prices.create({
      currency: 'usd',
      unit_amount: 700,
      lookup_key: 'ebook_usd_700_once',
      transfer_lookup_key: true,
      product_data: { name: 'The book' },
    });
    connectPayments(sandbox.apiPort, { ...settings, collectsTax: true });
    await openEbookCheckout(await newViewer());
    const { data } = await stripe.prices.list({ lookup_keys: ['ebook_usd_700_once'] });
    expect(data).toMatchObject([{ tax_behavior: 'exclusive' }]);
  });
});

describe('the sandbox refuses, as the provider does,', () => {
  const begin = async (change: object) => {
    const { id } = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 700,
      product_data: { name: 'A book' },
    });
    const session = {
      mode: 'payment' as const,
      customer: await newCustomer(),
      line_items: [{ price: id, quantity: 1 }],
      success_url: 'https://site.example/',
    };
    return stripe.checkout.sessions.create({ ...session, ...change });
  };

  it.each([
    ['tax without an address', { automatic_tax: { enabled: true } }, 'requires a valid address'],
    [
      'tax of a price that does not say whether it is in it',
      { automatic_tax: { enabled: true }, customer_update: { address: 'auto' } },
      'tax_behavior',
    ],
    ['tax ids without a name', { tax_id_collection: { enabled: true } }, 'customer_update[name]'],
    [
      'a coupon beside a box for codes',
      { allow_promotion_codes: true, discounts: [{ coupon: 'any' }] },
      'only specify one of these',
    ],
    ['a coupon that is none', { discounts: [{ coupon: 'none' }] }, 'No such coupon'],
    [
      'a card for later where nothing comes later',
      { payment_method_collection: 'always' },
      'recurring prices',
    ],
  ])('%s', async (_, change, words) => {
    await expect(begin(change)).rejects.toThrow(words);
  });

  it('coupons that say too little or too much, and codes that are taken', async () => {
    const coupons = [
      {},
      { percent_off: 10, amount_off: 100, currency: 'usd' },
      { amount_off: 100 },
      { percent_off: 120 },
      { percent_off: 10, duration: 'repeating' as const },
      { percent_off: 10, duration: 'once' as const, duration_in_months: 3 },
    ];
    for (const coupon of coupons) await expect(stripe.coupons.create(coupon)).rejects.toThrow();
    const { id } = await stripe.coupons.create({ percent_off: 10, duration: 'once' });
    await expect(stripe.coupons.create({ id, percent_off: 10 })).rejects.toThrow('already exists');
    const code = { code: 'TAKEN', promotion: { type: 'coupon' as const, coupon: id } };
    await stripe.promotionCodes.create(code);
    await expect(stripe.promotionCodes.create(code)).rejects.toThrow('already exists');
  });
});
