import { describe, expect, it } from 'vitest';
import { recordReferralClick } from '#app/domain/affiliates/clicks.server.ts';
import { referralSources, referralStats } from '#app/domain/affiliates/referral-stats.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { at, newUser } from '#tests/integration/people.ts';

const dayMs = 24 * 3600 * 1000;

async function click(username: string, daysAgo: number, utmCampaign: string | null = null) {
  const visit = {
    landingPage: '/',
    clientAddress: username,
    userAgent: null,
    utmSource: null,
    utmMedium: null,
  };
  await at(Date.now() - daysAgo * dayMs, () =>
    recordReferralClick({ ...visit, name: { username }, utmCampaign }, null),
  );
}

async function refer(referredById: string, status?: 'active' | 'canceled') {
  const { id } = await newUser();
  await prisma().user.update({ where: { id }, data: { referredById } });
  if (status)
    await prisma().subscription.create({
      data: {
        userId: id,
        provider: 'stripe',
        providerSubscriptionId: `sub_${id}`,
        product: 'membership',
        status,
        amount: 4700,
        currency: 'usd',
        subscribedAt: new Date(),
      },
    });
}

describe('an affiliate’s figures', () => {
  it('are zero at the beginning, with every day there', async () => {
    const { id } = await newUser({ role: 'affiliate' });
    const { total, days } = await referralStats(id);
    expect(total).toEqual({ clicks: 0, registrations: 0, payingMembers: 0 });
    expect(days).toHaveLength(30);
    expect(days.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10));
    expect(days.every(({ clicks, registrations }) => clicks === 0 && registrations === 0)).toBe(true);
    expect(await referralSources(id)).toEqual([]);
  });

  it('count clicks, registrations and members of one’s own, by day', async () => {
    const [{ id, username }, other] = [
      await newUser({ role: 'affiliate' }),
      await newUser({ role: 'affiliate' }),
    ];
    for (const daysAgo of [0, 0, 29, 30, 200]) await click(username, daysAgo);
    await click(other.username, 0);
    await refer(id);
    await refer(id, 'active');
    await refer(id, 'canceled');
    await refer(other.id, 'active');
    const { total, days } = await referralStats(id);
    expect(total).toEqual({ clicks: 5, registrations: 3, payingMembers: 1 });
    expect(days.at(0)).toMatchObject({ clicks: 1, registrations: 0 });
    expect(days.at(-1)).toMatchObject({ clicks: 2, registrations: 3 });
  });

  it('tell where clicks came in, the most first', async () => {
    const { id, username } = await newUser({ role: 'affiliate' });
    for (const campaign of ['letter', 'letter', null]) await click(username, 1, campaign);
    await click(username, 40, 'old');
    expect(await referralSources(id)).toEqual([
      { campaign: 'letter', landingPage: '/', clicks: 2 },
      { campaign: null, landingPage: '/', clicks: 1 },
    ]);
  });
});
