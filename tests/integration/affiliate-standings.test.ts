import { expect, it } from 'vitest';
import { affiliateOrders, findAffiliateFigures } from '#app/domain/operating/analytics/affiliates.server.ts';
import { manyAffiliates, shownAffiliates } from '#app/domain/operating/analytics/limits.ts';
import { rangeNames, readRange } from '#app/domain/operating/analytics/range.ts';
import { findStanding, reckonStandings } from '#app/domain/operating/analytics/standings.server.ts';
import { deleteDueAccounts } from '#app/domain/people/personal-data/erasure.server.ts';
import { countClickDays } from '#app/domain/programme/affiliates/click-days.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import * as AffiliatesPage from '#app/routes/admin/analytics/affiliates.tsx';
import { loader as readFile } from '#app/routes/admin/analytics/file.ts';
import { drawn } from '#tests/integration/figure-pages.ts';
import { bringClicks, bringPeople, bringSales, newAffiliates } from '#tests/integration/many-affiliates.ts';
import { at } from '#tests/integration/people.ts';
import { statementsOf } from '#tests/integration/statements.ts';

const minuteMs = 60_000;
const today = Date.UTC(2026, 5, 20, 15);
const rangeOf = (query: string) => readRange(new URLSearchParams(query), new Date(today));
const names = Object.keys(rangeNames);
/** How many rows are kept, by the first day of their range. */
const kept = async () => {
  const rows = await prisma().affiliateStanding.groupBy({ by: ['rangeFrom'], _count: true });
  return Object.fromEntries(
    rows.map(({ rangeFrom, _count }) => [rangeFrom.toISOString().slice(0, 10), _count]),
  );
};
const allOf = affiliateOrders.length * shownAffiliates;
const standing = (query = 'range=12m', afterMinutes = 5) =>
  at(today + afterMinutes * minuteMs, () => findStanding(rangeOf(query), 'clicks'));

/** What the sums by day say of each affiliate in a range is what their clicks and commissions say, one by one. */
async function expectAsRows(query: string): Promise<void> {
  const range = rangeOf(query);
  const [from, until] = [new Date(range.from), new Date(Date.parse(range.to) + 24 * 60 * minuteMs)];
  const within = { gte: from, lt: until };
  const clicks = await prisma().referralClick.findMany({ where: { timestamp: within } });
  const movements = await prisma().commission.findMany({ where: { timestamp: within } });
  const stands = await prisma().commission.groupBy({ by: ['paymentId'], _sum: { commission: true } });
  const left = new Map(stands.map(({ paymentId, _sum }) => [paymentId, _sum.commission ?? 0]));
  const figures = await at(today, () => findAffiliateFigures(range, 'clicks', null));
  const own = <Row extends { referrerId: string | null }>(rows: readonly Row[], id: string) =>
    rows.filter(({ referrerId }) => referrerId === id);
  expect(figures.length).toBeGreaterThan(100);
  expect(figures).toEqual(
    figures.map((one) => {
      const commissions = own(movements, one.id);
      return {
        ...one,
        clicks: own(clicks, one.id).length,
        // One of which nothing is left is no sale.
        sales: commissions.filter(
          ({ kind, paymentId }) => kind === 'earning' && (left.get(paymentId) ?? 0) > 0,
        ).length,
        returned: commissions.filter(({ kind }) => kind === 'reversal').length,
        earnedCents: commissions.reduce((sum, { commission }) => sum + commission, 0),
      };
    }),
  );
}

it('keeps nothing of a range that has few enough to be summed at once', async () => {
  const ids = await newAffiliates(manyAffiliates);
  await bringPeople(ids, '2026-06-10');
  await at(today, reckonStandings);
  expect(await kept()).toEqual({});
  expect((await standing()).reckonedAt).toBeNull();
  // One more, who brought somebody in April: not in the last 30 days.
  const more = await newAffiliates(1);
  await bringPeople(more, '2026-04-10');
  await at(today, reckonStandings);
  expect(await kept()).toEqual({ '2026-03-23': allOf, '2025-07-01': allOf });
  expect((await standing('range=30d')).reckonedAt).toBeNull();
  expect((await standing('range=90d')).reckonedAt).toEqual(new Date(today));
  // Small again.
  await prisma().referrerDay.deleteMany({ where: { referrerId: { in: more } } });
  await at(today, reckonStandings);
  expect(await kept()).toEqual({});
});

it('keeps of each range and order what would be reckoned now, also where it is done again, or twice at once', async () => {
  const ids = await newAffiliates(120);
  const all = (await prisma().user.findMany({ select: { id: true } })).map(({ id }) => id);
  await bringPeople(all, '2026-06-11');
  await bringPeople(all.slice(3), '2026-04-11');
  await bringPeople(all.slice(1), '2025-12-11');
  for (const [from, day] of [
    [0, '2026-06-19'],
    [30, '2026-05-05'],
    [60, '2025-09-09'],
  ] as const) {
    await bringClicks(ids.slice(from), day);
    await bringSales(ids.slice(from, from + 70), day);
  }
  await bringSales(ids.slice(50), '2026-06-17');
  await bringSales(ids.slice(95), '2026-04-17');
  await bringSales(ids.slice(60), '2026-04-18');
  await at(today, countClickDays);
  await expectAsRows('range=90d');
  await expectAsRows('from=2026-04-18&to=2026-06-17');
  const live = () =>
    Promise.all(
      names.flatMap((name) =>
        affiliateOrders.map((order) =>
          at(today, () => findAffiliateFigures(rangeOf(`range=${name}`), order)),
        ),
      ),
    );
  const shown = () =>
    Promise.all(
      names.flatMap((name) =>
        affiliateOrders.map(async (order) => {
          const { figures, reckonedAt } = await at(today, () =>
            findStanding(rangeOf(`range=${name}`), order),
          );
          expect(reckonedAt).toEqual(new Date(today));
          return figures;
        }),
      ),
    );
  const expected = await live();
  // They differ, and have something of everything.
  expect(new Set(expected.map((figures) => JSON.stringify(figures))).size).toBe(expected.length);
  for (const key of ['clicks', 'registered', 'members', 'sales', 'returned', 'earnedCents'] as const)
    expect(
      expected.flat().some((one) => one[key] > 0),
      key,
    ).toBe(true);
  await at(today, reckonStandings);
  expect(await shown()).toEqual(expected);
  await Promise.all([1, 2, 3].map(() => at(today, reckonStandings)));
  expect(await shown()).toEqual(expected);
  expect(Object.values(await kept())).toEqual([allOf, allOf, allOf]);
});

it('shows what is kept of exactly these days for half an hour, by one query', async () => {
  await at(today, reckonStandings);
  const [first] = (await standing()).figures;
  if (!first) throw new Error('Nobody is there.');
  await prisma().referrerDay.updateMany({ where: { referrerId: first.id }, data: { registered: 900 } });
  const asKept = { reckonedAt: new Date(today), registered: first.registered };
  const told = async (query?: string, afterMinutes?: number) => {
    const { figures, reckonedAt } = await standing(query, afterMinutes);
    return { reckonedAt, registered: figures.find(({ id }) => id === first.id)?.registered };
  };
  expect(await told('range=12m', 29)).toEqual(asKept);
  expect(await told('from=2025-07-01&to=2026-06-20', 29)).toEqual(asKept);
  for (const [query, afterMinutes] of [
    ['range=12m', 31],
    ['from=2025-07-02&to=2026-06-20', 1],
    ['from=2025-07-01&to=2026-06-19', 1],
  ] as const) {
    const { reckonedAt, registered = 0 } = await told(query, afterMinutes);
    expect([reckonedAt, registered % 900], query).toEqual([null, 0]);
    expect(registered, query).toBeGreaterThan(0);
  }
  expect(await statementsOf(() => standing())).toHaveLength(1);
  expect(await statementsOf(() => standing('range=12m', 31))).toHaveLength(2);
});

it('names people as they are called now, and nobody who is erased', async () => {
  await at(today, reckonStandings);
  const [renamed, ...others] = (await standing()).figures;
  // Whoever is owed something is erased once that is paid.
  const erased = others.find(({ earnedCents }) => earnedCents === 0);
  if (!renamed || !erased) throw new Error('Nobody is there.');
  await prisma().user.update({ where: { id: renamed.id }, data: { name: 'Nell Newname', username: 'nell' } });
  await prisma().accountDeletion.create({ data: { userId: erased.id, dueAt: new Date(0) } });
  await deleteDueAccounts();
  const [first, ...rest] = (await standing()).figures;
  expect(first).toEqual({ ...renamed, name: 'Nell Newname', username: 'nell' });
  expect(rest[others.indexOf(erased)]).toMatchObject({
    id: erased.id,
    name: '',
    username: expect.stringMatching(/^deleted-/),
  });
});

it('says on the page as of when it is, and only where it is not of this moment; the file has all, as they are now', async () => {
  await at(today, reckonStandings);
  const page = (afterMinutes: number) => at(today + afterMinutes * minuteMs, () => drawn(AffiliatesPage));
  expect(await page(5)).toMatch(
    /As of <time dateTime="2026-06-20T15:00:00.000Z"[^>]*>Jun 20, 2026, 15:00 UTC<\/time>/,
  );
  expect(await page(31)).not.toContain('As of');
  const url = new URL('http://site.example/?range=12m');
  await prisma().referrerDay.updateMany({ data: { registered: 77 } });
  const answer = await at(today + 5 * minuteMs, () =>
    readFile({ request: new Request(url), url, params: { file: 'affiliates.csv' } } as never),
  );
  const [, ...lines] = (await answer.text()).trim().split('\r\n');
  expect(lines.length).toBeGreaterThan(manyAffiliates);
  const [, , , registered] = lines[0]?.split(',') ?? [];
  expect(Number(registered) % 77).toBe(0);
});
