import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hasMembershipSql } from '#app/domain/core/access/entitled-sql.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { membership } from '#app/domain/core/catalogue/products.ts';
import { findMembershipState } from '#app/domain/selling/billing/billing-overview.server.ts';
import {
  cancelMembership,
  keepMembership,
  planCancellation,
} from '#app/domain/selling/billing/cancellation.server.ts';
import { planSwitch } from '#app/domain/selling/billing/interval-switch.server.ts';
import { announceResumptions } from '#app/domain/selling/billing/pause-reminder.server.ts';
import { startPurchase } from '#app/domain/selling/billing/purchase.server.ts';
import type { PauseMonths } from '#app/domain/selling/pausing/pause-rules.ts';
import { pauseMembership, planPause, resumeMembership } from '#app/domain/selling/pausing/pausing.server.ts';
import {
  findPausableUser,
  pauseForUser,
  resumeForUser,
} from '#app/domain/selling/pausing/pausing-for-user.server.ts';
import { receiveEvent } from '#app/domain/selling/payment-events/receive.server.ts';
import { reconcilePayments } from '#app/domain/selling/reconciliation/reconcile.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { connectPayments } from '#app/platform/payments/payments.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import {
  atStripe,
  card,
  daysPass,
  forgetEvents,
  loseWebhooks,
  newCardMember,
  received,
  replaceCard,
  rowOf,
  sandbox,
  settled,
  stripe,
  webhooks,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { withPaypal } from '#tests/integration/paypal-buyers.ts';
import { activityOf, at, mailsTo, newViewer, subjectsTo } from '#tests/integration/people.ts';
import { doQueued } from '#tests/integration/queued-jobs.ts';
import { ledgerOf, newSeller } from '#tests/integration/sellers.ts';
import { statementsOf } from '#tests/integration/statements.ts';
import { cutOffStripe } from '#tests/integration/stripe-outage.ts';
import { paymentsOf } from '#tests/integration/yearly-switches.ts';

withSandbox();
withPaypal();

const dayMs = 864e5;
const cents = 4_700;

async function shownTo(viewer: Viewer) {
  const chance = await planPause(viewer.id);
  if (chance.kind !== 'offered') throw new Error(JSON.stringify(chance));
  return chance.plan;
}

/** Why somebody cannot pause, in the words of the page. */
const refusalOf = async (viewer: Viewer) => {
  const chance = await planPause(viewer.id);
  return chance.kind === 'refused' ? chance.text : chance.kind;
};

const pause = async (viewer: Viewer, months: PauseMonths = 1) =>
  pauseMembership(viewer, { months, from: (await shownTo(viewer)).from });

const shownState = ({ id }: Viewer) => findMembershipState(id);

const pausesOf = (userId: string) => prisma().subscriptionPause.findMany({ where: { userId } });

/** Turns the provider's clock to some hours after a moment. */
async function untilAfter(moment: Date | null, hours = 3): Promise<void> {
  await sandbox.turnClock(Number(moment) / 1000 + hours * 3600);
  await settled();
}

/** A member whose pause has begun at the provider. */
async function newPausedMember(months: PauseMonths = 1) {
  const viewer = await newCardMember();
  await pause(viewer, months);
  await untilAfter((await rowOf(viewer.id)).pausedFrom);
  return viewer;
}

async function hasAccess(userId: string, moment = new Date()): Promise<boolean> {
  return at(moment, async () => {
    const [row] = await prisma().$queryRaw<[{ has: boolean }]>`
      SELECT ${hasMembershipSql(Prisma.sql`${userId}::uuid`)} AS has`;
    return row.has;
  });
}

const expectGood = async (viewer: Viewer) =>
  expect(await rowOf(viewer.id)).toMatchObject({ status: 'active', pausedFrom: null, pausedUntil: null });

describe('pausing a membership', () => {
  it('begins when the paid month is over, takes nothing, and resumes by itself with a payment', async () => {
    const seller = await newSeller({ rate: 50 });
    const viewer = await newCardMember();
    await prisma().user.update({ where: { id: viewer.id }, data: { referredById: seller.id } });
    const plan = await shownTo(viewer);
    expect(await pause(viewer, 2)).toBe(true);
    const { from } = plan;
    const until = plan.options[1]?.until as Date;
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'pausing', from, until });
    expect(await hasAccess(viewer.id)).toBe(true);
    // Also where nobody tells that the pause has begun.
    expect(await hasAccess(viewer.id, new Date(from.getTime() + 1000))).toBe(false);
    expect(await pausesOf(viewer.id)).toMatchObject([{ startsAt: from, resumesAt: until, outcome: null }]);
    const [mail] = await mailsTo(viewer.email);
    expect(mail?.subject).toMatch(/^Your membership pauses on /);
    expect(mail?.text).toContain('we take $47.00 from your card');

    await untilAfter(from);
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'paused', pastDueSince: null });
    expect(await hasAccess(viewer.id)).toBe(false);
    expect(await prisma().user.findUniqueOrThrow({ where: { id: viewer.id } })).toMatchObject({ plan: null });
    expect(await findMembershipState(viewer.id)).toMatchObject({
      kind: 'paused',
      until,
      nextPayment: { at: until, amountCents: cents },
    });
    await expect(startPurchase(viewer, membership, 'card_form')).rejects.toThrow('is paused');

    await untilAfter(until, -2);
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'paused' });
    expect(await paymentsOf(viewer.id)).toHaveLength(1);
    await at(new Date(until.getTime() - 8 * dayMs), announceResumptions);
    expect(await subjectsTo(viewer.email)).toHaveLength(2);
    for (const days of [6, 5]) await at(new Date(until.getTime() - days * dayMs), announceResumptions);
    await untilAfter(until, -0.5);
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'paused', pausedUntil: until });

    await untilAfter(until);
    await expectGood(viewer);
    expect(await hasAccess(viewer.id)).toBe(true);
    expect(await paymentsOf(viewer.id)).toMatchObject([
      {},
      { amountCents: cents, periodStart: until, status: 'paid' },
    ]);
    expect(await ledgerOf(seller.id)).toEqual(['earning 2350']);
    expect(await pausesOf(viewer.id)).toMatchObject([{ outcome: 'resumed' }]);
    expect(await prisma().user.findUniqueOrThrow({ where: { id: viewer.id } })).toMatchObject({
      plan: 'membership',
    });
    const subjects = (await subjectsTo(viewer.email)).map((subject) => subject.replace(/ on .*/, ''));
    expect(subjects).toEqual([
      expect.stringContaining('Welcome'),
      'Your membership pauses',
      'Your membership resumes',
      'Your membership is open again',
      expect.stringContaining('receipt'),
    ]);
    expect(await activityOf(viewer.id)).toEqual(
      expect.arrayContaining([
        'Pause of 2 months asked for',
        'Membership paused',
        'Membership resumed after a pause',
      ]),
    );
    expect(await refusalOf(viewer)).toContain('once in 12 months');
  });

  it('happens once, pressed twice and in two tabs, for other months too', async () => {
    const viewer = await newCardMember();
    const { from } = await shownTo(viewer);
    const presses = await Promise.all(
      [1, 3].map((months) => pauseMembership(viewer, { months: months as PauseMonths, from })),
    );
    expect(presses.toSorted()).toEqual([false, true]);
    expect(await pauseMembership(viewer, { months: 1, from })).toBe(false);
    expect(await prisma().activityLog.count({ where: { userId: viewer.id, type: 'pause_requested' } })).toBe(
      1,
    );
    await settled();
    expect(await pausesOf(viewer.id)).toHaveLength(1);
    expect(await subjectsTo(viewer.email)).toHaveLength(2);
  });

  it('is known by the webhooks alone, late, shuffled and told again', async () => {
    const viewer = await newCardMember();
    const { providerSubscriptionId } = await rowOf(viewer.id);
    const shown = await shownTo(viewer);
    webhooks.areTaken = false;
    await pause(viewer);
    await prisma().subscriptionPause.deleteMany({ where: { userId: viewer.id } });
    await prisma().subscription.updateMany({
      where: { userId: viewer.id },
      data: { pausedFrom: null, pausedUntil: null, lastEventAt: new Date(Date.now() - 60_000) },
    });
    await sandbox.turnClock(shown.from.getTime() / 1000 + 7200);
    webhooks.areTaken = true;
    await settled();
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'paused', pausedFrom: shown.from });
    const events = received.filter(
      ({ data }) => (data.object as { id?: string }).id === providerSubscriptionId,
    );
    const mails = await subjectsTo(viewer.email);
    for (const event of events.toReversed())
      await receiveEvent({
        provider: 'stripe',
        id: event.id,
        type: event.type,
        createdAt: new Date(event.created * 1000),
        payload: event,
      });
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'paused', pausedFrom: shown.from });
    expect(await pausesOf(viewer.id)).toHaveLength(1);
    expect(await subjectsTo(viewer.email)).toEqual(mails);
  });

  it('is found by the reconciliation where no webhook comes', async () => {
    const viewer = await newCardMember();
    const { from } = await shownTo(viewer);
    const { id, items } = await atStripe(viewer.id);
    const until = Number(items.data[0]?.current_period_end) + 31 * 24 * 3600;
    // As when the site was killed after Stripe had been asked.
    await loseWebhooks(() =>
      stripe.subscriptions.update(id, {
        pause_collection: { behavior: 'void', resumes_at: until - 3600 },
        metadata: { pause_from: String(from.getTime() / 1000), pause_until: String(until) },
      }),
    );
    await forgetEvents();
    await reconcilePayments();
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'pausing', from });
    expect(await subjectsTo(viewer.email)).toHaveLength(2);
  });

  it('is refused as a whole while Stripe cannot be reached, and for another day than was shown', async () => {
    const viewer = await newCardMember();
    const { from } = await shownTo(viewer);
    cutOffStripe();
    await expect(pauseMembership(viewer, { months: 1, from })).rejects.toMatchObject({ kind: 'unavailable' });
    connectPayments(sandbox.apiPort);
    await expect(
      pauseMembership(viewer, { months: 1, from: new Date(from.getTime() + dayMs) }),
    ).rejects.toMatchObject({ kind: 'conflict' });
    await settled();
    await expectGood(viewer);
    expect((await atStripe(viewer.id)).pause_collection).toBeNull();
    expect(await pausesOf(viewer.id)).toEqual([]);
  });

  it.each([
    [{ cancel_at_period_end: true }, 'set to end'],
    [{ pause_collection: { behavior: 'void' as const } }, 'write to support'],
  ])('is refused as the subscription stands at Stripe, the site not told yet: %j', async (change, text) => {
    const viewer = await newCardMember();
    const { from } = await shownTo(viewer);
    await loseWebhooks(async () => stripe.subscriptions.update((await atStripe(viewer.id)).id, change));
    await expect(pauseMembership(viewer, { months: 1, from })).rejects.toThrow(text);
    expect(await pausesOf(viewer.id)).toEqual([]);
  });

  it('is for who has a membership, and keeps from switching to yearly payment', async () => {
    expect(await refusalOf(await newViewer())).toBe('none');
    const viewer = await newCardMember();
    await pause(viewer);
    expect((await planSwitch(viewer.id)).kind).not.toBe('offered');
  });
});

describe('resuming a membership', () => {
  it('takes a pause off that has not begun, and nothing is charged; it may be paused again', async () => {
    const viewer = await newCardMember();
    await pause(viewer, 3);
    await expect(resumeMembership(viewer, cents)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await resumeMembership(viewer, null)).toBe('withdrawn');
    await settled();
    await expectGood(viewer);
    expect(await pausesOf(viewer.id)).toMatchObject([{ outcome: 'withdrawn' }]);
    expect((await subjectsTo(viewer.email)).at(-1)).toBe('Your membership goes on without a pause');
    expect(await pause(viewer)).toBe(true);
    await settled();
    expect(await pausesOf(viewer.id)).toMatchObject([{ outcome: null }]);
    expect(await paymentsOf(viewer.id)).toHaveLength(1);
  });

  it('begins a month now, paid once, pressed twice at the same moment too', async () => {
    const viewer = await newPausedMember(2);
    await daysPass(5);
    await expect(resumeMembership(viewer, null)).rejects.toMatchObject({ kind: 'conflict' });
    const outcomes = await Promise.allSettled([
      resumeMembership(viewer, cents),
      resumeMembership(viewer, cents),
    ]);
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
    await settled();
    expect(await resumeMembership(viewer, cents)).toBe('unchanged');
    await expectGood(viewer);
    expect(await paymentsOf(viewer.id)).toHaveLength(2);
    expect(await hasAccess(viewer.id)).toBe(true);
    const { items, pause_collection } = await atStripe(viewer.id);
    expect(pause_collection).toBeNull();
    const [{ current_period_end: end } = { current_period_end: 0 }] = items.data;
    expect((await rowOf(viewer.id)).currentPeriodEnd).toEqual(new Date(end * 1000));
    expect((await subjectsTo(viewer.email)).filter((subject) => /open again/.test(subject))).toHaveLength(1);
  });

  it('is refused as a whole where the card does not pay, and goes through with another card', async () => {
    const viewer = await newPausedMember();
    await replaceCard(viewer, '4000 0000 0000 0341');
    for (let press = 0; press < 2; press += 1)
      await expect(resumeMembership(viewer, cents)).rejects.toThrow('your membership stays paused');
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'paused' });
    await replaceCard(viewer, card.number);
    expect(await resumeMembership(viewer, cents)).toBe('paid');
    await settled();
    expect(await paymentsOf(viewer.id)).toHaveLength(2);
  });
});

describe('resuming takes what was shown, or nothing', () => {
  it('where the pause has begun at Stripe while the page still said that nothing is taken', async () => {
    const viewer = await newCardMember();
    await pause(viewer);
    const { pausedFrom } = await rowOf(viewer.id);
    await loseWebhooks(() => sandbox.turnClock(Number(pausedFrom) / 1000 + 60));
    await expect(resumeMembership(viewer, null)).rejects.toMatchObject({ kind: 'conflict' });
    await settled();
    expect(await paymentsOf(viewer.id)).toHaveLength(1);
    expect((await atStripe(viewer.id)).pause_collection).not.toBeNull();
  });

  it('where its price at Stripe is another one by now', async () => {
    const viewer = await newPausedMember();
    const { id, items } = await atStripe(viewer.id);
    const [item] = items.data;
    const dearer = await stripe.prices.create({
      product: String(item?.price.product),
      unit_amount: 9_900,
      currency: 'usd',
      recurring: { interval: 'month' },
    });
    await loseWebhooks(() =>
      stripe.subscriptions.update(id, {
        items: [{ id: String(item?.id), price: dearer.id }],
        proration_behavior: 'none',
      }),
    );
    await expect(resumeMembership(viewer, cents)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await paymentsOf(viewer.id)).toHaveLength(1);
  });

  it('where it is to end at Stripe, and nobody has told', async () => {
    const viewer = await newPausedMember(2);
    const { id } = await atStripe(viewer.id);
    await loseWebhooks(() => stripe.subscriptions.update(id, { cancel_at_period_end: true }));
    await expect(resumeMembership(viewer, cents)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await paymentsOf(viewer.id)).toHaveLength(1);
  });

  it('with a discount only as long as it runs: its months go by in the pause', async () => {
    const viewer = await newCardMember();
    const { id, userId, currentPeriodEnd } = await rowOf(viewer.id);
    const now = new Date((await sandbox.now()) * 1000);
    await at(now, async () => {
      const { id: coupon } = await stripe.coupons.create({
        percent_off: 50,
        duration: 'repeating',
        duration_in_months: 2,
      });
      const { id: subscription } = await atStripe(userId);
      await stripe.subscriptions.update(subscription, { discounts: [{ coupon }] });
      const endsAt = new Date(Number(currentPeriodEnd) + 31 * dayMs);
      await prisma().winBackOffer.create({
        data: {
          userId,
          subscriptionId: id,
          percentOff: 50,
          months: 2,
          shownAt: now,
          acceptedAt: now,
          endsAt,
        },
      });
      await pause(viewer, 3);
      expect(await shownState(viewer)).toMatchObject({
        kind: 'pausing',
        nextPayment: { amountCents: cents },
      });
    });
    expect((await mailsTo(viewer.email))[0]?.text).toContain('On that day we take $47.00 from your card.');
    await untilAfter(currentPeriodEnd);
    await at(new Date(Number(currentPeriodEnd) + dayMs), async () => {
      expect(await shownState(viewer)).toMatchObject({
        dueNowCents: cents / 2,
        nextPayment: { amountCents: cents },
      });
      expect(await resumeMembership(viewer, cents / 2)).toBe('paid');
    });
    await settled();
    expect((await paymentsOf(viewer.id)).map(({ amountCents }) => amountCents)).toEqual([cents, cents / 2]);
  });
});

describe('a paused membership', () => {
  it('ends with its access, here and at Stripe, when the money of its last month goes back', async () => {
    const viewer = await newPausedMember();
    const [payment] = await paymentsOf(viewer.id);
    await stripe.refunds.create({ payment_intent: String(payment?.providerPaymentId) });
    await settled();
    await expect(resumeMembership(viewer, cents)).rejects.toMatchObject({ kind: 'conflict' });
    await doQueued('end-subscription');
    await settled();
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'canceled', isRefunded: true, pausedFrom: null });
    expect(await hasAccess(viewer.id)).toBe(false);
    expect(await pausesOf(viewer.id)).toMatchObject([{ outcome: 'canceled' }]);
    expect((await subjectsTo(viewer.email)).slice(-2)).toEqual([
      'Your refund is on its way',
      'Your membership is canceled',
    ]);
    expect(await atStripe(viewer.id)).toMatchObject({ status: 'canceled' });
  });

  it('ends at once when it is canceled, also before anybody has told that its pause has begun', async () => {
    const viewer = await newCardMember();
    await pause(viewer);
    const pausedFrom = Number((await rowOf(viewer.id)).pausedFrom);
    await loseWebhooks(() => sandbox.turnClock(pausedFrom / 1000 + 3600));
    await at(new Date(pausedFrom + 3600_000), async () => {
      expect(await planCancellation(viewer.id)).toMatchObject({ endsAtOnce: true, accessEndsAt: null });
      await cancelMembership(viewer, {});
    });
    await settled();
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'canceled' });
    expect((await atStripe(viewer.id)).status).toBe('canceled');
  });

  it('ends at once when it is canceled, with nothing charged', async () => {
    const viewer = await newPausedMember();
    expect(await cancelMembership(viewer, {})).toBe(true);
    await settled();
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'canceled', pausedFrom: null });
    expect(await pausesOf(viewer.id)).toMatchObject([{ outcome: 'canceled' }]);
    expect(await paymentsOf(viewer.id)).toHaveLength(1);
    expect((await subjectsTo(viewer.email)).at(-1)).toBe('Your membership is canceled');
  });

  it('runs out when it is canceled before the pause begins, and pauses after all when it is kept', async () => {
    const viewer = await newCardMember();
    await pause(viewer);
    await cancelMembership(viewer, {});
    await settled();
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'running_out' });
    await keepMembership(viewer);
    await settled();
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'pausing' });
  });
});

describe('an admin', () => {
  it('pauses and resumes for a member, with a reason in the audit log', async () => {
    const { actor } = await newActor('owner');
    const viewer = await newCardMember();
    const shownToAdmin = () => findPausableUser(viewer.id);
    const chance = await planPause(viewer.id);
    const { from } = await shownTo(viewer);
    expect(await shownToAdmin()).toEqual({ id: viewer.id, name: viewer.name, paused: null, chance });
    expect(await statementsOf(shownToAdmin)).toHaveLength(2);
    expect(await pauseForUser(actor, viewer.id, { months: 2, from, reason: 'asked by phone' })).toBe(true);
    expect(await shownToAdmin()).toMatchObject({ paused: { kind: 'pausing', from }, chance: null });
    expect(await pauseForUser(actor, viewer.id, { months: 2, from, reason: 'asked by phone' })).toBe(false);
    await untilAfter(from);
    await expect(resumeForUser(actor, viewer.id, { reason: 'back' })).rejects.toThrow('has changed');
    expect(await resumeForUser(actor, viewer.id, { due: cents, reason: 'back' })).toBe('paid');
    await settled();
    await expectGood(viewer);
    const audited = await prisma().auditEntry.findMany({
      where: { subjectId: viewer.id },
      orderBy: { id: 'asc' },
      select: { action: true, actorId: true, reason: true },
    });
    expect(audited).toEqual([
      { action: 'pause_asked', actorId: actor.id, reason: 'asked by phone' },
      { action: 'membership_paused', actorId: actor.id, reason: 'asked by phone' },
      { action: 'resuming_asked', actorId: actor.id, reason: 'back' },
      { action: 'membership_resumed', actorId: actor.id, reason: 'back' },
    ]);
    for (const unknown of [randomUUID(), 'x']) expect(await findPausableUser(unknown)).toBeNull();
  });
});
