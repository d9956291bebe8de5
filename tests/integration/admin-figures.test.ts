import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { rollUpFigures } from '#app/domain/operating/analytics/roll-up.server.ts';
import { findAttention } from '#app/domain/operating/attention/attention.server.ts';
import { changeOf } from '#app/domain/operating/attention/figure.ts';
import { businessFigures } from '#app/domain/operating/attention/figures.server.ts';
import { setStatusOfMany } from '#app/domain/operating/users/user-status.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import { joined, paid } from '#tests/integration/paying-members.ts';
import { at } from '#tests/integration/people.ts';
import { statementsOf } from '#tests/integration/statements.ts';

// The tenth of May, at noon: what is compared is up to the tenth of April, at noon.
const now = Date.UTC(2026, 4, 10, 12);

it('has no data yet to compare with, before there is any', async () => {
  const { users, subscriptionRevenue, commissions, revenueByMonth, latest } = await at(now, businessFigures);
  expect(changeOf(users)).toBeNull();
  expect(changeOf(subscriptionRevenue)).toBeNull();
  expect(changeOf(commissions)).toBeNull();
  expect(revenueByMonth).toEqual([]);
  expect(latest).toEqual([]);
  const waiting = await findAttention();
  expect(waiting.map(({ key }) => key)).toEqual(['samples']);
});

it('counts people and money, and compares them with last month', async () => {
  const [old, older] = [await joined('2026-03-01'), await joined('2026-04-01')];
  await joined('2026-05-02');
  const { actor, user: admin } = await at(now, () => newActor('owner'));
  await prisma().user.update({ where: { id: admin.id }, data: { createdAt: new Date('2026-01-01') } });
  await at(now, () => setStatusOfMany(actor, [older.id], 'inactive'));
  // Last month, before and after the same moment; tax and what went back are not counted.
  await paid(old.id, '2026-04-10T11:59:59Z');
  await paid(old.id, '2026-04-10T12:00:01Z', { amountCents: 10_000 });
  await paid(old.id, '2026-05-01T00:00:00Z', { amountCents: 5_170, taxCents: 470 });
  await paid(older.id, '2026-05-03', {
    amountCents: 4_700,
    amountRefundedCents: 2_350,
    status: 'partially_refunded',
  });
  await paid(older.id, '2026-05-04', { amountCents: 4_700, amountRefundedCents: 4_700, status: 'refunded' });
  await paid(older.id, '2026-05-05', { status: 'failed' });
  await paid(older.id, '2026-05-05', { product: 'ebook', amountCents: 700 });
  const figures = await at(now, businessFigures);
  expect(figures.users).toEqual({ value: 4, before: 3 });
  expect(figures.activeUsers).toEqual({ value: 3, before: 3 });
  expect(figures.subscriptionRevenue).toEqual({ value: 4_700 + 2_350, before: 4_700 });
  expect(changeOf(figures.subscriptionRevenue)).toBe(50);
  expect(figures.revenueByMonth).toEqual([
    { month: new Date('2026-04-01'), cents: 14_700 },
    { month: new Date('2026-05-01'), cents: 7_050 },
  ]);
  // The chart and the figure are one.
  expect(figures.revenueByMonth.at(-1)?.cents).toBe(figures.subscriptionRevenue.value);
  // The same from the sums that the job keeps, and what changes after it at once.
  await rollUpFigures();
  // The money of the last 30 days is read from those sums alone, which are a minute late at most.
  expect(await at(now, businessFigures)).toEqual({
    ...figures,
    money: expect.anything(),
    moneyByMonth: expect.anything(),
  });
  await paid(old.id, '2026-05-06');
  await prisma().user.update({ where: { id: old.id }, data: { createdAt: new Date('2026-05-07') } });
  const since = await at(now, businessFigures);
  expect(since.users).toEqual({ value: 4, before: 2 });
  expect(since.subscriptionRevenue).toEqual({ value: 4_700 + 2_350 + 4_700, before: 4_700 });
});

it('tells what waits for an operator, each with where it is seen to', async () => {
  const event = (outcome: string) => ({
    provider: 'stripe' as const,
    eventId: randomUUID(),
    type: 'invoice.paid',
    createdAt: new Date(),
    outcome,
  });
  await prisma().webhookEvent.createMany({ data: [event('orphan'), event('unapplied'), event('retry')] });
  const mail = { recipient: 'a@example.com', subject: '', html: '', text: '' };
  await prisma().mailOutbox.createMany({
    data: [
      { ...mail, status: 'failed' },
      { ...mail, createdAt: new Date(Date.now() - 11 * 60_000) },
      { ...mail },
    ],
  });
  const counts = Object.fromEntries((await findAttention()).map(({ key, count }) => [key, count]));
  expect(counts).toMatchObject({ orphans: 1, unapplied: 2, mails: 1, late: 1 });
});

it('asks the database as little as a page may', async () => {
  expect(await statementsOf(businessFigures)).toHaveLength(1);
  expect((await statementsOf(findAttention)).length).toBeLessThanOrEqual(2);
});
