import { afterEach, describe, expect, it, vi } from 'vitest';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { deliverFacts, newToldMember, stateOf } from '#tests/integration/delivered-facts.ts';
import { membershipPrice, newFact, newSale, secondsAfter } from '#tests/integration/facts.ts';
import { activityOf, mailsTo, newUser } from '#tests/integration/people.ts';
import { takeQueued, withJobQueue } from '#tests/integration/queued-jobs.ts';
import { newSeller, sellMembership } from '#tests/integration/sellers.ts';

withJobQueue();

afterEach(() => vi.restoreAllMocks());

const days = (count: number) => secondsAfter(count * 24 * 3600);
const nobody = '018f0000-0000-7000-8000-000000000000';

const freePeriods = (userId: string) => prisma().freePeriod.findMany({ where: { subscription: { userId } } });

/** The only subscription of a user. */
const rowOf = async (user: { id: string; email: string }) => (await stateOf(user)).subscriptions[0];

describe('the period of a subscription', () => {
  it('only grows by what is told later, and stays where nothing is told of it', async () => {
    const { user, sale } = await newToldMember();
    const toldAfter = async (
      seconds: number,
      currentPeriodStart: Date | null,
      currentPeriodEnd: Date | null,
    ) => {
      await deliverFacts([
        sale.status('active', secondsAfter(seconds), { currentPeriodStart, currentPeriodEnd }),
      ]);
      return rowOf(user);
    };
    expect(await toldAfter(60, days(1), days(40))).toMatchObject({
      currentPeriodStart: days(1),
      currentPeriodEnd: days(40),
    });
    for (const [seconds, start, end] of [
      [90, days(0), days(35)],
      [120, null, null],
    ] as const)
      expect(await toldAfter(seconds, start, end), String(seconds)).toMatchObject({
        currentPeriodStart: days(1),
        currentPeriodEnd: days(40),
      });
  });

  it('does not keep it going while a payment is missing, though it is to end with what is paid', async () => {
    const { user, sale } = await newToldMember();
    const ending = { cancelAtPeriodEnd: true, currentPeriodEnd: days(40_000) };
    await deliverFacts([sale.status('past_due', secondsAfter(60), ending)]);
    expect(await rowOf(user)).toMatchObject({ status: 'past_due' });
  });

  it('is none that is told of another’s payment', async () => {
    const [one, other] = [await newToldMember(), await newToldMember()];
    const period = { createdAt: days(30), periodStart: days(30), periodEnd: days(60) };
    const renewal = { eventId: `evt_next_${one.user.id}`, invoiceId: `in_next_${one.user.id}`, ...period };
    await deliverFacts([{ ...one.sale.paid, ...renewal }]);
    expect(await rowOf(one.user)).toMatchObject({
      currentPeriodStart: days(30),
      currentPeriodEnd: days(60),
    });
    expect(await rowOf(other.user)).toMatchObject({ currentPeriodEnd: days(30) });
  });
});

describe('what was offered as a subscription was begun', () => {
  it.each([
    ['is right where it is taken, though the catalogue says another now', 3_900, null, 'membership'],
    ['is what is compared, though what is taken is today’s price', 4_700, membershipPrice.lookupKey, null],
  ])('%s', async (_, amountCents, lookupKey, plan) => {
    const user = await newUser();
    const sale = newSale(user.id);
    const metadata = { ...sale.metadata, offer: '3900 usd month' };
    const price = { ...membershipPrice, id: 'price_then', lookupKey, amountCents };
    await deliverFacts([{ ...sale.activated, metadata, price }]);
    expect(await stateOf(user)).toMatchObject({
      plan,
      subscriptions: [{ offeredCents: 3_900, heldReason: plan ? null : expect.stringContaining('offered') }],
    });
    expect((await activityOf(user.id)).filter((line) => line.includes('is held'))).toHaveLength(plan ? 0 : 1);
  });

  it('holds what has the price of another product', async () => {
    const user = await newUser();
    const { created, activated } = newSale(user.id);
    const price = { ...membershipPrice, lookupKey: 'reseller_pro_usd_4700_month' };
    await deliverFacts([created, { ...activated, price }]);
    expect(await stateOf(user)).toMatchObject({
      plan: null,
      mails: [],
      subscriptions: [
        { product: 'membership', heldReason: 'begun for the membership, priced as reseller_pro' },
      ],
    });
  });
});

describe('news of a subscription', () => {
  it('of one second that contradicts other news is ignored where the provider does not know the subscription', async () => {
    const { user, sale } = await newToldMember();
    vi.spyOn(provider('stripe'), 'findSubscription').mockResolvedValue(null);
    await deliverFacts([sale.status('active', secondsAfter(60))]);
    expect(await applyPaymentEvent(sale.status('past_due', secondsAfter(60)))).toBe('ignored');
    expect(await rowOf(user)).toMatchObject({ status: 'active' });
  });

  it('that names nobody waits for its member; that of none of ours is ignored', async () => {
    expect(await applyPaymentEvent(newSale(nobody).activated)).toBe('orphan');
    const { id } = await newUser();
    const { activated } = newSale(id);
    for (const [index, product] of ['yacht', 'ebook'].entries()) {
      const metadata = { user_id: id, product };
      const eventId = `${activated.eventId}_${index}`;
      expect(await applyPaymentEvent({ ...activated, eventId, price: null, metadata })).toBe('ignored');
    }
    expect(await prisma().subscription.count({ where: { userId: id } })).toBe(0);
  });

  it('of a cancellation is mailed once, however often it is told', async () => {
    const { user, sale } = await newToldMember();
    const over = { cancelAtPeriodEnd: true, isRequested: true };
    await deliverFacts([60, 90, 120].map((at) => sale.status('active', secondsAfter(at), over)));
    expect((await stateOf(user)).mails.slice(1)).toEqual(['Your membership is canceled']);
  });

  it('of another provider’s by the same id is none of it', async () => {
    const { user, sale } = await newToldMember();
    const eventId = `${sale.activated.eventId}_other`;
    expect(await applyPaymentEvent({ ...sale.activated, eventId, provider: 'paypal' })).toBe('orphan');
    expect((await stateOf(user)).subscriptions).toHaveLength(1);
  });

  it('of an end with its period waits for that of its beginning', async () => {
    const user = await newUser();
    const sale = newSale(user.id);
    const over = { cancelAtPeriodEnd: true, currentPeriodEnd: new Date(Date.now() + 864e5) };
    const ended = sale.status('canceled', secondsAfter(60), over);
    await deliverFacts([sale.created]);
    expect(await applyPaymentEvent(ended)).toBe('retry');
    await deliverFacts([sale.activated, ended]);
    expect(await rowOf(user)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true });
    // Of one that has ended for good nothing more is awaited.
    const given = await newUser();
    const gone = newSale(given.id);
    await deliverFacts([gone.created, gone.status('incomplete_expired', secondsAfter(30))]);
    expect(await applyPaymentEvent(gone.status('canceled', secondsAfter(60), over))).toBe('applied');
  });

  it('knows of the beginning by what is told of it, else by when it was told', async () => {
    const user = await newUser();
    const sale = newSale(user.id);
    await deliverFacts([{ ...sale.activated, startedAt: null }]);
    expect(await rowOf(user)).toMatchObject({ startedAt: null, subscribedAt: sale.activated.createdAt });
    await deliverFacts([sale.status('active', secondsAfter(60))]);
    expect(await rowOf(user)).toMatchObject({ subscribedAt: sale.activated.createdAt });
  });

  it('of an end that was not asked for is told as an end; one that never began is told to nobody', async () => {
    const { user, sale } = await newToldMember();
    await deliverFacts([sale.status('canceled', secondsAfter(60), { isRequested: true })]);
    expect((await mailsTo(user.email))[0]?.subject).toBe('Your membership is canceled');
    const other = await newToldMember();
    await deliverFacts([other.sale.status('canceled', secondsAfter(60))]);
    expect((await mailsTo(other.user.email))[0]?.subject).toBe('Your membership has ended');
    const never = await newUser();
    const begun = newSale(never.id);
    await deliverFacts([begun.created, begun.status('canceled', secondsAfter(60), { isRequested: true })]);
    expect(await mailsTo(never.email)).toEqual([]);
  });
});

describe('a second subscription that was undone', () => {
  it('is undone again where money is taken of it after all, and the first is left alone', async () => {
    const { user, sale } = await newToldMember();
    const second = newSale(user.id);
    await takeQueued('undo-subscription');
    await deliverFacts([second.activated]);
    const undone = [{ provider: 'stripe', providerSubscriptionId: second.subscriptionId }];
    expect(await takeQueued('undo-subscription')).toEqual(undone);
    await deliverFacts([second.paid]);
    expect(await takeQueued('undo-subscription')).toEqual(undone);
    const renewal = { invoiceId: `in_next_${user.id}`, eventId: `evt_next_${user.id}` };
    await deliverFacts([{ ...sale.paid, ...renewal }]);
    expect(await takeQueued('undo-subscription')).toEqual([]);
  });
});

describe('a time that costs nothing', () => {
  /** Reseller PRO with free months. */
  const proSale = (userId: string, product = 'reseller_pro_free3') => {
    const sale = newSale(userId);
    const metadata = { ...sale.metadata, product, offer: '9700 usd month' };
    const price = { ...membershipPrice, amountCents: 9_700, lookupKey: `${product}_usd_9700_month` };
    return { sale, active: { ...sale.activated, metadata, price } };
  };

  it('is a trial, also of one who has paid before', async () => {
    const user = await newUser();
    const sale = newSale(user.id);
    await deliverFacts([{ ...sale.activated, status: 'trialing' }]);
    expect(await freePeriods(user.id)).toMatchObject([
      { startsAt: sale.activated.startedAt, endsAt: days(30) },
    ]);
    const { user: paid, sale: after } = await newToldMember();
    const trial = { currentPeriodStart: days(30), currentPeriodEnd: days(44) };
    await deliverFacts([after.status('trialing', secondsAfter(60), trial)]);
    expect(await freePeriods(paid.id)).toMatchObject([{ startsAt: days(30), endsAt: days(44) }]);
  });

  it('is free months, and neither what is paid nor what is only about to be', async () => {
    const free = await newUser();
    const { active } = proSale(free.id);
    await deliverFacts([{ ...active, currentPeriodStart: null }]);
    expect(await freePeriods(free.id)).toMatchObject([{ startsAt: active.startedAt, endsAt: days(30) }]);

    const paid = await newUser();
    const pro = proSale(paid.id);
    const { metadata } = pro.active;
    await deliverFacts([{ ...pro.sale.paid, metadata, amountCents: 9_700 }, pro.active]);
    const begun = await newUser();
    await deliverFacts([{ ...proSale(begun.id).active, status: 'incomplete' }]);
    const unpaid = await newUser();
    await deliverFacts([newSale(unpaid.id).activated]);
    for (const { id } of [paid, begun, unpaid]) expect(await freePeriods(id)).toEqual([]);
  });

  it('has what its member earns looked at, once', async () => {
    const user = await newSeller({ isMember: false });
    await sellMembership(user.id, { paidAfterSeconds: 60 });
    const sale = newSale(user.id);
    await takeQueued('reckon-seller');
    const free = { ...sale.paid, amountCents: 0, periodStart: days(0), periodEnd: days(30) };
    await deliverFacts([free]);
    const jobs = await takeQueued('reckon-seller');
    expect(jobs).toEqual([expect.objectContaining({ userId: user.id })]);
    await deliverFacts([{ ...free, eventId: `${free.eventId}_again` }]);
    expect(await takeQueued('reckon-seller')).toEqual([]);
    expect(await freePeriods(user.id)).toHaveLength(1);
  });
});

describe('a payment', () => {
  it.each([
    ['is not told', null],
    ['begins later', days(5)],
  ])('has what its payer earns looked at from its day on where its period %s', async (_, periodStart) => {
    const user = await newSeller({ isMember: false });
    await sellMembership(user.id, { paidAfterSeconds: 60 });
    const { paid } = newSale(user.id);
    await takeQueued('reckon-seller');
    await deliverFacts([{ ...paid, periodStart }]);
    expect(await takeQueued('reckon-seller')).toEqual([
      expect.objectContaining({ userId: user.id, since: paid.createdAt.toISOString() }),
    ]);
  });
});

describe('a payment that is missing', () => {
  it('is missing since it failed, for nobody else', async () => {
    const { user, sale } = await newToldMember();
    const { user: other } = await newToldMember();
    const { subscriptionId, metadata } = sale;
    const failed = newFact('invoice_failed', { subscriptionId, metadata, createdAt: days(1) });
    await deliverFacts([failed]);
    expect((await rowOf(user))?.pastDueSince).toBeNull();
    await deliverFacts([sale.status('past_due', days(2))]);
    expect(await rowOf(user)).toMatchObject({ pastDueSince: days(1) });
    expect(await rowOf(other)).toMatchObject({ pastDueSince: null });
    // Paid, and missing again a month later: of the first time nothing counts any more.
    const renewal = { invoiceId: `in_next_${user.id}`, createdAt: days(3) };
    await deliverFacts([
      { ...sale.paid, eventId: `evt_next_${user.id}`, ...renewal },
      sale.status('active', days(3)),
      { ...failed, eventId: `${failed.eventId}_again`, createdAt: days(5) },
      sale.status('past_due', days(6)),
    ]);
    expect(await rowOf(user)).toMatchObject({ pastDueSince: days(5) });
  });
});
