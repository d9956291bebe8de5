import { describe, expect, it } from 'vitest';
import { membership } from '#app/domain/core/catalogue/products.ts';
import { startPurchase } from '#app/domain/selling/billing/purchase.server.ts';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { connectPayments } from '#app/platform/payments/payments.server.ts';
import {
  atStripe,
  daysPass,
  newCardMember,
  renew,
  rowOf,
  sandbox,
  settled,
  stripe,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { newToldMember, stateOf } from '#tests/integration/delivered-facts.ts';
import { paymentsOf } from '#tests/integration/ebook-buyers.ts';
import { membershipPrice, newFact, secondsAfter } from '#tests/integration/facts.ts';
import { newViewer, subjectsTo } from '#tests/integration/people.ts';
import { openHostedCheckout } from '#tests/integration/purchases.ts';
import { cutOffStripe } from '#tests/integration/stripe-outage.ts';

withSandbox();

/** A dearer price, which is none of the catalogue's. */
async function newPrice(cents: number): Promise<string> {
  const { id } = await stripe.prices.create({
    currency: 'usd',
    unit_amount: cents,
    product_data: { name: 'More' },
    recurring: { interval: 'month' },
  });
  return id;
}

/** An operator gives a member another price. */
async function change(
  userId: string,
  cents: number,
  proration_behavior: 'always_invoice' | 'create_prorations',
) {
  const { id, items } = await atStripe(userId);
  const price = await newPrice(cents);
  await stripe.subscriptions.update(id, {
    items: [{ id: String(items.data[0]?.id), price }],
    proration_behavior,
  });
  await settled();
}

const amountsOf = async (userId: string) => (await paymentsOf(userId)).map(({ amountCents }) => amountCents);

/** Puts money to the credit of a member at the provider. */
async function giveCredit(userId: string, cents: number): Promise<void> {
  const { customer } = await atStripe(userId);
  await stripe.customers.createBalanceTransaction(String(customer), { amount: -cents, currency: 'usd' });
}

describe('a price that an operator changes in mid-period', () => {
  it('takes the difference at once: a payment of what was taken, and nothing is held', async () => {
    const viewer = await newCardMember();
    const { currentPeriodEnd } = await rowOf(viewer.id);
    await daysPass(15);
    await change(viewer.id, 9_700, 'always_invoice');
    const [, difference] = await paymentsOf(viewer.id);
    expect(difference).toMatchObject({ billingReason: 'subscription_update', status: 'paid' });
    // About half of the month's difference of $50.
    expect(difference?.amountCents).toBeGreaterThan(2_300);
    expect(difference?.amountCents).toBeLessThan(2_700);
    expect(difference?.periodEnd).toEqual(currentPeriodEnd);
    expect(await rowOf(viewer.id)).toMatchObject({
      status: 'active',
      amount: 9_700,
      heldReason: null,
      currentPeriodEnd,
    });
    await renew(viewer.id);
    expect((await amountsOf(viewer.id)).at(-1)).toBe(9_700);
  });

  it('may be taken with the next month: the period is the next month’s', async () => {
    const viewer = await newCardMember();
    const { currentPeriodEnd } = await rowOf(viewer.id);
    await daysPass(15);
    await change(viewer.id, 9_700, 'create_prorations');
    expect(await amountsOf(viewer.id)).toEqual([4_700]);
    await renew(viewer.id);
    const [, next] = await paymentsOf(viewer.id);
    expect(next?.amountCents).toBeGreaterThan(9_700 + 2_300);
    expect(next?.periodStart).toEqual(currentPeriodEnd);
    const { items } = await atStripe(viewer.id);
    expect((await rowOf(viewer.id)).currentPeriodEnd).toEqual(
      new Date(Number(items.data[0]?.current_period_end) * 1000),
    );
  });

  it('to less gives a credit, which pays of the next months what it can', async () => {
    const viewer = await newCardMember();
    await daysPass(1);
    await change(viewer.id, 700, 'always_invoice');
    // Nothing was taken: there is no payment of it.
    expect(await amountsOf(viewer.id)).toEqual([4_700]);
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'active', amount: 700, heldReason: null });
    await renew(viewer.id);
    expect(await amountsOf(viewer.id)).toEqual([4_700]);
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'active', isRefunded: false, isDisputed: false });
  });
});

describe('a credit at the provider', () => {
  it('is no money: a payment is what was taken beside it', async () => {
    const viewer = await newCardMember();
    await giveCredit(viewer.id, 1_200);
    await renew(viewer.id);
    expect(await amountsOf(viewer.id)).toEqual([4_700, 3_500]);
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'active', amount: 4_700, heldReason: null });
  });

  it('that pays a whole month takes over its period, and makes no payment', async () => {
    const viewer = await newCardMember();
    const { currentPeriodEnd } = await rowOf(viewer.id);
    await giveCredit(viewer.id, 4_700);
    await renew(viewer.id);
    expect(await amountsOf(viewer.id)).toEqual([4_700]);
    expect(Number((await rowOf(viewer.id)).currentPeriodEnd)).toBeGreaterThan(Number(currentPeriodEnd));
  });

  it('that pays the first month leads on without asking for a card', async () => {
    const viewer = await newViewer();
    await openHostedCheckout(viewer);
    const { customerId } = await prisma().providerCustomer.findFirstOrThrow({ where: { userId: viewer.id } });
    await stripe.customers.createBalanceTransaction(customerId, { amount: -10_000, currency: 'usd' });
    const started = await startPurchase(viewer, membership, 'card_form');
    expect(started.url).toContain('/thank-you');
    await settled();
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'active', heldReason: null });
    expect(await amountsOf(viewer.id)).toEqual([]);
    expect(await subjectsTo(viewer.email)).toEqual(['Welcome: your membership is active']);
    await expect(startPurchase(viewer, membership, 'card_form')).rejects.toThrow('already have');
  });
});

describe('news of the same second as those before, and other than them', () => {
  it('is what the provider says when it is asked', async () => {
    const viewer = await newCardMember();
    const { providerSubscriptionId: subscriptionId, lastEventAt } = await rowOf(viewer.id);
    const createdAt = lastEventAt ?? new Date();
    const late = newFact('subscription_updated', { subscriptionId, status: 'past_due', createdAt });
    expect(await applyPaymentEvent(late)).toBe('applied');
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'active', pastDueSince: null });
    cutOffStripe();
    const unheard = { ...late, eventId: `${late.eventId}_again` };
    expect(await applyPaymentEvent(unheard)).toBe('retry');
    connectPayments(sandbox.apiPort);
    expect(await applyPaymentEvent(unheard)).toBe('applied');
  });

  it('waits where the provider does not know it; nobody is asked about what cannot be kept', async () => {
    const { user, sale } = await newToldMember();
    const before = await stateOf(user);
    expect(await applyPaymentEvent(sale.status('past_due'))).toBe('retry');
    const price = { ...membershipPrice, id: 'price_vast', amountCents: 3_000_000_000 };
    expect(await applyPaymentEvent(sale.status('active', secondsAfter(60), { price }))).toBe('unapplied');
    expect(await stateOf(user)).toEqual(before);
  });
});
