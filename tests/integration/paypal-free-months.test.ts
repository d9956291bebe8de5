import { describe, expect, it } from 'vitest';
import { soldProduct } from '#app/domain/core/catalogue/offer.ts';
import { membership, plannedProducts } from '#app/domain/core/catalogue/products.ts';
import { planCancellation } from '#app/domain/selling/billing/cancellation.server.ts';
import { endPaidPeriods } from '#app/domain/selling/billing/paid-periods.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { makePaypalPlans } from '#app/platform/payments/paypal/make-plans.server.ts';
import { stateOf } from '#tests/integration/delivered-facts.ts';
import { deliver, fake, idIn, withPaypal } from '#tests/integration/paypal-buyers.ts';
import { newViewer } from '#tests/integration/people.ts';

withPaypal();

const day = 864e5;

/** The membership, as it would be sold with three months free. */
const sold = { ...soldProduct(membership), freeIntervals: 3, planSetting: 'PAYPAL_PLAN_ID_FREE' };

/** Somebody who has approved three months for nothing; the webhooks wait. */
async function newFreeBuyer(runsDry = false) {
  const viewer = await newViewer();
  const { id, url } = await provider('paypal').startPurchase({
    way: 'wallet',
    userId: viewer.id,
    customerId: null,
    product: sold,
    metadata: {},
    brandName: 'Academy',
    doneUrl: 'http://localhost:3000/thank-you',
    approvedUrl: 'http://localhost:3000/checkout/paypal/return',
    cancelUrl: 'http://localhost:3000/checkout',
    idempotencyKey: viewer.id,
  });
  expect(idIn(String(url))).toBe(id);
  await prisma().subscription.create({
    data: {
      userId: viewer.id,
      product: 'membership',
      provider: 'paypal',
      providerSubscriptionId: String(id),
      status: 'incomplete',
      amount: 4_700,
      offeredCents: 4_700,
      offeredCurrency: 'usd',
      offeredInterval: 'month',
    },
  });
  await fake.approve(String(id), runsDry);
  return { viewer, id: String(id) };
}

describe('a subscription whose first months are free', () => {
  it('is live at once, without a payment, until the first one is due', async () => {
    const { viewer } = await newFreeBuyer();
    await deliver();
    const { subscriptions, payments, plan } = await stateOf(viewer);
    expect([plan, payments]).toEqual(['membership', []]);
    expect(subscriptions).toMatchObject([{ status: 'active', amount: 4_700 }]);
    const [row] = subscriptions;
    expect(row?.trialEnd).toEqual(row?.currentPeriodEnd);
    expect(Number(row?.currentPeriodEnd) - (await fake.now()) * 1000).toBeGreaterThan(88 * day);
    expect(await planCancellation(viewer.id)).toMatchObject({
      endsAtOnce: false,
      accessEndsAt: row?.currentPeriodEnd,
    });
  });

  it('is paid after that, each month', async () => {
    const { viewer, id } = await newFreeBuyer();
    await deliver();
    await fake.passDays(80);
    expect((await fake.subscription(id))?.saleIds).toEqual([]);
    await fake.passDays(14);
    await fake.passDays(31);
    await deliver();
    expect((await stateOf(viewer)).payments).toMatchObject([
      { amountCents: 4_700, status: 'paid' },
      { amountCents: 4_700, status: 'paid' },
    ]);
    expect((await stateOf(viewer)).subscriptions).toMatchObject([{ heldReason: null }]);
  });

  it.each(['in order', 'the end first'])(
    'cancelled, goes on until the free time is over (%s)',
    async (order) => {
      const { viewer, id } = await newFreeBuyer();
      await fake.cancel(id);
      const told = await fake.take();
      await deliver(order === 'in order' ? told : told.toReversed());
      await endPaidPeriods();
      const { plan, subscriptions } = await stateOf(viewer);
      expect(plan).toBe('membership');
      expect(subscriptions).toMatchObject([{ status: 'active', cancelAtPeriodEnd: true }]);
      const end = subscriptions[0]?.currentPeriodEnd ?? new Date(0);
      expect(end.getTime() - (await fake.now()) * 1000).toBeGreaterThan(88 * day);
      await endPaidPeriods(new Date(end.getTime() + 1));
      expect(await stateOf(viewer)).toMatchObject({ plan: null, subscriptions: [{ status: 'canceled' }] });
    },
  );

  it('is no longer than that where the first payment fails', async () => {
    const { viewer, id } = await newFreeBuyer(true);
    await deliver();
    const before = (await stateOf(viewer)).subscriptions[0]?.currentPeriodEnd;
    await fake.passDays(94);
    expect(await fake.subscription(id)).toMatchObject({ failures: 1, saleIds: [] });
    await deliver();
    const state = await provider('paypal').findSubscription(id);
    expect(state?.currentPeriodEnd).toEqual(before);
    expect((await stateOf(viewer)).subscriptions[0]?.currentPeriodEnd).toEqual(before);
  });

  it('is not sold by a plan without free months, nor what is paid from the first by one that has them', async () => {
    const wrong = { ...sold, planSetting: 'PAYPAL_PLAN_ID' };
    const input = {
      way: 'wallet',
      userId: 'u',
      customerId: null,
      metadata: {},
      brandName: 'Academy',
      doneUrl: 'http://localhost:3000/a',
      approvedUrl: 'http://localhost:3000/b',
      cancelUrl: 'http://localhost:3000/c',
      idempotencyKey: 'k',
    } as const;
    for (const product of [wrong, { ...sold, freeIntervals: 0 }])
      await expect(provider('paypal').startPurchase({ ...input, product })).rejects.toMatchObject({
        code: 'wrong_plan',
      });
  });
});

describe('making the plans', () => {
  const site = { name: 'Academy', url: 'https://academy.example' };

  it('makes one of each product that is sold by subscription, once, and a new one for a new price', async () => {
    const products = plannedProducts().map(soldProduct);
    const ids = await makePaypalPlans(fake.settings, site, products);
    expect(Object.keys(ids).toSorted()).toEqual(products.map(({ planSetting }) => planSetting).toSorted());
    expect(new Set(Object.values(ids)).size).toBe(products.length);
    expect(await makePaypalPlans(fake.settings, site, products)).toEqual(ids);
    const dearer = products.map((product) => ({ ...product, amountCents: product.amountCents + 100 }));
    const others = await makePaypalPlans(fake.settings, site, dearer);
    for (const [setting, id] of Object.entries(others)) expect(id).not.toBe(ids[setting]);
  });

  it('makes plans by which the site sells', async () => {
    const [product] = plannedProducts().map(soldProduct);
    if (!product?.planSetting) throw new Error('no product');
    const planIds = await makePaypalPlans(fake.settings, { ...site, url: 'https://other.example' }, [
      product,
    ]);
    expect(planIds[product.planSetting]).toMatch(/^P-/);
  });
});
