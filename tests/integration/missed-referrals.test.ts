import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readOf } from '#app/domain/core/access/reads.server.ts';
import { recordReferralClick } from '#app/domain/programme/affiliates/clicks.server.ts';
import {
  deleteOldMissedReferrals,
  findMissedReferrals,
  missedReferralsRead,
} from '#app/domain/programme/affiliates/missed-referrals.server.ts';
import type { ReferralName } from '#app/domain/programme/affiliates/referred-visit.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { at, newUser } from '#tests/integration/people.ts';

const dayMs = 24 * 3600 * 1000;
const newAddress = () => randomUUID();

async function newAffiliate(username: string) {
  const { id } = await newUser({ role: 'affiliate' });
  return prisma().user.update({ where: { id }, data: { username }, select: { id: true, username: true } });
}

const follow = (name: ReferralName, clientAddress = newAddress(), otherName?: ReferralName) =>
  recordReferralClick(
    {
      name,
      otherName,
      landingPage: '/pricing',
      clientAddress,
      userAgent: null,
      utmSource: null,
      utmMedium: null,
      utmCampaign: null,
    },
    null,
  );
const missedOf = (userId: string) => readOf(userId, missedReferralsRead());

let jane: { id: string; username: string };
let other: { id: string; username: string };
beforeAll(async () => {
  jane = await newAffiliate('jane-marketing');
  other = await newAffiliate('peter');
  await prisma().promotionCode.create({
    data: {
      code: 'SPRING-JANE',
      percentOff: 0,
      affiliateId: jane.id,
      createdAt: new Date(),
      endedAt: new Date(),
    },
  });
});
beforeEach(() => prisma().missedReferral.deleteMany());

describe('a referral link that led nowhere (P203)', () => {
  it('is told to the affiliate whose name is close to it, and to nobody else', async () => {
    await follow({ username: 'jane-marketng' });
    await follow({ username: '@Jane-Marketng/' });
    expect(await missedOf(jane.id)).toMatchObject([
      { kind: 'username', typed: 'jane-marketng', landingPage: '/pricing', times: 2 },
    ]);
    expect(await missedOf(other.id)).toEqual([]);
  });

  it('is told of codes that have ended', async () => {
    await follow({ promotionCode: 'spring-jane' });
    expect(await missedOf(jane.id)).toMatchObject([{ kind: 'promotion_code', typed: 'spring-jane' }]);
  });

  it('is none any more once an affiliate has that name', async () => {
    await follow({ username: 'jane-marketing2' });
    expect(await missedOf(jane.id)).toHaveLength(1);
    await newAffiliate('jane-marketing2');
    expect(await missedOf(jane.id)).toEqual([]);
    expect(await findMissedReferrals()).toEqual([]);
  });

  it('is found among thousands by an index, for an affiliate with many codes and links', async () => {
    await prisma().$executeRaw`
      INSERT INTO missed_referrals (kind, typed, landing_page, first_at, last_at)
      SELECT (ARRAY['username', 'promotion_code', 'short_link'])[1 + i % 3], substr(md5(i::text), 1, 4 + i % 28), '/', now(), now()
      FROM generate_series(1, 4900) i ON CONFLICT DO NOTHING`;
    await prisma().$executeRaw`ANALYZE missed_referrals`;
    await follow({ username: 'jane-marketng' });
    await follow({ promotionCode: 'spring-jane' });
    expect(await missedOf(jane.id)).toMatchObject([{ typed: 'spring-jane' }, { typed: 'jane-marketng' }]);
    const plan = await prisma().$queryRaw<{ 'QUERY PLAN': string }[]>(
      Prisma.sql`EXPLAIN SELECT ${missedReferralsRead().json(Prisma.sql`${jane.id}::uuid`)}`,
    );
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).toContain('missed_referrals_typed_likeness');
    expect(lines).not.toContain('Seq Scan on missed_referrals');
  });

  it('is listed for admins with the closest affiliate, the most followed first', async () => {
    await follow({ username: 'nobody-at-all' });
    await follow({ username: 'petr' });
    await follow({ username: 'petr' });
    const found = await findMissedReferrals();
    expect(found.map(({ typed, times, nearest }) => [typed, times, nearest?.id ?? null])).toEqual([
      ['petr', 2, other.id],
      ['nobody-at-all', 1, null],
    ]);
  });

  it('keeps no email address, and nothing that Postgres does not store', async () => {
    await follow({ username: 'some.body@example.com' });
    await follow({ username: '\0\ud800' });
    await follow({ username: 'ö'.repeat(300) });
    const typed = (await findMissedReferrals()).map((row) => row.typed);
    expect(typed.join(' ')).not.toMatch(/@|example/);
    expect(Math.max(...typed.map(({ length }) => length))).toBeLessThanOrEqual(60);
  });

  it('counts 20 an hour from one address', async () => {
    const address = newAddress();
    for (let index = 0; index < 25; index++) await follow({ username: `guess${index}` }, address);
    expect(await prisma().missedReferral.count()).toBe(20);
  });

  it('is forgotten after 90 days without a visit', async () => {
    await at(Date.now() - 91 * dayMs, () => follow({ username: 'jane-old' }));
    await at(Date.now() - 89 * dayMs, () => follow({ username: 'jane-new' }));
    await deleteOldMissedReferrals();
    expect((await findMissedReferrals()).map(({ typed }) => typed)).toEqual(['jane-new']);
  });
});

it('an unknown promotion code does not hide the affiliate’s name beside it (P191)', async () => {
  const referral = await follow({ promotionCode: 'NO-SUCH' }, newAddress(), { username: other.username });
  expect(referral?.referrerId).toBe(other.id);
  expect(await prisma().missedReferral.count()).toBe(0);
});
