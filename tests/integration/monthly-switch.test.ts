import { beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { findMembershipState } from '#app/domain/selling/billing/billing-overview.server.ts';
import { cancelMembership } from '#app/domain/selling/billing/cancellation.server.ts';
import { announceRenewals } from '#app/domain/selling/billing/notices.server.ts';
import { receiveEvent } from '#app/domain/selling/payment-events/receive.server.ts';
import {
  keepYearly,
  planMonthly,
  type ShownMonthly,
  switchToMonthly,
} from '#app/domain/selling/price-changes/monthly-switch.server.ts';
import { databasePool, prisma } from '#app/platform/database/client.server.ts';
import {
  atStripe,
  daysPass,
  newCardMember,
  received,
  renew,
  rowOf,
  settled,
  webhooks,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { at, mailsTo, newViewer, subjectsTo } from '#tests/integration/people.ts';
import { cutOffStripe } from '#tests/integration/stripe-outage.ts';
import { paymentsOf, sellYears, switchOver, yearlyCents } from '#tests/integration/yearly-switches.ts';

withSandbox();

beforeAll(sellYears);

const dayMs = 864e5;

async function newYearlyMember(): Promise<Viewer> {
  const viewer = await newCardMember();
  await switchOver(viewer);
  return viewer;
}

async function shownTo({ id }: Viewer): Promise<ShownMonthly> {
  const chance = await planMonthly(id);
  if (chance.kind !== 'offered') throw new Error(chance.text);
  const { to, switchesAt } = chance.plan;
  return { price: to.lookupKey, switchesAt };
}

const refusalOf = async ({ id }: Viewer) => {
  const chance = await planMonthly(id);
  return chance.kind === 'refused' ? chance.text : chance.kind;
};

const monthlySubjects = async (viewer: Viewer) =>
  (await subjectsTo(viewer.email)).filter((subject) => /every month for/.test(subject));

describe('switching from the year to the month', () => {
  it('takes nothing now, and the provider changes the price by itself once the year is over', async () => {
    const viewer = await newYearlyMember();
    const end = (await rowOf(viewer.id)).currentPeriodEnd as Date;
    expect(await switchToMonthly(viewer, await shownTo(viewer))).toBe(true);
    await settled();
    expect(await rowOf(viewer.id)).toMatchObject({
      product: 'membership_yearly',
      amount: yearlyCents,
      nextPrice: 'membership_usd_4700_month',
      status: 'active',
    });
    expect(await paymentsOf(viewer.id)).toHaveLength(2);
    expect(await findMembershipState(viewer.id)).toMatchObject({
      kind: 'active',
      nextPayment: { at: end, amountCents: 4_700, interval: 'month', switchesFrom: 'year' },
    });
    expect((await mailsTo(viewer.email))[0]?.text).toContain('we take $47.00');
    await at(new Date(end.getTime() - 29 * dayMs), announceRenewals);
    expect((await mailsTo(viewer.email))[0]?.text).toContain('$47.00');

    await renew(viewer.id);
    const row = await rowOf(viewer.id);
    expect(row).toMatchObject({
      product: 'membership',
      interval: 'month',
      amount: 4_700,
      nextPrice: null,
      status: 'active',
      heldReason: null,
    });
    const days = (Number(row.currentPeriodEnd) - end.getTime()) / dayMs;
    expect(days).toBeGreaterThan(27);
    expect(days).toBeLessThan(32);
    const payments = await paymentsOf(viewer.id);
    expect(payments).toHaveLength(3);
    expect(payments.at(-1)).toMatchObject({ amountCents: 4_700, kind: 'period', hasReceipt: true });
    expect((await monthlySubjects(viewer)).length).toBe(2);
    await renew(viewer.id);
    expect((await paymentsOf(viewer.id)).at(-1)).toMatchObject({ amountCents: 4_700 });
    expect(await rowOf(viewer.id)).toMatchObject({ interval: 'month' });
  });

  it('is arranged once, pressed twice at once and again, and told once however its events come', async () => {
    const viewer = await newYearlyMember();
    const shown = await shownTo(viewer);
    received.length = 0;
    const presses = await Promise.allSettled([
      switchToMonthly(viewer, shown),
      switchToMonthly(viewer, shown),
    ]);
    expect(presses.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect(await switchToMonthly(viewer, shown)).toBe(false);
    await settled();
    for (const event of [...received].toReversed())
      await receiveEvent({
        provider: 'stripe',
        id: `${event.id}_again`,
        type: event.type,
        createdAt: new Date(event.created * 1000),
        payload: event,
      });
    expect(await rowOf(viewer.id)).toMatchObject({ nextPrice: 'membership_usd_4700_month' });
    expect(await monthlySubjects(viewer)).toHaveLength(1);
    const { rows } = await databasePool().query(
      `SELECT FROM sandbox.objects WHERE data->>'object' = 'subscription_schedule' AND data->>'subscription' = $1`,
      [(await rowOf(viewer.id)).providerSubscriptionId],
    );
    expect(rows).toHaveLength(1);
  });

  it('is told by the webhook where the provider could not be asked at once', async () => {
    const viewer = await newYearlyMember();
    webhooks.areTaken = false;
    await switchToMonthly(viewer, await shownTo(viewer));
    await prisma().subscription.updateMany({ where: { userId: viewer.id }, data: { nextPrice: null } });
    webhooks.areTaken = true;
    await settled();
    await renew(viewer.id);
    expect(await rowOf(viewer.id)).toMatchObject({ interval: 'month', amount: 4_700 });
  });

  it('is taken back, asked for again, and ended by a cancellation', async () => {
    const viewer = await newYearlyMember();
    const shown = await shownTo(viewer);
    await switchToMonthly(viewer, shown);
    await settled();
    expect(await keepYearly(viewer)).toBe(true);
    await settled();
    expect(await keepYearly(viewer)).toBe(false);
    await settled();
    expect(await rowOf(viewer.id)).toMatchObject({ nextPrice: null });
    expect(await atStripe(viewer.id)).toMatchObject({
      schedule: null,
      metadata: expect.not.objectContaining({ next_price: expect.anything() }),
    });
    expect(await switchToMonthly(viewer, shown)).toBe(true);
    await cancelMembership(viewer, {});
    await settled();
    expect(await rowOf(viewer.id)).toMatchObject({ nextPrice: null, cancelAtPeriodEnd: true });
    expect(await refusalOf(viewer)).toContain('set to end');
    await renew(viewer.id);
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'canceled' });
    expect(await paymentsOf(viewer.id)).toHaveLength(2);
  });

  it('goes on where a process ended between the calls, and never keeps anybody from canceling', async () => {
    const viewer = await newYearlyMember();
    const shown = await shownTo(viewer);
    await switchToMonthly(viewer, shown);
    await settled();
    const { providerSubscriptionId } = await rowOf(viewer.id);
    // As it stands when only the name of the next price is missing.
    await databasePool().query(
      `UPDATE sandbox.objects SET data = data #- '{metadata,next_price}' WHERE id = $1`,
      [providerSubscriptionId],
    );
    await prisma().subscription.updateMany({ where: { userId: viewer.id }, data: { nextPrice: null } });
    expect(await switchToMonthly(viewer, shown)).toBe(true);
    await settled();
    expect(await rowOf(viewer.id)).toMatchObject({ nextPrice: shown.price });
    await databasePool().query(
      `UPDATE sandbox.objects SET data = data #- '{metadata,next_price}' WHERE id = $1`,
      [providerSubscriptionId],
    );
    await cancelMembership(viewer, {});
    expect(await atStripe(viewer.id)).toMatchObject({ schedule: null, cancel_at_period_end: true });
  });

  it('refuses what was not shown, a schedule of somebody else, and says when the provider is away', async () => {
    const viewer = await newYearlyMember();
    const shown = await shownTo(viewer);
    for (const wrong of [
      { ...shown, price: 'membership_usd_100_month' },
      { ...shown, switchesAt: new Date(shown.switchesAt.getTime() - dayMs) },
    ])
      await expect(switchToMonthly(viewer, wrong)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await refusalOf(await newCardMember())).toContain('by the month already');
    expect(await refusalOf(await newViewer())).toContain('have a membership');
    const { providerSubscriptionId } = await rowOf(viewer.id);
    const ofOthers = { id: 'sub_sched_others', object: 'subscription_schedule', status: 'active' };
    await databasePool().query(
      `INSERT INTO sandbox.objects (id, object, data) SELECT $1, 'subscription_schedule', $2::jsonb || '{"metadata":{},"end_behavior":"cancel","phases":[{}]}'`,
      [ofOthers.id, ofOthers],
    );
    await databasePool().query(
      `UPDATE sandbox.objects SET data = data || jsonb_build_object('schedule', $2::text) WHERE id = $1`,
      [providerSubscriptionId, ofOthers.id],
    );
    await expect(switchToMonthly(viewer, shown)).rejects.toThrow('write to support');
    cutOffStripe();
    await expect(switchToMonthly(viewer, shown)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await rowOf(viewer.id)).toMatchObject({ nextPrice: null });
  });

  it('a first month that is not paid is missing as any other', async () => {
    const viewer = await newYearlyMember();
    await switchToMonthly(viewer, await shownTo(viewer));
    await settled();
    // What failed in the second in which the year was paid would be paid.
    await daysPass(1);
    await renew(viewer.id, false);
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'past_due', interval: 'month', amount: 4_700 });
    expect((await rowOf(viewer.id)).pastDueSince).not.toBeNull();
  });
});
