import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { affiliatesTable, findAffiliateFigures } from '#app/domain/operating/analytics/affiliates.server.ts';
import {
  findCourseStanding,
  reckonCourseStandings,
} from '#app/domain/operating/analytics/course-standings.server.ts';
import { figureFile } from '#app/domain/operating/analytics/figure-table.ts';
import { findFunnel } from '#app/domain/operating/analytics/funnel.server.ts';
import { movementKinds } from '#app/domain/operating/analytics/kinds.ts';
import { findLearning, stopsTable } from '#app/domain/operating/analytics/learning.server.ts';
import { manyLearners } from '#app/domain/operating/analytics/limits.ts';
import { readRange } from '#app/domain/operating/analytics/range.ts';
import { findReferrers } from '#app/domain/operating/analytics/referrers.server.ts';
import { findRetention } from '#app/domain/operating/analytics/retention.server.ts';
import {
  findRevenue,
  type RevenuePeriod,
  revenueTable,
} from '#app/domain/operating/analytics/revenue.server.ts';
import { rebuildFigures, rollUpFigures } from '#app/domain/operating/analytics/roll-up.server.ts';
import { findMissedSearches } from '#app/domain/operating/analytics/searches.server.ts';
import {
  countMissedSearch,
  countVisit,
  forgetVisitors,
  writeVisits,
} from '#app/domain/operating/analytics/visits.server.ts';
import { businessFigures } from '#app/domain/operating/attention/figures.server.ts';
import { countClickDays } from '#app/domain/programme/affiliates/click-days.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { numbersFrom } from '#stand-ins/sample-year/plan.ts';
import { newAffiliates } from '#tests/integration/many-affiliates.ts';
import { at, newUser } from '#tests/integration/people.ts';
import { statementsOf } from '#tests/integration/statements.ts';

const dayMs = 24 * 3600 * 1000;
const today = Date.UTC(2026, 5, 20, 15);
const time = (text: string) => new Date(text.length === 10 ? `${text}T12:00:00Z` : text);
const rangeOf = (query: string, now = today) => readRange(new URLSearchParams(query), new Date(now));

interface Paid {
  product?: string;
  currency?: string;
  cents?: number;
  taxCents?: number;
  from: Date;
  until: Date;
  /** When all of it went back. */
  goneAt?: Date;
  refundedCents?: number;
}

interface Sub {
  product?: string;
  status?: 'active' | 'canceled';
  interval?: 'month' | 'year';
  canceledAt?: Date;
}

async function subscribe(
  userId: string,
  { product = 'membership', status = 'active', ...rest }: Sub,
  paid: Paid[],
) {
  const { id } = await prisma().subscription.create({
    data: {
      userId,
      product,
      status,
      provider: 'stripe',
      providerSubscriptionId: randomUUID(),
      amount: 4_700,
      ...(rest.interval ? { interval: rest.interval } : {}),
      ...(rest.canceledAt ? { canceledAt: rest.canceledAt } : {}),
    },
  });
  for (const one of paid) await pay(userId, id, product, one);
  return id;
}

async function pay(userId: string, subscriptionId: string | null, product: string, paid: Paid) {
  const { cents = 4_700, taxCents = 0, currency = 'usd', from, until, goneAt, refundedCents } = paid;
  const { id } = await prisma().payment.create({
    data: {
      userId,
      subscriptionId,
      product,
      provider: 'stripe',
      providerInvoiceId: randomUUID(),
      amountCents: cents,
      taxCents,
      currency,
      status: goneAt ? 'refunded' : refundedCents ? 'partially_refunded' : 'paid',
      amountRefundedCents: goneAt ? cents : (refundedCents ?? 0),
      paidAt: from,
      periodStart: from,
      periodEnd: until,
    },
  });
  if (goneAt)
    await prisma().paymentRefund.create({
      data: {
        provider: 'stripe',
        providerRefundId: randomUUID(),
        paymentId: id,
        amountCents: cents,
        createdAt: goneAt,
      },
    });
  return id;
}

const month = (from: string, cents?: number): Paid => {
  const begin = time(from);
  return {
    from: begin,
    until: new Date(Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1, begin.getUTCDate(), 12)),
    ...(cents === undefined ? {} : { cents }),
  };
};

const clean = async () => {
  // Users stay: the ledger's own tables refuse to lose them. What they paid goes.
  await prisma().paymentRefund.deleteMany();
  await prisma().payment.deleteMany();
  await prisma().subscriptionPause.deleteMany();
  await prisma().subscription.deleteMany();
  await rebuildFigures();
};

const moved = ({ movements }: Pick<RevenuePeriod, 'movements'>) =>
  Object.fromEntries(
    movementKinds.flatMap((kind) =>
      movements[kind].people === 0 ? [] : [[kind, [movements[kind].people, movements[kind].cents]]],
    ),
  );

describe('what is paid a month', () => {
  it('moves as its members come, pay more or less, leave and come back', async () => {
    await clean();
    const [stays, grows, leaves, returns, refunded] = [
      await newUser(),
      await newUser(),
      await newUser(),
      await newUser(),
      await newUser(),
    ];
    await subscribe(stays.id, {}, [
      month('2026-04-10'),
      month('2026-05-10'),
      { ...month('2026-06-10'), refundedCents: 2_000 },
    ]);
    await subscribe(grows.id, {}, [month('2026-04-11'), month('2026-05-11', 5_200), month('2026-06-11')]);
    await subscribe(grows.id, { product: 'reseller_pro' }, [
      month('2026-05-20', 9_700),
      month('2026-06-20', 9_700),
    ]);
    await subscribe(leaves.id, { status: 'canceled', canceledAt: time('2026-04-20') }, [month('2026-04-12')]);
    // The money that goes back after the end takes nothing away once more.
    const last = await prisma().payment.findFirstOrThrow({ where: { userId: leaves.id } });
    await prisma().payment.update({
      where: { id: last.id },
      data: { status: 'refunded', amountRefundedCents: 4_700 },
    });
    await prisma().paymentRefund.create({
      data: {
        provider: 'stripe',
        providerRefundId: randomUUID(),
        paymentId: last.id,
        amountCents: 4_700,
        createdAt: time('2026-06-01'),
      },
    });
    await subscribe(returns.id, { status: 'canceled', canceledAt: time('2026-05-01') }, [
      month('2026-04-13'),
    ]);
    await subscribe(returns.id, {}, [{ ...month('2026-06-02', 5_640), taxCents: 940 }]);
    await subscribe(refunded.id, { status: 'canceled', canceledAt: time('2026-05-25') }, [
      { ...month('2026-05-14'), goneAt: time('2026-05-25') },
    ]);
    await rollUpFigures();
    const { periods, whole } = await findRevenue(rangeOf('from=2026-03-05&to=2026-12-31'), 'usd');
    expect(periods.map(({ from, to }) => `${from} ${to}`)).toHaveLength(16);
    const monthly = await at(today, () =>
      findRevenue({ ...rangeOf('from=2026-03-05'), grain: 'month' }, 'usd'),
    );
    expect(monthly.periods.map((one) => [one.from, moved(one), one.endCents, one.membersAtEnd])).toEqual([
      ['2026-03-05', {}, 0, 0],
      ['2026-04-01', { new: [4, 18_800] }, 18_800, 4],
      [
        '2026-05-01',
        { new: [1, 4_700], expansion: [2, 500 + 9_700], churned: [3, -14_100] },
        4_700 + 5_200 + 9_700,
        2,
      ],
      ['2026-06-01', { reactivated: [1, 4_700], contraction: [1, -500] }, 4_700 + 4_700 + 9_700 + 4_700, 3],
    ]);
    expect(monthly.whole.endCents).toBe(whole.endCents);
    // Received: by the day of the payment, less what went back since and tax. The dashboard says the same.
    const dashboard = await at(today, businessFigures);
    expect(monthly.periods.slice(1).map(({ receivedCents }) => receivedCents)).toEqual(
      dashboard.revenueByMonth.map(({ cents }) => cents),
    );
  });

  it('goes on for a fortnight while a payment is missing, and a late one closes the gap it left', async () => {
    await clean();
    const { id } = await newUser();
    const subscriptionId = await subscribe(id, {}, [month('2026-03-01')]);
    await rollUpFigures();
    const days = async (to: string) => (await findRevenue(rangeOf(`from=2026-03-01&to=${to}`), 'usd')).whole;
    expect((await days('2026-04-14')).endCents).toBe(4_700);
    expect((await days('2026-04-15')).endCents).toBe(0);
    expect(moved(await days('2026-05-01'))).toEqual({ new: [1, 4_700], churned: [1, -4_700] });
    await pay(id, subscriptionId, 'membership', month('2026-04-01'));
    await rollUpFigures();
    expect(moved(await days('2026-05-01'))).toEqual({ new: [1, 4_700] });
  });

  it('stops while a membership is paused, and is churned where it is canceled in the pause', async () => {
    await clean();
    const { id: userId } = await newUser();
    const subscriptionId = await subscribe(userId, {}, [month('2026-03-01')]);
    const paused = { subscriptionId, userId, startsAt: month('2026-03-01').until as Date };
    const { id } = await prisma().subscriptionPause.create({
      data: { ...paused, resumesAt: time('2026-06-01') },
    });
    const untilMay = async () => {
      await rollUpFigures();
      return (await findRevenue(rangeOf('from=2026-03-01&to=2026-05-01'), 'usd')).whole;
    };
    const inPause = await untilMay();
    expect(moved(inPause)).toEqual({ new: [1, 4_700], paused: [1, -4_700] });
    expect([inPause.endCents, inPause.membersAtEnd, inPause.churnPercent]).toEqual([0, 0, null]);
    await prisma().subscriptionPause.update({
      where: { id },
      data: { outcome: 'canceled', endedAt: time('2026-04-10') },
    });
    expect(moved(await untilMay())).toEqual({ new: [1, 4_700], churned: [1, -4_700] });
    // Resumed sooner than a missing payment is waited for.
    await prisma().subscriptionPause.update({ where: { id }, data: { outcome: 'resumed' } });
    await pay(userId, subscriptionId, 'membership', month('2026-04-09'));
    const resumed = await untilMay();
    expect(moved(resumed)).toEqual({ new: [1, 4_700], paused: [1, -4_700], resumed: [1, 4_700] });
    expect([resumed.endCents, resumed.membersAtEnd]).toEqual([4_700, 1]);
    await prisma().subscriptionPause.update({ where: { id }, data: { outcome: 'withdrawn' } });
    expect(moved(await untilMay())).toEqual({ new: [1, 4_700] });
  });

  it('is told for each currency by itself, and by the month where a year is paid', async () => {
    await clean();
    const { id } = await newUser();
    await subscribe(id, {}, [month('2026-05-01')]);
    await subscribe(id, { interval: 'year', product: 'reseller_pro' }, [
      { currency: 'eur', cents: 120_005, from: time('2026-05-03'), until: time('2027-05-03') },
    ]);
    await rollUpFigures();
    const range = rangeOf('from=2026-05-01&to=2026-05-31');
    const [usd, eur] = [await findRevenue(range, 'usd'), await findRevenue(range, 'eur')];
    expect([usd.whole.endCents, eur.whole.endCents]).toEqual([4_700, 10_000]);
    expect(eur.currencies).toEqual(['eur', 'usd']);
    expect(moved(eur.whole)).toEqual({ new: [1, 10_000] });
    expect(figureFile(revenueTable(eur)).head).toContain('mrr_at_end_eur');
    expect((await findRevenue(range, 'gbp')).whole.endCents).toBe(0);
  });
});

interface Known extends Required<Pick<Paid, 'cents' | 'from' | 'until'>> {
  userId: string;
  product: string;
  subscription: number;
  endsAt: number;
  goneAt: number | null;
}

/** What somebody pays a month at a moment, asked payment by payment: nothing of how the site reckons it. */
function paidAt(payments: readonly Known[], moment: number): number {
  let sum = 0;
  for (const product of new Set(payments.map((one) => one.product))) {
    const own = payments.filter((one) => one.product === product);
    const current = own.filter(({ from }) => from.getTime() <= moment).at(-1);
    if (!current) continue;
    const next = own[own.indexOf(current) + 1];
    const isBridged =
      next?.subscription === current.subscription &&
      next.from.getTime() <= current.until.getTime() + 14 * dayMs;
    const end = isBridged ? Number.POSITIVE_INFINITY : current.endsAt;
    if (moment < Math.min(end, current.goneAt ?? Number.POSITIVE_INFINITY)) sum += current.cents;
  }
  return sum;
}

/** What the admin home's figures of a day's last 30 days have to be, and of the 30 before, asked person by person and payment by payment. */
async function expectDashboard(people: readonly (readonly Known[])[], day: number): Promise<void> {
  const endOf = (daysAgo: number) => day - daysAgo * dayMs + dayMs - 1;
  const payersAt = (moment: number) => people.filter((payments) => paidAt(payments, moment) > 0).length;
  const mrrAt = (moment: number) => people.reduce((sum, payments) => sum + paidAt(payments, moment), 0);
  /** How often somebody began to pay, or stopped, within the 30 days that end so many days ago. */
  const countMoves = (daysAgo: number, isMove: (before: number, after: number) => boolean) =>
    people.reduce(
      (sum, payments) =>
        sum +
        Array.from({ length: 30 }, (_, index) => daysAgo + index).filter((at) =>
          isMove(paidAt(payments, endOf(at + 1)), paidAt(payments, endOf(at))),
        ).length,
      0,
    );
  const rows = await prisma().payment.findMany({ where: { status: { not: 'failed' } } });
  const receivedIn = (daysAgo: number) =>
    rows
      .filter(({ paidAt: at }) => at.getTime() <= endOf(daysAgo) && at.getTime() > endOf(daysAgo + 30))
      .reduce((sum, one) => sum + one.amountCents - one.taxCents - one.amountRefundedCents, 0);
  const both = (value: (daysAgo: number) => number) => ({ value: value(0), before: value(30) });
  const lostIn = (daysAgo: number) => countMoves(daysAgo, (before, after) => before > 0 && after === 0);
  const churnIn = (daysAgo: number) =>
    Math.round((lostIn(daysAgo) / payersAt(endOf(daysAgo + 30))) * 1_000) / 10;
  const { money } = await at(day + dayMs / 2, businessFigures);
  expect(money).toEqual({
    others: [],
    mrr: both((daysAgo) => mrrAt(endOf(daysAgo))),
    // Nothing is sold here but what is paid again and again, and no affiliate has brought anybody.
    revenue: both(receivedIn),
    net: both(receivedIn),
    newMembers: both((daysAgo) => countMoves(daysAgo, (before, after) => before === 0 && after > 0)),
    lostMembers: both(lostIn),
    monthlyChurn: both(churnIn),
  });
  expect([money.mrr.value, money.newMembers.value, money.lostMembers.value].every((one) => one > 0)).toBe(
    true,
  );
}

it('agrees with what is reckoned day by day from the payments, however events come', async () => {
  await clean();
  const next = numbersFrom(12);
  const begin = Date.UTC(2026, 0, 1);
  const people: Known[][] = [];
  for (let person = 0; person < 24; person += 1) {
    const { id: userId } = await newUser();
    const payments: Known[] = [];
    let from = begin + Math.floor(next() * 60 * dayMs);
    for (let subscription = 0; subscription < 2; subscription += 1) {
      const months = 1 + Math.floor(next() * 4);
      const isOver = subscription === 0 || next() < 0.5;
      const product = next() < 0.2 ? 'reseller_pro' : 'membership';
      const paid: Paid[] = [];
      for (let number = 0; number < months; number += 1) {
        const until = from + 30 * dayMs;
        const cents = 3_000 + 100 * Math.floor(next() * 20);
        const goneAt =
          number === months - 1 && next() < 0.3 ? new Date(from + Math.floor(next() * 50 * dayMs)) : null;
        paid.push({
          cents,
          product,
          from: new Date(from),
          until: new Date(until),
          ...(goneAt ? { goneAt } : {}),
        });
        payments.push({
          userId,
          product,
          cents,
          subscription,
          from: new Date(from),
          until: new Date(until),
          endsAt: until + 14 * dayMs,
          goneAt: goneAt?.getTime() ?? null,
        });
        // A renewal may be some days late.
        from = until + (next() < 0.2 ? Math.floor(next() * 20 * dayMs) : 0);
      }
      // A subscription that is over waited for no payment after its end; one that lives still does.
      const canceledAt = from - 31 * dayMs;
      for (const one of payments)
        if (isOver && one.subscription === subscription)
          one.endsAt = Math.min(one.endsAt, Math.max(one.until.getTime(), canceledAt));
      await subscribe(
        userId,
        isOver ? { product, status: 'canceled', canceledAt: new Date(canceledAt) } : { product },
        paid.toReversed(),
      );
      // Whatever has come so far is rolled up: later events find days that are told already.
      if (next() < 0.3) await rollUpFigures();
      from += Math.floor(next() * 40 * dayMs);
    }
    people.push(payments.sort((a, b) => a.from.getTime() - b.from.getTime()));
  }
  await rollUpFigures();
  const until = Date.UTC(2026, 11, 31);
  const range = { ...rangeOf('from=2026-01-01&to=2026-12-31', until), grain: 'day' as const };
  const { periods, whole } = await findRevenue(range, 'usd');
  const cohorts = new Map<string, { members: number; active: number[] }>();
  const expected = periods.map(({ from }) => ({ from, endCents: 0, kinds: {} as Record<string, number> }));
  for (const payments of people) {
    let [before, hasPaid] = [0, false];
    for (const [index, day] of expected.entries()) {
      const now = paidAt(payments, begin + (index + 1) * dayMs - 1);
      day.endCents += now;
      if (now !== before) {
        const kind =
          before === 0
            ? hasPaid
              ? 'reactivated'
              : 'new'
            : now === 0
              ? 'churned'
              : now > before
                ? 'expansion'
                : 'contraction';
        day.kinds[kind] = (day.kinds[kind] ?? 0) + now - before;
        if (kind === 'new') {
          const cohort = cohorts.get(day.from.slice(0, 7)) ?? { members: 0, active: [] };
          cohorts.set(day.from.slice(0, 7), cohort);
          cohort.members += 1;
          for (let later = 0; later < 12; later += 1) {
            const [year = 0, number = 0] = day.from.split('-').map(Number);
            const end = Date.UTC(year, number + later, 1) - 1;
            if (end < until)
              cohort.active[later] = (cohort.active[later] ?? 0) + Number(paidAt(payments, end) > 0);
          }
        }
      }
      hasPaid ||= now > 0;
      before = now;
    }
  }
  const kindsOf = (one: RevenuePeriod) =>
    Object.fromEntries(
      movementKinds.flatMap((kind) => (one.movements[kind].cents ? [[kind, one.movements[kind].cents]] : [])),
    );
  expect(periods.map((one) => ({ from: one.from, endCents: one.endCents, kinds: kindsOf(one) }))).toEqual(
    expected,
  );
  // What moved is what it came to, less what it began with.
  expect(movementKinds.reduce((sum, kind) => sum + whole.movements[kind].cents, 0)).toBe(
    whole.endCents - whole.startCents,
  );
  const pauses: readonly string[] = ['paused', 'resumed'];
  for (const kind of movementKinds.filter((name) => !pauses.includes(name)))
    expect(whole.movements[kind].people, kind).toBeGreaterThan(0);

  const retention = await at(until, () => findRetention(range, 'usd'));
  expect(
    retention.cohorts.map(({ month: name, members, stayed }) => [name.slice(0, 7), members, stayed]),
  ).toEqual(
    [...cohorts]
      .sort(([a], [b]) => (a < b ? 1 : -1))
      .map(([name, { members, active }]) => [name, members, active]),
  );
  // All that was received of them, by their number.
  const received = await prisma().payment.aggregate({
    _sum: { amountCents: true, amountRefundedCents: true },
  });
  const net = (received._sum.amountCents ?? 0) - (received._sum.amountRefundedCents ?? 0);
  expect(whole.receivedCents).toBe(net);
  for (const day of [Date.UTC(2026, 3, 20), Date.UTC(2026, 4, 31)]) await expectDashboard(people, day);
  expect(retention.cohorts.reduce((sum, { receivedCents }) => sum + receivedCents, 0)).toBe(net);

  // The same in one piece, and again: nothing is added twice.
  const sums = () =>
    prisma().figureDay.findMany({
      orderBy: [{ day: 'asc' }, { currency: 'asc' }, { kind: 'asc' }, { cohort: 'asc' }],
    });
  // Of all cohorts together the same.
  const expectTotals = async () => {
    const totals = await prisma()
      .$queryRaw`SELECT day, currency, kind, people, cents FROM figure_totals ORDER BY 1, 2, 3`;
    expect(totals).toEqual(
      await prisma()
        .$queryRaw`SELECT day, currency, kind, sum(people)::int AS people, sum(cents)::bigint AS cents
        FROM figure_days GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    );
  };
  const asCame = await sums();
  await expectTotals();
  await rebuildFigures();
  expect(await sums()).toEqual(asCame);
  await expectTotals();
  await prisma().$executeRaw`INSERT INTO figures_stale (user_id) SELECT id FROM users`;
  await rollUpFigures();
  expect(await sums()).toEqual(asCame);
  await expectTotals();
  expect(await prisma().figureStale.count()).toBe(0);
});

it('follows those who registered to their second month, and tells of affiliates', async () => {
  await clean();
  const day = '2026-02-10';
  const affiliate = await newUser({ role: 'affiliate' });
  const people = await Promise.all(Array.from({ length: 5 }, () => newUser()));
  const admin = await newUser({ role: 'admin' });
  await prisma().user.updateMany({
    where: { id: { in: [...people.map(({ id }) => id), admin.id] } },
    data: { createdAt: time(day), referredById: affiliate.id },
  });
  const [, began, once, twice, back] = people.map(({ id }) => id) as [string, string, string, string, string];
  await prisma().legalAcceptance.create({ data: { userId: began, document: 'refund-policy', version: '1' } });
  await subscribe(once, {}, [month('2026-02-11')]);
  await subscribe(twice, {}, [month('2026-02-11'), month('2026-03-11')]);
  await subscribe(back, {}, [{ ...month('2026-02-12'), goneAt: time('2026-02-20') }]);
  await prisma().referralClick.createMany({
    data: ['2026-02-09', '2026-02-10', '2026-04-01'].map((on) => ({
      referrerUsername: affiliate.username,
      referrerId: affiliate.id,
      landingPage: '/',
      timestamp: time(on),
    })),
  });
  await rollUpFigures();
  const range = rangeOf('from=2026-02-01&to=2026-02-28');
  expect(await findFunnel(range)).toMatchObject({ registered: 5, began: 4, member: 3, stayed: 1 });
  expect(await findFunnel(rangeOf('from=2026-02-11&to=2026-02-28'))).toMatchObject({
    registered: 0,
    member: 0,
  });
  const [figures] = (await findAffiliateFigures(range, 'conversion')).filter(({ id }) => id === affiliate.id);
  expect(figures).toMatchObject({ clicks: 2, registered: 6 - 1, members: 3 });
  // One who is somebody else's after all is taken out of both.
  await prisma().user.update({ where: { id: twice }, data: { referredById: null } });
  await rollUpFigures();
  const again = await findAffiliateFigures(range, 'clicks', null);
  expect(again.find(({ id }) => id === affiliate.id)).toMatchObject({ registered: 4, members: 2 });
  expect(affiliatesTable(again).rows).toHaveLength(again.length);
});

it('counts the clicks of affiliates by whole months, which comes to the same in any range', async () => {
  await prisma().referralClickDay.deleteMany();
  await prisma().referralClick.deleteMany();
  const { id, username } = await newUser({ role: 'affiliate' });
  const on = [
    '2026-02-28',
    '2026-03-01',
    '2026-03-15',
    '2026-03-31',
    '2026-04-02',
    '2026-06-18',
    '2026-06-20',
  ];
  await prisma().referralClick.createMany({
    data: on.map((day) => ({
      referrerUsername: username,
      referrerId: id,
      landingPage: '/',
      timestamp: time(day),
    })),
  });
  const ranges: [string, string][] = [
    ['2026-03-01', '2026-03-31'],
    ['2026-03-02', '2026-03-30'],
    ['2026-02-28', '2026-04-01'],
    ['2026-03-15', '2026-06-20'],
    ['2026-02-01', '2026-06-20'],
    ['2026-06-01', '2026-06-30'],
    ['2025-01-01', '2025-01-31'],
  ];
  const counted = () =>
    at(today, () =>
      Promise.all(
        ranges.map(async ([from, to]) => {
          const figures = await findAffiliateFigures(rangeOf(`from=${from}&to=${to}`), 'clicks');
          return figures.find((one) => one.id === id)?.clicks ?? 0;
        }),
      ),
    );
  const expected = ranges.map(([from, to]) => on.filter((day) => day >= from && day <= to).length);
  expect(await counted()).toEqual(expected);
  // A month later than the first, too: what was counted before is not counted anew.
  for (const until of ['2026-04-05', '2026-06-20']) {
    await at(Date.parse(`${until}T12:00:00Z`), () => countClickDays());
    expect(await counted()).toEqual(expected);
  }
  const months = await prisma().referralClickDay.findMany({
    where: { breakdown: 'month' },
    orderBy: { day: 'asc' },
  });
  expect(months.map(({ day, clicks }) => [day.toISOString().slice(0, 10), clicks])).toEqual([
    ['2026-02-01', 1],
    ['2026-03-01', 3],
    ['2026-04-01', 1],
  ]);
  // It is the months that are read.
  await prisma().referralClickDay.updateMany({ where: { breakdown: 'month' }, data: { clicks: 10 } });
  expect((await counted())[0]).toBe(10);
});

it('tells where learners stop', async () => {
  const learner = async (done: [number, string][], status: 'in_progress' | 'completed') => {
    const { id: userId } = await newUser();
    await prisma().userProgress.create({
      data: { userId, courseId: 'seo', status, percentDone: status === 'completed' ? 100 : 50 },
    });
    await prisma().userModuleCompletion.createMany({
      data: done.map(([moduleId, on]) => ({ userId, courseId: 'seo', moduleId, completedAt: time(on) })),
    });
  };
  await learner(
    [
      [1, '2026-01-10'],
      [2, '2026-01-12'],
    ],
    'in_progress',
  );
  await learner(
    [
      [1, '2026-01-10'],
      [2, '2026-01-13'],
    ],
    'in_progress',
  );
  await learner([[1, '2026-01-11']], 'in_progress');
  // Goes on still; has finished; had started before.
  await learner(
    [
      [1, '2026-01-20'],
      [2, '2026-06-19'],
    ],
    'in_progress',
  );
  await learner(
    [
      [1, '2026-01-10'],
      [2, '2026-02-01'],
    ],
    'completed',
  );
  await learner(
    [
      [1, '2025-12-31'],
      [2, '2026-01-05'],
    ],
    'completed',
  );
  const figures = await at(today, () => findLearning(rangeOf('from=2026-01-01&to=2026-01-31')));
  const [seo] = figures;
  expect(seo).toMatchObject({ slug: 'seo', started: 5, completed: 1, finishedOfStarted: 1 });
  expect(seo?.stops.map(({ module, learners }) => [module, learners])).toEqual([
    [3, 2],
    [2, 1],
  ]);
  expect(stopsTable(figures).rows).toHaveLength(2);
});

it('keeps the counts of learners where there are many, for half an hour', async () => {
  const standing = (afterMinutes = 0) =>
    at(today + afterMinutes * 60_000, () => findCourseStanding(rangeOf('range=30d')));
  // Few are counted at once, and nothing of them is kept.
  await at(today, reckonCourseStandings);
  expect(await prisma().courseStanding.count()).toBe(0);
  expect(await standing()).toMatchObject({ reckonedAt: null });

  const ids = await newAffiliates(manyLearners + 1);
  await prisma().$executeRaw`
    INSERT INTO user_module_completion (user_id, course_id, module_id, completed_at)
    SELECT id, 'seo', module, ${time('2026-06-01')}::timestamptz + n % 15 * interval '1 day'
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY learner (id, n), generate_series(1, 1 + n::int % 3) module`;
  const live = await at(today, () => findLearning(rangeOf('range=30d')));
  expect(live[0]).toMatchObject({ slug: 'seo', started: ids.length });
  await at(today, reckonCourseStandings);
  expect(await standing(29)).toEqual({ figures: live, reckonedAt: new Date(today) });
  // It is what is kept that is read, by one query, until it is too old.
  await prisma().courseStanding.updateMany({ where: { courseId: 'seo' }, data: { started: 7 } });
  expect((await standing(29)).figures[0]).toMatchObject({ slug: 'seo', started: 7 });
  expect(await statementsOf(() => standing(29))).toHaveLength(1);
  expect(await standing(30)).toMatchObject({ reckonedAt: null });
});

const browser = (clientAddress: string, more: object = {}) => ({
  clientAddress,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  privacySignal: undefined,
  purpose: undefined,
  destination: 'document',
  ...more,
});

describe('visitors', () => {
  const day = Date.UTC(2026, 6, 1, 12);

  it('are counted once a day, by where they came from first, and told apart by nothing that stays', async () => {
    await at(day, async () => {
      countVisit(browser('192.0.2.1'), 'https://www.search.example/q?me=jane');
      countVisit(browser('192.0.2.1'), 'https://other.example/');
      countVisit(browser('192.0.2.2'), 'http://localhost:3000/pricing');
      countVisit(browser('192.0.2.3'), 'https://search.example/');
      await writeVisits();
      countVisit(browser('192.0.2.3'), undefined);
      await writeVisits();
    });
    const range = rangeOf('from=2026-07-01&to=2026-07-01', day);
    expect(await findReferrers(range)).toEqual({
      sources: [
        { source: 'search.example', visitors: 2 },
        { source: '', visitors: 1 },
      ],
      visitors: 3,
    });
    expect(await findFunnel(range)).toMatchObject({ visitors: 3, countedSince: '2026-07-01' });
    const kept = JSON.stringify([await prisma().visitSeen.findMany(), await prisma().visitDay.findMany()]);
    expect(kept).not.toMatch(/192\.0\.2|Mozilla|jane/);
    await at(day + dayMs, async () => {
      countVisit(browser('192.0.2.1'), undefined);
      await writeVisits();
      await forgetVisitors();
    });
    expect((await findReferrers(rangeOf('from=2026-07-01&to=2026-07-02', day + dayMs))).visitors).toBe(4);
    // Of the first day nothing is left by which anybody could be told apart.
    expect(await prisma().visitSeen.count()).toBe(1);
    expect(await prisma().visitSalt.count()).toBe(1);
  });

  it.each([
    ['a bot', browser('192.0.2.9', { userAgent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' })],
    ['what says nothing of itself', browser('192.0.2.9', { userAgent: undefined })],
    ['who asks not to be tracked', browser('192.0.2.9', { privacySignal: '1' })],
    ['a page fetched ahead', browser('192.0.2.9', { purpose: 'prefetch;anonymous-client-ip' })],
    ['a frame on another site', browser('192.0.2.9', { destination: 'iframe' })],
  ])('are people who look at a page, not %s', async (_, request) => {
    const before = await prisma().visitDay.aggregate({ _sum: { visitors: true } });
    await at(day + 9 * dayMs, async () => {
      countVisit(request, undefined);
      await writeVisits();
    });
    expect(await prisma().visitDay.aggregate({ _sum: { visitors: true } })).toEqual(before);
  });

  it('are asked about by one statement for all of them', async () => {
    const said = await statementsOf(() =>
      at(day + 20 * dayMs, async () => {
        for (let number = 0; number < 50; number += 1) countVisit(browser(`198.51.100.${number}`), undefined);
        await writeVisits();
      }),
    );
    // The day's secret, once, and all visitors.
    expect(said).toHaveLength(2);
  });
});

it('keeps the words of a search only when enough have looked for them, and never what may be personal', async () => {
  const day = Date.UTC(2026, 7, 1, 12);
  const search = async (address: string, question: string) => {
    countMissedSearch(browser(address), question);
    await writeVisits();
  };
  const found = () => findMissedSearches(rangeOf('from=2026-08-01&to=2026-08-01', day));
  await at(day, async () => {
    await search('192.0.2.1', 'TikTok Shop');
    await search('192.0.2.1', 'tiktok  shop');
    await search('192.0.2.2', 'tiktok shop');
    expect(await found()).toEqual({ searches: [], askers: 2 });
    expect(await prisma().missedSearch.findMany({ where: { words: { not: null } } })).toEqual([]);
    await search('192.0.2.3', 'tiktok shop');
    for (const number of [1, 2, 3, 4]) await search(`192.0.2.${number}`, 'jane@example.com');
    expect(await found()).toEqual({
      searches: [{ words: 'tiktok shop', askers: 3, lastDay: '2026-08-01' }],
      askers: 7,
    });
  });
  await at(day + 401 * dayMs, forgetVisitors);
  expect(await prisma().missedSearch.count()).toBe(0);
});

it('asks the database once for a page, however long the range', async () => {
  const range = rangeOf('from=1001-01-01');
  expect(range.problem).toContain('too long');
  for (const find of [
    () => findRevenue(range, 'usd'),
    () => findRetention(range, 'usd'),
    () => findFunnel(range),
    () => findLearning(range),
    () => findMissedSearches(range),
    () => findAffiliateFigures(range, 'refunds'),
    () => findReferrers(range),
  ])
    expect(await statementsOf(find)).toHaveLength(1);
});
