import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findReferrer, type Referral } from '#app/domain/programme/affiliates/attribution.server.ts';
import { forgetUserAgents, recordReferralClick } from '#app/domain/programme/affiliates/clicks.server.ts';
import type { ReferredVisit } from '#app/domain/programme/affiliates/referred-visit.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { register } from '#tests/integration/joining.ts';
import { at, newEmail, newUser } from '#tests/integration/people.ts';

const dayMs = 24 * 3600 * 1000;

const visitTo = (username: string, more: Partial<ReferredVisit> = {}): ReferredVisit => ({
  name: { username },
  landingPage: '/pricing',
  clientAddress: randomUUID(),
  userAgent: 'Mozilla/5.0',
  utmSource: null,
  utmMedium: null,
  utmCampaign: null,
  ...more,
});

const clicksOf = (referrerId: string) =>
  prisma().referralClick.findMany({ where: { referrerId }, orderBy: { timestamp: 'asc' } });

async function registerBy(referral: Referral | null) {
  const email = newEmail();
  await register(email, await findReferrer(referral));
  const { referredById } = await prisma().user.findUniqueOrThrow({ where: { email } });
  return referredById;
}

describe('a click on a referral link', () => {
  it('is recorded with page, browser and campaign, and remembered', async () => {
    const affiliate = await newUser({ role: 'affiliate' });
    const visit = visitTo(affiliate.username.toUpperCase(), {
      utmSource: 'newsletter',
      utmMedium: 'email',
      utmCampaign: 'autumn',
    });
    const now = Date.now();
    const referral = await at(now, () => recordReferralClick(visit, null));
    const [click, ...more] = await clicksOf(affiliate.id);
    expect(referral).toEqual({ referrerId: affiliate.id, clickedAt: now, clickId: click?.id });
    expect(more).toEqual([]);
    expect(click).toMatchObject({
      referrerUsername: affiliate.username,
      landingPage: '/pricing',
      userAgent: 'Mozilla/5.0',
      utmSource: 'newsletter',
      utmMedium: 'email',
      utmCampaign: 'autumn',
      timestamp: new Date(now),
    });
  });

  it('counts once for a visit, and again another day', async () => {
    const affiliate = await newUser({ role: 'reseller' });
    const first = await at(Date.now() - dayMs, () => recordReferralClick(visitTo(affiliate.username), null));
    const again = await at((first?.clickedAt ?? 0) + 60_000, () =>
      recordReferralClick(visitTo(affiliate.username), first),
    );
    expect(again).toEqual(first);
    const next = await recordReferralClick(visitTo(affiliate.username), again);
    expect(next?.clickedAt).toBeGreaterThan(again?.clickedAt ?? 0);
    expect(await clicksOf(affiliate.id)).toHaveLength(2);
  });

  it('of another affiliate takes its place', async () => {
    const [one, other] = [await newUser({ role: 'affiliate' }), await newUser({ role: 'pro_reseller' })];
    const first = await recordReferralClick(visitTo(one.username), null);
    const last = await recordReferralClick(visitTo(other.username), first);
    expect(last?.referrerId).toBe(other.id);
  });

  it('is nobody’s where the name is unknown, no affiliate’s or no longer active', async () => {
    const member = await newUser();
    const inactive = await newUser({ role: 'affiliate' });
    await prisma().user.update({ where: { id: inactive.id }, data: { status: 'inactive' } });
    for (const username of [`nobody-${randomUUID()}`, member.username, inactive.username, 'a\u0000b', ''])
      expect(await recordReferralClick(visitTo(username), null)).toBeNull();
    expect(await clicksOf(inactive.id)).toEqual([]);
  });

  it('is remembered but not counted from an address that clicks without end', async () => {
    const affiliate = await newUser({ role: 'affiliate' });
    const clientAddress = randomUUID();
    const clicks = Array.from({ length: 125 }, () =>
      recordReferralClick(visitTo(affiliate.username, { clientAddress }), null),
    );
    expect((await Promise.all(clicks)).every((referral) => referral?.referrerId === affiliate.id)).toBe(true);
    expect(await clicksOf(affiliate.id)).toHaveLength(120);
  });

  it('keeps of long texts what fits', async () => {
    const affiliate = await newUser({ role: 'affiliate' });
    await recordReferralClick(
      visitTo(affiliate.username, { userAgent: 'x'.repeat(5000), utmCampaign: 'y'.repeat(5000) }),
      null,
    );
    const [click] = await clicksOf(affiliate.id);
    expect([click?.userAgent?.length, click?.utmCampaign?.length]).toEqual([300, 100]);
  });

  it('keeps no half of a character where a text is cut', async () => {
    const affiliate = await newUser({ role: 'affiliate' });
    await recordReferralClick(visitTo(affiliate.username, { utmCampaign: `a${'😀'.repeat(60)}` }), null);
    const [click] = await clicksOf(affiliate.id);
    expect(click?.utmCampaign).toBe(`a${'😀'.repeat(49)}`);
  });

  it('loses its user agent after 180 days', async () => {
    const affiliate = await newUser({ role: 'affiliate' });
    for (const days of [181, 179])
      await at(Date.now() - days * dayMs, () => recordReferralClick(visitTo(affiliate.username), null));
    await forgetUserAgents();
    expect((await clicksOf(affiliate.id)).map(({ userAgent }) => userAgent)).toEqual([null, 'Mozilla/5.0']);
  });
});

describe('a registration', () => {
  it('belongs to the affiliate of the last click for good', async () => {
    const affiliate = await newUser({ role: 'affiliate' });
    expect(await registerBy({ referrerId: affiliate.id, clickedAt: Date.now() })).toBe(affiliate.id);
    expect(await registerBy(null)).toBeNull();
  });

  it.each([
    ['is 90 days old', -90 * dayMs],
    ['comes from the future', dayMs],
  ])('belongs to nobody where the click %s', async (_, distance) => {
    const affiliate = await newUser({ role: 'affiliate' });
    expect(await findReferrer({ referrerId: affiliate.id, clickedAt: Date.now() + distance })).toBeNull();
  });

  it('belongs to nobody who has left the program, or is unknown', async () => {
    const affiliate = await newUser({ role: 'affiliate' });
    await prisma().user.update({
      where: { id: affiliate.id },
      data: { role: 'member', assignedRole: 'member' },
    });
    expect(await findReferrer({ referrerId: affiliate.id, clickedAt: Date.now() })).toBeNull();
    expect(await findReferrer({ referrerId: randomUUID(), clickedAt: Date.now() })).toBeNull();
  });
});
