import { beforeAll, expect, it, vi } from 'vitest';
import { subscribedKeys } from '#app/domain/core/catalogue/products.ts';
import { findAffiliateFigures } from '#app/domain/operating/analytics/affiliates.server.ts';
import { findFunnel } from '#app/domain/operating/analytics/funnel.server.ts';
import { findLearning } from '#app/domain/operating/analytics/learning.server.ts';
import { readRange } from '#app/domain/operating/analytics/range.ts';
import { findReferrers } from '#app/domain/operating/analytics/referrers.server.ts';
import { findRetention } from '#app/domain/operating/analytics/retention.server.ts';
import { findRevenue } from '#app/domain/operating/analytics/revenue.server.ts';
import { findMissedSearches } from '#app/domain/operating/analytics/searches.server.ts';
import { businessFigures } from '#app/domain/operating/attention/figures.server.ts';
import { findUserDetail } from '#app/domain/operating/users/user-detail.server.ts';
import { seedDemoAccounts } from '#app/domain/people/accounts/demo-accounts.server.ts';
import { findReferralHistory } from '#app/domain/programme/affiliates/referral-stats.server.ts';
import { findAccount } from '#app/domain/programme/commissions/balance.server.ts';
import { proveLedger } from '#app/domain/programme/commissions/proof.server.ts';
import { config } from '#app/platform/config.server.ts';
import { keepStatements, prisma, transaction } from '#app/platform/database/client.server.ts';
import { runInRequestScope } from '#app/platform/runtime/request-scope.server.ts';
import * as RevenuePage from '#app/routes/admin/analytics/revenue.tsx';
import * as DashboardPage from '#app/routes/admin/dashboard.tsx';
import { roundedTop } from '#app/ui/chart-scale.ts';
import { makeSampleYear } from '#stand-ins/sample-year/year.server.ts';
import { barsIn, drawnTable } from '#tests/integration/drawn-figures.ts';
import { drawn, expectCountedAlike, expectDrawnAsWritten } from '#tests/integration/figure-pages.ts';

/** What all rows of a kind come to, and how many there are. */
async function kindsOfRows() {
  const rows = await prisma().commission.groupBy({ by: ['kind'], _count: true });
  return Object.fromEntries(rows.map(({ kind, _count: count }) => [kind, count]));
}

const userOf = (email: string) => prisma().user.findUniqueOrThrow({ where: { email } });

/** What it has taken to make. */
const taken = { queries: 0, cpuSeconds: 0 };

beforeAll(async () => {
  // As its process does.
  keepStatements();
  await seedDemoAccounts();
  Object.assign(config(), { allowsAnyWebhookTarget: true });
  const began = performance.now();
  const cpu = process.cpuUsage();
  const scope = { requestId: 'sample-year', queryCount: 0 };
  await runInRequestScope(scope, async () => expect(await makeSampleYear()).toBe(true));
  const { user, system } = process.cpuUsage(cpu);
  Object.assign(taken, { queries: scope.queryCount, cpuSeconds: (user + system) / 1e6 });
  if (process.env.SHOW_TIMES)
    console.log(`The year took ${Math.round(performance.now() - began)} ms and ${JSON.stringify(taken)}.`);
}, 1_200_000);

it('holds a living business: every kind of movement, sellers of each kind, and no mail', async () => {
  const kinds = await kindsOfRows();
  for (const kind of ['earning', 'second_tier_earning', 'reversal', 'restoration', 'not_earned'])
    expect(kinds[kind], kind).toBeGreaterThan(0);
  expect(kinds).toMatchObject({ payout: 4, payout_returned: 1 });
  expect(kinds.earning).toBeGreaterThan(150);
  const lapsed = await prisma().commission.count({ where: { reason: 'membership_lapsed' } });
  expect(lapsed).toBeGreaterThan(0);
  const items = await prisma().payoutItem.findMany({ orderBy: { number: 'asc' } });
  expect(items.map(({ state }) => state)).toEqual(['paid', 'returned', 'paid', 'paid']);
  expect(await prisma().user.count({ where: { email: { endsWith: '@sample.example' } } })).toBe(113);
  expect(await prisma().mailOutbox.count()).toBe(0);
  const events = await prisma().webhookEvent.groupBy({ by: ['outcome'], _count: true });
  expect(events.map(({ outcome }) => outcome)).toEqual(['applied']);
  const disputes = await prisma().paymentDispute.findMany();
  expect(disputes.map(({ outcome }) => outcome).toSorted()).toEqual(['lost', 'won']);
});

it('tells a program what happens from now on, which was sent a test', async () => {
  const [endpoint] = await prisma().webhookEndpoint.findMany({ include: { deliveries: true } });
  expect(endpoint).toMatchObject({
    description: 'Sample: accounting',
    deliveries: [{ type: 'webhook.test' }],
  });
});

it('adds up, to the cent', async () => {
  expect(await proveLedger()).toMatchObject({ isSound: true, findings: [] });
  const { id } = await userOf('affiliate@example.com');
  const account = await findAccount(id);
  expect(account.paidCents).toBeGreaterThan(10_000);
  expect(account.waitingCents).toBeGreaterThan(0);
  expect(account.approvedCents).toBeGreaterThan(0);
});

it('shows in the statistics of each month', async () => {
  const { id } = await userOf('affiliate@example.com');
  const year = { range: '12m', period: 'month', breakdown: 'campaign' } as const;
  const { periods: months, funnel } = await findReferralHistory(id, year);
  for (const month of months.slice(5)) {
    expect(month.clicks, month.start).toBeGreaterThan(0);
    expect(month.earnedCents, month.start).toBeGreaterThan(0);
  }
  expect(funnel.clicks).toBeGreaterThan(funnel.registrations);
  expect(funnel.stayed[0]?.count).toBeGreaterThan(5);
});

it('fills the figures: what is paid a month, who stays, who visits and who learns', async () => {
  const range = readRange(new URLSearchParams('range=12m'), new Date());
  const { whole } = await findRevenue(range, 'usd');
  const live = await prisma().subscription.aggregate({ where: { status: 'active' }, _sum: { amount: true } });
  expect(whole.endCents).toBe(live._sum.amount);
  expect((await findRetention(range, 'usd')).cohorts.length).toBeGreaterThan(9);
  const funnel = await findFunnel(range);
  expect(funnel.visitors).toBeGreaterThan(2_000);
  expect(funnel.stayed).toBeGreaterThan(20);
  expect((await findReferrers(range)).sources.length).toBe(5);
  expect((await findMissedSearches(range)).searches.length).toBeGreaterThan(2);
  expect((await findLearning(range)).filter(({ started }) => started > 0)).toHaveLength(5);
  expect(await prisma().visitSeen.count()).toBe(0);
});

it('is told alike by charts, tables and the first page, and as the payments and the ledger have it', async () => {
  const range = readRange(new URLSearchParams('range=12m'), new Date());
  const revenue = await findRevenue(range, 'usd');
  const html = await drawn(RevenuePage);
  const rows = drawnTable(html, 'Revenue by period')
    .toReversed()
    .map(({ cells }) => cells.map(({ value }) => value ?? Number.NaN));
  const [levels = [], moved = []] = barsIn(html);
  const ends = rows.map((row) => row[7] ?? Number.NaN);
  const highest = roundedTop(Math.max(...ends));
  expect(rows).toHaveLength(12);
  expect(highest).toBeGreaterThan(50_000);
  for (const [at, cents] of ends.entries())
    expect(levels[at], `bar ${at}`).toBeCloseTo(cents === 0 ? 0 : Math.max(2, (cents / highest) * 100), 6);
  const total = (cents: readonly number[]) => cents.reduce((sum, one) => sum + one, 0);
  const gains = rows.map((row) => total(row.slice(0, 4)));
  const losses = rows.map((row) => -total(row.slice(4, 7)));
  const scale = 100 / (Math.max(...gains) + Math.max(...losses));
  for (const at of rows.keys())
    for (const [side, cents] of [gains[at] ?? Number.NaN, losses[at] ?? Number.NaN].entries())
      expect(moved[at * 2 + side], `bar ${at}`).toBeCloseTo(
        cents === 0 ? 0 : Math.max(1.5, cents * scale),
        6,
      );
  for (const [at, cents] of ends.entries()) {
    const before = at === 0 ? revenue.whole.startCents : (ends[at - 1] ?? Number.NaN);
    expect(before + (gains[at] ?? 0) - (losses[at] ?? 0), `month ${at}`).toBe(cents);
  }

  const paid = new Map<string, number>();
  const payments = await prisma().payment.findMany({
    where: { status: { not: 'failed' }, currency: 'usd', product: { in: subscribedKeys() } },
  });
  for (const { paidAt, amountCents, taxCents, amountRefundedCents } of payments) {
    const name = paidAt.toISOString().slice(0, 7);
    const kept = (amountCents - taxCents) * (amountCents - amountRefundedCents);
    paid.set(name, (paid.get(name) ?? 0) + Math.floor(kept / amountCents));
  }
  const figures = await businessFigures();
  expect(figures.revenueByMonth.length).toBeGreaterThan(9);
  for (const { month, cents } of figures.revenueByMonth) {
    const name = month.toISOString().slice(0, 7);
    const at = revenue.periods.findIndex(({ from }) => from.startsWith(name));
    expect([cents, rows[at]?.at(-1)], name).toEqual([paid.get(name) ?? 0, paid.get(name) ?? 0]);
  }

  const first = await drawn(DashboardPage);
  const months = drawnTable(first, 'Figures by month').toReversed();
  const column = (at: number) => months.map(({ cells }) => cells[at]?.value ?? Number.NaN);
  expect(column(1)).toEqual(figures.revenueByMonth.map(({ cents }) => cents));
  // The chart of the first figure, which the figures of the analytics have too.
  const shown = column(0);
  expect(shown).toEqual(ends.slice(-shown.length));
  expect(column(4)).toEqual(
    revenue.periods.slice(-shown.length).map(({ movements }) => movements.churned.people),
  );
  const [bars = []] = barsIn(first);
  const most = roundedTop(Math.max(...shown));
  expect(bars).toHaveLength(shown.length);
  for (const [at, cents] of shown.entries())
    expect(bars[at], `bar ${at}`).toBeCloseTo(cents === 0 ? 0 : Math.max(2, (cents / most) * 100), 6);

  const ledger = await prisma().commission.findMany({
    where: { timestamp: { gte: new Date(range.from) }, kind: { notIn: ['payout', 'payout_returned'] } },
    select: { referrerId: true, commission: true },
  });
  const earned = new Map<string, number>();
  for (const { referrerId, commission } of ledger)
    earned.set(referrerId, (earned.get(referrerId) ?? 0) + commission);
  const affiliates = await findAffiliateFigures(range, 'clicks', null);
  expect(affiliates.filter(({ earnedCents }) => earnedCents > 0).length).toBeGreaterThan(3);
  for (const { id, username, earnedCents } of affiliates)
    expect([username, earnedCents]).toEqual([username, earned.get(id) ?? 0]);
});

it('is drawn as it is written, and stands in the files, on every page of figures', expectDrawnAsWritten);

it(
  'is counted alike by pages of figures that tell of the same people, and as the rows have it',
  expectCountedAlike,
);

it('is on the pages of people: what they earn as the ledger has it, what went back, and what they asked', async () => {
  const { id } = await userOf('affiliate@example.com');
  const { earnedCents, owedCents, paidCents } = await findAccount(id);
  expect((await findUserDetail(id))?.commissions).toEqual({ earnedCents, owedCents, paidCents });
  const { payment, amountCents } = await prisma().paymentRefund.findFirstOrThrow({
    include: { payment: true },
  });
  const payer = await findUserDetail(payment.userId);
  expect(payer?.refunds).toContainEqual(expect.objectContaining({ amountCents, status: 'succeeded' }));
  const ticket = await prisma().ticket.findFirstOrThrow({ where: { userId: { not: null } } });
  const { number, subject, status, latestAt } = ticket;
  const asker = await findUserDetail(ticket.userId ?? '');
  expect(asker?.tickets).toContainEqual({ number, subject, status, latestAt });
});

it('is made once; begun anew after it was cut off, it is the same', async () => {
  expect(await makeSampleYear()).toBe(false);
  const before = await kindsOfRows();
  await prisma().activityLog.deleteMany({ where: { type: 'sample_year_made' } });
  expect(await makeSampleYear()).toBe(true);
  expect(await kindsOfRows()).toEqual(before);
  expect(await prisma().mailOutbox.count()).toBe(0);
  expect((await proveLedger()).findings).toEqual([]);
}, 1_200_000);

it('is not undone where the machine is slow', async () => {
  const begun = vi.spyOn(prisma(), '$transaction');
  await transaction(() => Promise.resolve());
  expect(begun.mock.calls.at(-1)?.[1]).toEqual({ timeout: 600_000, maxWait: 600_000 });
  begun.mockRestore();
});

it('takes no more queries than it must: they are nearly all of its time', () => {
  expect(taken.queries).toBeLessThan(18_500);
});
