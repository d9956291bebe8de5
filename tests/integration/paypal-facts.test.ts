import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findEntitlements } from '#app/domain/core/access/entitlements.server.ts';
import { applyPaymentEvent, applyPresent } from '#app/domain/selling/payment-events/apply.server.ts';
import { releaseHeld } from '#app/domain/selling/payment-events/release.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { Subscription } from '#app/platform/database/generated/client.ts';
import { newActor } from '#tests/integration/admins.ts';
import { deliverFacts, stateOf } from '#tests/integration/delivered-facts.ts';
import { newFact, newSale } from '#tests/integration/facts.ts';
import { activityOf, mailsTo, newUser, subjectsTo } from '#tests/integration/people.ts';
import { withJobQueue } from '#tests/integration/queued-jobs.ts';

withJobQueue();

/** One moment for the whole file, however long a test of it takes; PayPal dates its events to the second. */
const today = Math.floor(Date.now() / 1000) * 1000;
const inDays = (days: number) => new Date(today + days * 864e5);
const provider = 'paypal' as const;

/** A membership by PayPal whose member has approved it, and what PayPal may tell of it. */
async function newApproved(data: Partial<Subscription> = {}) {
  const user = await newUser();
  const { subscriptionId } = newSale(user.id);
  const { id } = await prisma().subscription.create({
    data: {
      userId: user.id,
      product: 'membership',
      provider,
      providerSubscriptionId: subscriptionId,
      status: 'active',
      amount: 4_700,
      offeredCents: 4_700,
      offeredCurrency: 'usd',
      offeredInterval: 'month',
      subscribedAt: inDays(-40),
      startedAt: inDays(-40),
      lastEventAt: inDays(-40),
      currentPeriodEnd: inDays(-10),
      ...data,
    },
  });
  const about = { provider, subscriptionId };
  return {
    user,
    id,
    row: () => prisma().subscription.findUniqueOrThrow({ where: { id } }),
    paid: (day: number, amountCents = 4_700, periodEnd = inDays(day + 30)) =>
      newFact('invoice_paid', {
        ...about,
        amountCents,
        invoiceId: `in_${randomUUID()}`,
        createdAt: inDays(day),
        periodStart: inDays(day),
        periodEnd,
      }),
    failed: (day: number) => newFact('invoice_failed', { ...about, createdAt: inDays(day) }),
    canceled: (day: number, currentPeriodEnd: Date | null = inDays(20)) =>
      newFact('subscription_updated', {
        ...about,
        status: 'canceled',
        cancelAtPeriodEnd: true,
        currentPeriodEnd,
        createdAt: inDays(day),
        canceledAt: inDays(day),
        isRequested: true,
      }),
  };
}

type Approved = Awaited<ReturnType<typeof newApproved>>;

describe('the first payment by a plan', () => {
  it('is what was offered, else it is held; the later ones tell what it costs', async () => {
    const right = await newApproved();
    await deliverFacts([right.paid(-40)]);
    expect(await right.row()).toMatchObject({ amount: 4_700, heldReason: null });
    await deliverFacts([right.paid(-10, 5_900)]);
    expect(await right.row()).toMatchObject({ amount: 5_900, heldReason: null });
    expect((await activityOf(right.user.id)).filter((line) => line.includes('is held'))).toEqual([]);

    const less = await newApproved();
    await deliverFacts([less.paid(-40, 2_000)]);
    expect(await less.row()).toMatchObject({ amount: 2_000, heldReason: expect.stringContaining('offered') });
    expect((await activityOf(less.user.id)).filter((line) => line.includes('is held'))).toHaveLength(1);

    const taxed = await newApproved();
    await deliverFacts([{ ...taxed.paid(-40, 5_170), taxCents: 470 }]);
    expect(await taxed.row()).toMatchObject({ amount: 4_700, heldReason: null });

    // Its first payment is not told as such where others came first, or nothing is known of an offer.
    const nothing = await newApproved({ offeredCents: null, offeredCurrency: null, offeredInterval: null });
    await deliverFacts([nothing.paid(-40, 2_000)]);
    expect(await nothing.row()).toMatchObject({ amount: 2_000, heldReason: null });
  });

  it('leaves what is held without plan and mail, also where it is to end', async () => {
    const { user, row, paid } = await newApproved({
      heldReason: 'another price',
      cancelAtPeriodEnd: true,
      currentPeriodEnd: inDays(20),
    });
    await deliverFacts([paid(-10)]);
    expect(await row()).toMatchObject({ status: 'active', heldReason: 'another price' });
    expect(await stateOf(user)).toMatchObject({ plan: null, mails: [] });
  });

  it('takes back the plan that the start gave, where it is held, until it is released', async () => {
    const { user, id, row, paid, canceled } = await newApproved();
    const planOf = async () => (await stateOf(user)).plan;
    await prisma().user.update({ where: { id: user.id }, data: { plan: 'membership' } });
    await deliverFacts([paid(-5, 2_000)]);
    expect([(await row()).heldReason !== null, await planOf()]).toEqual([true, null]);
    const { actor } = await newActor('owner');
    await releaseHeld(actor, { kind: 'subscription', id, userId: user.id });
    expect(await planOf()).toBe('membership');
    await deliverFacts([canceled(-1, null)]);
    expect([(await row()).status, await planOf()]).toEqual(['canceled', null]);
  });

  it('that was held is held still by the next one', async () => {
    const { row, paid } = await newApproved();
    await deliverFacts([paid(-40, 2_000), paid(-10)]);
    expect(await row()).toMatchObject({ amount: 4_700, heldReason: expect.stringContaining('20.00') });
  });
});

describe('a membership canceled at PayPal', () => {
  it('runs to the end of what is paid, where that is known and to come, and nothing is missing', async () => {
    const cases: [string, (sale: Approved) => Promise<unknown>, string][] = [
      ['paid', ({ paid, canceled }) => deliverFacts([paid(-10), canceled(-5)]), 'active'],
      ['over', ({ paid, canceled }) => deliverFacts([paid(-40), canceled(-5, inDays(-10))]), 'canceled'],
      ['no end', ({ paid, canceled }) => deliverFacts([paid(-40), canceled(-5, null)]), 'canceled'],
      ['missing', ({ failed, canceled }) => deliverFacts([failed(-10), canceled(-5)]), 'canceled'],
    ];
    for (const [name, told, status] of cases) {
      const sale = await newApproved();
      await told(sale);
      expect((await sale.row()).status, name).toBe(status);
    }
  });
});

describe('a payment that is told after the end', () => {
  /** Ended while a payment was missing, which is then told as paid. */
  async function endedThenPaid(data: Partial<Subscription>, ...then: ((sale: Approved) => unknown)[]) {
    const sale = await newApproved(data);
    await deliverFacts([sale.paid(-40), sale.failed(-10), sale.canceled(-5)]);
    expect(await sale.row()).toMatchObject({ status: 'canceled', cancelAtPeriodEnd: true });
    await prisma().user.update({ where: { id: sale.user.id }, data: { plan: null } });
    for (const step of then) await step(sale);
    return sale;
  }
  const payLate = ({ paid }: Approved) => deliverFacts([paid(-6)]);
  const plan = async ({ user }: Approved) =>
    (await prisma().user.findUniqueOrThrow({ where: { id: user.id } })).plan;

  it('lets the membership go on to the end of its period, and says so', async () => {
    const sale = await endedThenPaid({}, payLate);
    expect(await sale.row()).toMatchObject({
      status: 'active',
      canceledAt: null,
      currentPeriodEnd: inDays(24),
      pastDueSince: null,
    });
    expect(await plan(sale)).toBe('membership');
    expect(await subjectsTo(sale.user.email)).toContain('Your membership is canceled');
    expect((await mailsTo(sale.user.email)).filter(({ text }) => text.includes('you can keep'))).toEqual([]);
  });

  it('gives what is held neither plan nor mail, until an operator releases it', async () => {
    const differs = await newApproved();
    await deliverFacts([differs.failed(-10), differs.canceled(-5), differs.paid(-6, 2_000)]);
    const { actor } = await newActor('owner');
    for (const sale of [await endedThenPaid({ heldReason: 'another price' }, payLate), differs]) {
      const { id, user, row } = sale;
      const goesOn = { status: 'active', cancelAtPeriodEnd: true, canceledAt: null };
      expect(await row()).toMatchObject({ ...goesOn, heldReason: expect.any(String) });
      expect(await plan(sale)).toBeNull();
      expect((await findEntitlements(user.id)).has('membership')).toBe(false);
      expect(await subjectsTo(user.email)).not.toContain('Your membership is canceled');
      expect(await releaseHeld(actor, { kind: 'subscription', id, userId: user.id })).toBe(true);
      expect(await row()).toMatchObject({ ...goesOn, heldReason: null });
      expect(await plan(sale)).toBe('membership');
      expect((await findEntitlements(user.id)).has('membership')).toBe(true);
    }
  });

  it('is on hold while it is in dispute, and goes on once that is won', async () => {
    const paymentId = `sale_${randomUUID()}`;
    const { user, row, paid } = await endedThenPaid({});
    await deliverFacts([{ ...paid(-6), paymentId }]);
    const about = { provider, paymentId, disputeId: randomUUID() };
    for (const [state, day, isOpen] of [
      ['open', -4, false],
      ['won', -3, true],
    ] as const) {
      await deliverFacts([newFact('dispute_changed', { ...about, state, createdAt: inDays(day) })]);
      expect((await findEntitlements(user.id)).has('membership'), state).toBe(isOpen);
      expect(await row(), state).toMatchObject({ status: 'active', isDisputed: !isOpen });
    }
  });

  it('lets what is sold no more go on too, and has no words for it', async () => {
    const sale = await endedThenPaid({ product: 'old_course' }, payLate);
    expect(await sale.row()).toMatchObject({ status: 'active' });
    expect(await plan(sale)).toBeNull();
    expect(await subjectsTo(sale.user.email)).not.toContain('Your membership is canceled');
  });

  it('does not where another has failed since, what it pays is over, or the member has another', async () => {
    const later = await endedThenPaid({}, ({ failed, paid }) =>
      deliverFacts([{ ...failed(-7), createdAt: inDays(-5.5) }, paid(-6)]),
    );
    const over = await endedThenPaid(
      { currentPeriodEnd: null },
      ({ id }) => prisma().subscription.update({ where: { id }, data: { currentPeriodEnd: inDays(-12) } }),
      ({ paid }) => deliverFacts([paid(-6, 4_700, inDays(-11))]),
    );
    const never = await newApproved({
      status: 'canceled',
      subscribedAt: null,
      cancelAtPeriodEnd: true,
      currentPeriodEnd: inDays(20),
    });
    await deliverFacts([never.paid(-6)]);
    expect(await never.row(), 'it never began').toMatchObject({ status: 'canceled' });
    const another = await endedThenPaid(
      {},
      ({ user }) =>
        prisma().subscription.create({
          data: {
            userId: user.id,
            product: 'membership',
            provider,
            providerSubscriptionId: randomUUID(),
            status: 'active',
            amount: 4_700,
          },
        }),
      payLate,
    );
    const undone = await endedThenPaid(
      {},
      ({ id }) => prisma().subscription.update({ where: { id }, data: { undoneAt: new Date() } }),
      payLate,
    );
    const atOnce = await endedThenPaid(
      {},
      ({ id }) => prisma().subscription.update({ where: { id }, data: { cancelAtPeriodEnd: false } }),
      payLate,
    );
    for (const [name, sale] of Object.entries({ later, over, another, undone, atOnce }))
      expect(await sale.row(), name).toMatchObject({ status: 'canceled' });
  });
});

describe('news of a subscription at PayPal', () => {
  it('that was not begun here is ignored, whoever it names', async () => {
    const user = await newUser();
    const { activated, paid } = newSale(user.id);
    expect(await applyPaymentEvent({ ...activated, provider })).toBe('orphan');
    expect(await applyPaymentEvent({ ...paid, provider })).toBe('orphan');
    expect(await prisma().subscription.count({ where: { userId: user.id } })).toBe(0);
  });

  it('of the second in which it was asked for is not from before that', async () => {
    const { canceled, row } = await newApproved();
    const end = canceled(0);
    const asked = {
      ...end,
      eventId: `present-${randomUUID()}`,
      type: 'BILLING.SUBSCRIPTION.UPDATED',
      status: 'active',
      cancelAtPeriodEnd: false,
      canceledAt: null,
      isRequested: false,
      createdAt: new Date(end.createdAt.getTime() + 700),
    } as const;
    expect(await applyPresent(asked)).toBe('applied');
    expect(await row()).toMatchObject({ cancelAtPeriodEnd: false });
    expect(await applyPaymentEvent(end)).toBe('applied');
    expect(await row()).toMatchObject({ status: 'active', cancelAtPeriodEnd: true });
  });
});
