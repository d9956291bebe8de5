import { describe, expect, it } from 'vitest';
import { countClickDays } from '#app/domain/programme/affiliates/click-days.server.ts';
import { recordReferralClick } from '#app/domain/programme/affiliates/clicks.server.ts';
import {
  findReferralHistory,
  findReferralSources,
  findReferralTotals,
  isQuiet,
  readSourceKey,
  sourcesPerPage,
} from '#app/domain/programme/affiliates/referral-stats.server.ts';
import { makeShortLink } from '#app/domain/programme/affiliates/short-links.server.ts';
import type { StatsFilter } from '#app/domain/programme/affiliates/stats-filter.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newAddress } from '#tests/integration/joining.ts';
import { give } from '#tests/integration/payees.ts';
import { at, newUser } from '#tests/integration/people.ts';

const dayMs = 24 * 3600 * 1000;
/** In the middle of a day: nothing that happens a few days before is near its end. */
const noon = Date.parse('2026-06-17T12:00:00Z');
const then = <T>(work: () => T) => at(noon, work);
const month: StatsFilter = { range: '30d', period: 'day', breakdown: 'campaign' };

type By = { username: string } | { shortLink: string };

async function click(name: By, daysAgo: number, utmCampaign: string | null = null, landingPage = '/') {
  const visit = {
    name,
    landingPage,
    clientAddress: newAddress(),
    userAgent: null,
    utmSource: null,
    utmMedium: null,
  };
  const referral = await at(noon - daysAgo * dayMs, () =>
    recordReferralClick({ ...visit, utmCampaign }, null),
  );
  return referral?.clickId ?? null;
}

interface Referred {
  daysAgo?: number;
  clickId?: string | null;
  status?: 'active' | 'canceled';
  payments?: number;
}

async function refer(
  referredById: string,
  { daysAgo = 0, clickId = null, status, payments = 0 }: Referred = {},
) {
  const { id } = await newUser();
  const createdAt = new Date(noon - daysAgo * dayMs);
  await prisma().user.update({ where: { id }, data: { referredById, referralClickId: clickId, createdAt } });
  if (!status) return;
  const product = { userId: id, provider: 'stripe', product: 'membership' } as const;
  const subscription = await prisma().subscription.create({
    data: {
      ...product,
      providerSubscriptionId: `sub_${id}`,
      status,
      amount: 4700,
      currency: 'usd',
      subscribedAt: createdAt,
    },
  });
  for (let index = 0; index < payments; index += 1)
    await prisma().payment.create({
      data: {
        ...product,
        subscriptionId: subscription.id,
        providerInvoiceId: `in_${id}_${index}`,
        amountCents: 4700,
        status: 'paid',
        paidAt: createdAt,
      },
    });
}

describe('an affiliate’s figures', () => {
  it('are zero at the beginning, with every day there', async () => {
    const { id } = await newUser({ role: 'affiliate' });
    await then(async () => {
      expect(await findReferralTotals(id)).toEqual({
        clicks: 0,
        registrations: 0,
        buyers: 0,
        payingMembers: 0,
      });
      const { periods: days } = await findReferralHistory(id, month);
      expect(days).toHaveLength(30);
      expect([days[0]?.start, days.at(-1)?.start]).toEqual(['2026-05-19', '2026-06-17']);
      expect(days.every(({ clicks, registrations }) => clicks === 0 && registrations === 0)).toBe(true);
      expect(await findReferralSources(id, month)).toEqual({ sources: [], previous: null, next: null });
      expect((await findReferralHistory(id, month)).funnel).toMatchObject({
        clicks: 0,
        registrations: 0,
        buyers: 0,
      });
    });
  });

  it('count what is one’s own, by day, week and month', async () => {
    const [{ id, username }, other] = [
      await newUser({ role: 'affiliate' }),
      await newUser({ role: 'affiliate' }),
    ];
    for (const daysAgo of [0, 0, 29, 30, 200]) await click({ username }, daysAgo);
    await click({ username: other.username }, 0);
    await refer(id);
    await refer(id, { status: 'active', payments: 1 });
    await refer(id, { daysAgo: 35, status: 'canceled', payments: 1 });
    await refer(id, { daysAgo: 29, status: 'canceled' });
    await refer(other.id, { status: 'active' });
    await then(async () => {
      expect(await findReferralTotals(id)).toEqual({
        clicks: 5,
        registrations: 4,
        buyers: 2,
        payingMembers: 1,
      });
      const { periods: days } = await findReferralHistory(id, month);
      expect(days[0]).toEqual({ start: '2026-05-19', clicks: 1, registrations: 1, sales: 0, earnedCents: 0 });
      expect(days.at(-1)).toEqual({
        start: '2026-06-17',
        clicks: 2,
        registrations: 2,
        sales: 0,
        earnedCents: 0,
      });
      const { periods: weeks } = await findReferralHistory(id, { ...month, period: 'week' });
      expect(weeks.map(({ start, clicks }) => [start, clicks])).toEqual([
        ['2026-05-18', 2],
        ['2026-05-25', 0],
        ['2026-06-01', 0],
        ['2026-06-08', 0],
        ['2026-06-15', 2],
      ]);
      const { periods: months } = await findReferralHistory(id, { ...month, range: '12m', period: 'month' });
      expect(months).toHaveLength(12);
      expect(months.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(5);
    });
  });

  it('count what was earned, less what was taken back, on the day of either', async () => {
    const { id } = await newUser({ role: 'affiliate' });
    for (const [day, cents] of [
      ['2026-06-16', 5_000],
      ['2026-06-16', -1_250],
      ['2026-06-17', -700],
    ] as const)
      await at(Date.parse(`${day}T10:00:00Z`), () => give(id, cents));
    await then(async () => {
      const { periods: days } = await findReferralHistory(id, month);
      expect(days.slice(-3).map(({ earnedCents }) => earnedCents)).toEqual([0, 3_750, -700]);
      const [year] = (
        await findReferralHistory(id, { ...month, range: '12m', period: 'month' })
      ).periods.slice(-1);
      expect(year).toMatchObject({ start: '2026-06-01', earnedCents: 3_050, sales: 0 });
    });
  });

  it('are there where nobody clicks and buyers of before go on paying', async () => {
    const { id } = await newUser({ role: 'affiliate' });
    const isNothing = () => then(async () => isQuiet(await findReferralHistory(id, month)));
    expect(await isNothing()).toBe(true);
    await at(noon - dayMs, () => give(id, 2_350));
    expect(await isNothing()).toBe(false);
  });

  it('tell where clicks came from and what came of them, the most first', async () => {
    const { id, username } = await newUser({ role: 'affiliate' });
    const code = await makeShortLink({ id }, { destination: '/demo', campaign: 'poster' });
    const fromLetter = await click({ username }, 1, 'letter', '/pricing');
    await click({ username }, 1, 'letter');
    await click({ username }, 1);
    const fromPoster = await click({ shortLink: code }, 2);
    await click({ username }, 40, 'old');
    await refer(id, { clickId: fromLetter, status: 'active', payments: 2 });
    await refer(id, { clickId: fromLetter });
    await refer(id, { clickId: fromPoster });
    const of = (breakdown: StatsFilter['breakdown']) =>
      then(async () => (await findReferralSources(id, { ...month, breakdown })).sources);
    expect(await of('campaign')).toEqual([
      { name: 'letter', clicks: 2, registrations: 2, buyers: 1 },
      { name: '', clicks: 1, registrations: 0, buyers: 0 },
      { name: 'poster', clicks: 1, registrations: 1, buyers: 0 },
    ]);
    expect((await of('page')).map(({ name, clicks }) => [name, clicks])).toEqual([
      ['/', 3],
      ['/pricing', 1],
    ]);
    expect(
      (await of('link')).map(({ name, clicks, registrations }) => [name, clicks, registrations]),
    ).toEqual([
      ['', 3, 2],
      [`/r/${code}`, 1, 1],
    ]);
  });

  it('are told page by page, none twice and none left out', async () => {
    const { id, username } = await newUser({ role: 'affiliate' });
    const names = Array.from(
      { length: sourcesPerPage + 5 },
      (_, index) => `c-${String(index).padStart(2, '0')}`,
    );
    for (const name of names) await click({ username }, 1, name);
    const first = await then(() => findReferralSources(id, month));
    const second = await then(() => findReferralSources(id, month, { place: readSourceKey(first.next) }));
    expect([...first.sources, ...second.sources].map(({ name }) => name)).toEqual(names);
    expect(second.next).toBeNull();
    // The same by what none of them has any of.
    const bySales = await then(() => findReferralSources(id, month, { sort: 'buyers' }));
    const place = readSourceKey(bySales.next);
    const last = await then(() => findReferralSources(id, month, { sort: 'buyers', place }));
    expect([...bySales.sources, ...last.sources].map(({ name }) => name)).toEqual(names);
    expect((await then(() => findReferralSources(id, month, { limit: null }))).sources).toHaveLength(
      names.length,
    );
    for (const cursor of ['', 'x', '-1~', '999999999~é'])
      expect(
        (await then(() => findReferralSources(id, month, { place: readSourceKey(cursor) }))).sources,
      ).toHaveLength(sourcesPerPage);
  });

  it('begin at the top for what nobody was given as the end of a page', async () => {
    const { id, username } = await newUser({ role: 'affiliate' });
    await click({ username }, 1, 'letter');
    for (const cursor of ['5~\0', '5', 'x~letter', '~'])
      await then(async () =>
        expect(
          (await findReferralSources(id, month, { place: readSourceKey(cursor) })).sources,
          cursor,
        ).toHaveLength(1),
      );
  });

  it('tell how far people came and how long they stayed', async () => {
    const { id, username } = await newUser({ role: 'affiliate' });
    for (const _ of [1, 2, 3]) await click({ username }, 3);
    await refer(id);
    await refer(id, { status: 'active', payments: 1 });
    await refer(id, { status: 'active', payments: 3 });
    await refer(id, { daysAgo: 31, status: 'active', payments: 12 });
    expect((await then(() => findReferralHistory(id, month))).funnel).toEqual({
      clicks: 3,
      registrations: 3,
      buyers: 2,
      stayed: [
        { months: 2, count: 1 },
        { months: 3, count: 1 },
        { months: 6, count: 0 },
        { months: 12, count: 0 },
      ],
    });
  });
});

describe('what became of people', () => {
  /** The kept sums beside what users and payments say, by each breakdown; empty where they agree. */
  const strays = () =>
    prisma().$queryRaw`
      WITH people AS (
        SELECT u.referred_by AS id, (u.created_at AT TIME ZONE 'UTC')::date AS day, (c.timestamp AT TIME ZONE 'UTC')::date AS clicked,
          c.utm_campaign AS campaign, c.landing_page AS page,
          (SELECT count(*) FROM payments p WHERE p.user_id = u.id AND p.status NOT IN ('failed', 'refunded', 'charged_back')) AS paid
        FROM users u LEFT JOIN referral_clicks c ON c.id = u.referral_click_id WHERE u.referred_by IS NOT NULL),
      wanted AS (
        SELECT id, 'all' AS breakdown, day, '' AS name, count(*) AS registrations, count(*) FILTER (WHERE paid > 0) AS buyers,
          count(*) FILTER (WHERE paid >= 2) AS stayed FROM people GROUP BY 1, 3
        UNION ALL SELECT id, 'campaign', clicked, coalesce(campaign, ''), count(*), count(*) FILTER (WHERE paid > 0),
          count(*) FILTER (WHERE paid >= 2) FROM people WHERE clicked IS NOT NULL GROUP BY 1, 3, 4
        UNION ALL SELECT id, 'page', clicked, page, count(*), count(*) FILTER (WHERE paid > 0), count(*) FILTER (WHERE paid >= 2)
          FROM people WHERE clicked IS NOT NULL GROUP BY 1, 3, 4)
      SELECT * FROM wanted w FULL JOIN (SELECT * FROM referral_days WHERE breakdown <> 'link' AND registrations > 0) d
        ON d.referrer_id = w.id AND d.breakdown = w.breakdown AND d.day = w.day AND d.name = w.name
      WHERE (w.registrations, w.buyers, w.stayed) IS DISTINCT FROM (d.registrations, d.buyers, d.stayed_2)`;

  it('is counted in the transaction of what changes it: money that goes back and comes again, a click that is deleted', async () => {
    const { id, username } = await newUser({ role: 'affiliate' });
    const clickId = await click({ username }, 1, 'letter', '/pricing');
    await refer(id, { clickId, status: 'active', payments: 2 });
    await refer(id, { status: 'active', payments: 1 });
    const buyers = async () => (await then(() => findReferralHistory(id, month))).funnel.buyers;
    const [payment] = await prisma().payment.findMany({
      where: { user: { referredById: id, referralClickId: null } },
    });
    const is = (status: 'disputed' | 'refunded' | 'charged_back' | 'paid') =>
      prisma().payment.update({ where: { id: payment?.id ?? '' }, data: { status } });
    expect(await buyers()).toBe(2);
    for (const [status, count] of [
      ['disputed', 2],
      ['charged_back', 1],
      ['paid', 2],
      ['refunded', 1],
    ] as const) {
      await is(status);
      expect(await buyers(), status).toBe(count);
      // What is in dispute pays for nothing meanwhile.
      const { payingMembers } = await then(() => findReferralTotals(id));
      expect(payingMembers, status).toBe(status === 'disputed' ? 1 : count);
      expect(await strays()).toEqual([]);
    }
    const sources = async () => (await then(() => findReferralSources(id, month))).sources;
    expect(await sources()).toEqual([{ name: 'letter', clicks: 1, registrations: 1, buyers: 1 }]);
    await prisma().referralClick.delete({ where: { id: clickId ?? '' } });
    expect(await sources()).toEqual([]);
    expect(await strays()).toEqual([]);
    expect(await then(() => findReferralTotals(id))).toMatchObject({ registrations: 2 });
  });

  it('is whole where many of an affiliate’s buyers register and pay at once', async () => {
    const { id, username } = await newUser({ role: 'affiliate' });
    const clickIds = await Promise.all([1, 2].map((daysAgo) => click({ username }, daysAgo, 'letter')));
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        refer(id, { clickId: clickIds[index % 2] ?? null, status: 'active', payments: 2 }),
      ),
    );
    expect((await then(() => findReferralHistory(id, month))).funnel).toMatchObject({
      registrations: 8,
      buyers: 8,
    });
    expect(await strays()).toEqual([]);
  });
});

describe('clicks of days that are over', () => {
  it('are counted once, and the figures stay the same', async () => {
    const { id, username } = await newUser({ role: 'affiliate' });
    const code = await makeShortLink({ id }, { destination: '/' });
    for (const daysAgo of [0, 1, 1, 5]) await click({ username }, daysAgo, 'letter');
    await click({ shortLink: code }, 5);
    const figures = () =>
      then(async () => [
        await findReferralTotals(id),
        await findReferralHistory(id, month),
        await findReferralSources(id, { ...month, breakdown: 'link' }),
      ]);
    const before = await figures();
    await then(() => countClickDays());
    await then(() => countClickDays());
    const counted = await prisma().referralClickDay.findMany({
      where: { referrerId: id, breakdown: 'link' },
      orderBy: [{ day: 'asc' }, { name: 'asc' }],
    });
    expect(counted.map(({ day, name, clicks }) => [day.toISOString().slice(0, 10), name, clicks])).toEqual([
      ['2026-06-12', '', 1],
      ['2026-06-12', `/r/${code}`, 1],
      ['2026-06-16', '', 2],
    ]);
    expect(await figures()).toEqual(before);
    // What comes after is counted as it comes, and what was written of the past when it is asked for.
    await click({ username }, 0);
    await click({ username }, 5);
    expect((await then(() => findReferralTotals(id))).clicks).toBe(6);
    await then(() => countClickDays({ anew: true }));
    expect((await then(() => findReferralTotals(id))).clicks).toBe(7);
  });

  it('are counted anew as often as each came by each', async () => {
    for (const name of [null, 'letter'])
      for (const user of [await newUser({ role: 'affiliate' }), await newUser({ role: 'affiliate' })])
        for (const daysAgo of [0, 2, 2]) await click({ username: user.username }, daysAgo, name);
    const kept = () =>
      prisma().$queryRaw`
        SELECT referrer_id::text, breakdown, day::text, name, clicks FROM referral_click_days ORDER BY 1, 2, 3, 4`;
    const counted = await prisma().$queryRaw`
      SELECT referrer_id::text, breakdown, (timestamp AT TIME ZONE 'UTC')::date::text AS day, name, count(*)::int AS clicks
      FROM (
        SELECT *, 'all' AS breakdown, '' AS name FROM referral_clicks
        UNION ALL SELECT *, 'campaign', coalesce(utm_campaign, '') FROM referral_clicks
        UNION ALL SELECT *, 'page', landing_page FROM referral_clicks
        UNION ALL SELECT c.*, 'link', coalesce((SELECT '/r/' || code FROM short_links WHERE id = c.short_link_id),
          (SELECT code FROM promotion_codes WHERE id = c.promotion_code_id), '') FROM referral_clicks c) each
      WHERE referrer_id IS NOT NULL AND timestamp < '2026-06-17T00:00:00Z' GROUP BY 1, 2, 3, 4
      UNION ALL SELECT referrer_id::text, 'month', to_char(timestamp AT TIME ZONE 'UTC', 'YYYY-MM-01'), '', count(*)::int
      FROM referral_clicks WHERE referrer_id IS NOT NULL AND timestamp < '2026-06-01T00:00:00Z' GROUP BY 1, 3
      ORDER BY 1, 2, 3, 4`;
    await then(() => countClickDays({ anew: true }));
    expect(await kept()).toEqual(counted);
  });

  it('wait for the hour after midnight', async () => {
    await prisma().referralClickDay.deleteMany();
    const { id, username } = await newUser({ role: 'affiliate' });
    await click({ username }, 1);
    await at(Date.parse('2026-06-17T00:59:00Z'), () => countClickDays());
    expect(await prisma().referralClickDay.count({ where: { referrerId: id, breakdown: 'all' } })).toBe(0);
    await at(Date.parse('2026-06-17T01:00:00Z'), () => countClickDays());
    expect(await prisma().referralClickDay.count({ where: { referrerId: id, breakdown: 'all' } })).toBe(1);
  });
});
