import { describe, expect, it } from 'vitest';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import { findViewer } from '#app/domain/core/access/find-viewer.server.ts';
import { findMembershipState } from '#app/domain/selling/billing/billing-overview.server.ts';
import { listHeld } from '#app/domain/selling/billing/held-payments.server.ts';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { releaseHeld } from '#app/domain/selling/payment-events/release.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import { deliverFacts, newToldMember, stateOf } from '#tests/integration/delivered-facts.ts';
import { paymentsOf, purchasesOf } from '#tests/integration/ebook-buyers.ts';
import {
  membershipPrice,
  newEbookSale,
  newFact,
  newSale,
  permutations,
  saleAt,
  secondsAfter,
} from '#tests/integration/facts.ts';
import { activityOf, mailsTo, newSession, newUser } from '#tests/integration/people.ts';
import { startEbookPayment, startMembershipPayment } from '#tests/integration/purchases.ts';

describe('the price of a subscription', () => {
  it('that is changed at the provider is stored as it is, and holds nothing', async () => {
    const { user, sale } = await newToldMember();
    const price = { ...membershipPrice, id: 'price_new', amountCents: 5_900, lookupKey: null };
    await applyPaymentEvent(sale.status('active', secondsAfter(60), { price }));
    expect((await stateOf(user)).subscriptions).toMatchObject([
      { amount: 5_900, priceId: 'price_new', interval: 'month', heldReason: null, offeredCents: 4_700 },
    ]);
    expect(await findMembershipState(user.id)).toMatchObject({ nextPayment: { amountCents: 5_900 } });
  });

  it.each([
    ['amount', { amountCents: 100 }],
    ['currency', { currency: 'jpy' }],
    ['interval', { interval: 'year' }],
  ])('that has another %s than was offered is held, in any order of its events', async (_, change) => {
    for (const order of permutations(['created', 'activated', 'paid'] as const)) {
      const user = await newUser();
      const sale = newSale(user.id);
      const price = { ...membershipPrice, lookupKey: null, ...change };
      const facts = {
        created: { ...sale.created, price },
        activated: { ...sale.activated, price },
        paid: sale.paid,
      };
      await deliverFacts(order.map((name) => facts[name]));
      const { plan, mails, subscriptions } = await stateOf(user);
      expect({ order, plan, mails }).toEqual({ order, plan: null, mails: [] });
      expect(subscriptions).toMatchObject([
        { status: 'active', heldReason: expect.stringContaining('offered') },
      ]);
      expect(await findMembershipState(user.id)).toMatchObject({ kind: 'unconfirmed', isPaid: true });
    }
  });
});

describe('a payment of something that is paid once', () => {
  it('with tax on top is what was offered, in whatever order it is told', async () => {
    for (const order of permutations([0, 1])) {
      const user = await newUser();
      const sale = newEbookSale(user.id, { amountCents: 740 });
      const facts = [sale.paid, sale.completed];
      await deliverFacts(order.flatMap((index) => facts[index] ?? []));
      expect(await isEntitled(user.id, 'ebook'), order.join()).toBe(true);
      expect(await paymentsOf(user.id)).toMatchObject([{ amountCents: 740, taxCents: 40 }]);
    }
  });

  it('with tax in its price is right, and its tax is known once it is told', async () => {
    const user = await newUser();
    const { paid, completed } = newEbookSale(user.id);
    await deliverFacts([paid, { ...completed, taxCents: 58 }]);
    expect(await isEntitled(user.id, 'ebook')).toBe(true);
    expect(await paymentsOf(user.id)).toMatchObject([{ amountCents: 700, taxCents: 58 }]);
    const again = { ...completed, eventId: `${completed.eventId}_again` };
    expect(await applyPaymentEvent({ ...again, taxCents: 60 })).toBe('duplicate');
    expect(await paymentsOf(user.id)).toMatchObject([{ taxCents: 58 }]);
  });

  it('at the price of when it was begun is right, though the catalogue says another now', async () => {
    const user = await newUser();
    const metadata = { user_id: user.id, product: 'ebook', offer: '500 usd once' };
    await deliverFacts([newEbookSale(user.id, { metadata, amountCents: 500 }).paid]);
    expect(await isEntitled(user.id, 'ebook')).toBe(true);

    const other = await newUser();
    const { paymentId, paid } = newEbookSale(other.id, {
      amountCents: 500,
      metadata: { product: 'ebook', user_id: other.id },
    });
    await prisma().purchase.create({
      data: {
        userId: other.id,
        product: 'ebook',
        provider: 'stripe',
        providerPaymentId: paymentId,
        amountCents: 500,
      },
    });
    await deliverFacts([paid]);
    expect(await isEntitled(other.id, 'ebook')).toBe(true);
  });

  it('less a coupon is held, once, however often it is told', async () => {
    for (const order of permutations([0, 1])) {
      const user = await newUser();
      const sale = newEbookSale(user.id, { amountCents: 350 });
      const facts = [sale.paid, { ...sale.completed, taxCents: 0 }];
      await deliverFacts(order.flatMap((index) => facts[index] ?? []));
      expect(await purchasesOf(user.id)).toMatchObject([
        { status: 'held', amountCents: 700, heldReason: 'offered 7.00 USD, taken 3.50 USD' },
      ]);
    }
  });
});

describe('what is held', () => {
  it('gives what was bought once an operator releases it, and not twice', async () => {
    const { actor: operator } = await newActor('owner');
    const user = await newUser();
    await deliverFacts([newEbookSale(user.id, { amountCents: 350 }).completed]);
    const sale = newSale(user.id);
    const price = { ...membershipPrice, lookupKey: null, amountCents: 100 };
    await deliverFacts([{ ...sale.activated, price }]);
    const held = (await listHeld()).filter(({ userId }) => userId === user.id);
    expect(held.map(({ kind }) => kind).toSorted()).toEqual(['purchase', 'subscription']);
    const found = await findViewer(await newSession(user.id));
    if (!found) throw new Error('nobody is signed in');
    for (const buy of [startEbookPayment, startMembershipPayment])
      await expect(buy(found.viewer)).rejects.toThrow('You need not pay again');
    const { actor: helper } = await newActor('support');
    for (const each of held)
      await expect(releaseHeld(helper, each)).rejects.toMatchObject({ kind: 'not_allowed' });
    const inOrder = held.toSorted((a, b) => a.kind.localeCompare(b.kind));
    for (const each of inOrder) expect(await releaseHeld(operator, each)).toBe(true);
    expect(await isEntitled(user.id, 'ebook')).toBe(true);
    expect(await isEntitled(user.id, 'membership')).toBe(true);
    expect((await stateOf(user)).plan).toBe('membership');
    expect((await activityOf(user.id)).filter((sentence) => sentence.includes('released'))).toEqual([
      'What was held for the ebook was released',
      'What was held for the membership was released',
    ]);
    const mails = (await mailsTo(user.email)).map(({ text }) => text).join();
    for (const paid of ['$3.50', '$1']) expect(mails).toContain(paid);
    for (const each of held) expect(await releaseHeld(operator, each)).toBe(false);
    expect(await mailsTo(user.email)).toHaveLength(2);
  });

  it('gives nothing when it is released after the money went back', async () => {
    const user = await newUser();
    const sale = newEbookSale(user.id, { amountCents: 350 });
    await deliverFacts([sale.completed, sale.refunded(350)]);
    expect(await listHeld()).not.toContainEqual(expect.objectContaining({ userId: user.id }));
    const [purchase] = await purchasesOf(user.id);
    const held = { kind: 'purchase', id: String(purchase?.id), userId: user.id } as const;
    expect(await releaseHeld((await newActor('owner')).actor, held)).toBe(false);
    expect(await isEntitled(user.id, 'ebook')).toBe(false);
    expect(await purchasesOf(user.id)).toMatchObject([{ status: 'refunded', isGranted: false }]);
  });

  it('goes back, without thanks, once its buyer has bought the same again', async () => {
    const user = await newUser();
    await deliverFacts([newEbookSale(user.id, { amountCents: 350 }).completed]);
    const held = (await listHeld()).find(({ userId }) => userId === user.id);
    if (!held) throw new Error('nothing is held');
    await deliverFacts([newEbookSale(user.id).completed]);
    const { mails } = await stateOf(user);
    expect(await releaseHeld((await newActor('owner')).actor, held)).toBe(true);
    expect((await purchasesOf(user.id)).map(({ status }) => status).toSorted()).toEqual([
      'not_granted',
      'paid',
    ]);
    expect((await stateOf(user)).mails).toEqual(mails);
  });

  it('and has ended meanwhile gives nothing, and its buyer is not thanked', async () => {
    const { actor: operator } = await newActor('owner');
    const user = await newUser();
    const sale = newSale(user.id);
    const price = { ...membershipPrice, lookupKey: null, amountCents: 100 };
    await deliverFacts([{ ...sale.activated, price }]);
    const [row] = (await stateOf(user)).subscriptions;
    const held = { kind: 'subscription', id: String(row?.id), userId: user.id } as const;
    await prisma().subscription.update({ where: { id: held.id }, data: { status: 'canceled' } });
    expect(await releaseHeld(operator, held)).toBe(true);
    expect(await stateOf(user)).toMatchObject({
      plan: null,
      mails: [],
      subscriptions: [{ heldReason: null }],
    });
  });

  it('leaves its buyer the plan of what they have besides', async () => {
    const { user, sale: other } = await newToldMember();
    const sale = newSale(user.id);
    const price = { ...membershipPrice, lookupKey: null, amountCents: 100 };
    const metadata = { ...other.metadata, product: 'reseller_pro', offer: '9700 usd month' };
    await deliverFacts([{ ...sale.activated, price, metadata }]);
    const held = (await listHeld()).find(({ userId }) => userId === user.id);
    if (!held) throw new Error('nothing is held');
    expect(await releaseHeld((await newActor('owner')).actor, held)).toBe(true);
    expect(await stateOf(user)).toMatchObject({
      plan: 'membership',
      mails: ['Welcome: your membership is active', 'Reseller PRO is active'],
    });
  });

  it('is all that is released: nothing else is', async () => {
    const { actor: operator } = await newActor('owner');
    const { user } = await newToldMember();
    const [row] = (await stateOf(user)).subscriptions;
    const running = { kind: 'subscription', id: String(row?.id), userId: user.id } as const;
    expect(await releaseHeld(operator, running)).toBe(false);
    expect((await activityOf(user.id)).filter((sentence) => sentence.includes('released'))).toEqual([]);
  });
});

describe('dates', () => {
  it('are the provider’s, in whatever order it tells of a start and an end', async () => {
    const endedAt = secondsAfter(600);
    for (const order of permutations(['activated', 'paid', 'ended'] as const)) {
      const user = await newUser();
      const sale = newSale(user.id);
      const ended = sale.status('canceled', secondsAfter(900), { canceledAt: endedAt });
      const facts = { activated: sale.activated, paid: sale.paid, ended };
      await deliverFacts(order.map((name) => facts[name]));
      expect((await stateOf(user)).subscriptions, order.join()).toMatchObject([
        { status: 'canceled', subscribedAt: saleAt, startedAt: saleAt, canceledAt: endedAt },
      ]);
      expect(await findMembershipState(user.id)).toMatchObject({ kind: 'ended', endedAt });
    }
  });

  it('of a membership whose end is told first begin with its payment where nobody says when it began', async () => {
    const user = await newUser();
    const sale = newSale(user.id);
    const ended = sale.status('canceled', secondsAfter(900), { startedAt: null });
    await deliverFacts([ended, sale.paid]);
    expect((await stateOf(user)).subscriptions).toMatchObject([
      { status: 'canceled', subscribedAt: sale.paid.createdAt },
    ]);
  });

  it('of what a payment is for are kept with it', async () => {
    const user = await newUser();
    const sale = newSale(user.id);
    const period = { periodStart: saleAt, periodEnd: secondsAfter(2_592_000) };
    await deliverFacts([{ ...sale.paid, ...period }]);
    expect((await stateOf(user)).payments).toMatchObject([
      { ...period, billingReason: 'subscription_create' },
    ]);
  });
});

describe('an event that cannot be applied', () => {
  it('keeps nothing, and can be applied again', async () => {
    const user = await newUser();
    const sale = newSale(user.id);
    const broken = { ...sale.paid, amountCents: -1 };
    expect(await applyPaymentEvent(broken)).toBe('unapplied');
    expect(await prisma().payment.count({ where: { userId: user.id } })).toBe(0);
    expect(await applyPaymentEvent({ ...sale.paid, eventId: broken.eventId })).toBe('applied');
  });

  it('because it names nobody we know is none of those that are ignored', async () => {
    const { paid } = newSale('018f0000-0000-7000-8000-000000000000');
    expect(await applyPaymentEvent(paid)).toBe('orphan');
    expect(await applyPaymentEvent(newFact('ignored'))).toBe('ignored');
  });
});

describe('a refund', () => {
  it('in another currency than its payment counts as nothing, and waits for the operator', async () => {
    const { user, sale } = await newToldMember();
    const [payment] = await paymentsOf(user.id);
    const fact = { ...sale.refunded(4_700), currency: 'jpy' };
    expect(await applyPaymentEvent(fact)).toBe('unapplied');
    expect(await paymentsOf(user.id)).toEqual([payment]);
    expect(await prisma().paymentRefund.count({ where: { providerRefundId: fact.refundId } })).toBe(0);
  });
});
