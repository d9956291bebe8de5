import { describe, expect, it } from 'vitest';
import { findViewer } from '#app/domain/core/access/find-viewer.server.ts';
import { readOf, type ViewerRead } from '#app/domain/core/access/reads.server.ts';
import { recordReferralClick } from '#app/domain/programme/affiliates/clicks.server.ts';
import { centreRead } from '#app/domain/programme/affiliates/overview.server.ts';
import { referralLink, referralLinkRead } from '#app/domain/programme/affiliates/referral-link.server.ts';
import { statsRead } from '#app/domain/programme/affiliates/referral-stats.server.ts';
import type { StatsFilter } from '#app/domain/programme/affiliates/stats-filter.ts';
import { toolsRead } from '#app/domain/programme/affiliates/tools.server.ts';
import { completedRead, completeLesson } from '#app/domain/programme/affiliates/training.server.ts';
import { listLedger } from '#app/domain/programme/commissions/ledger.server.ts';
import { payeeRead, requestPayout } from '#app/domain/programme/payouts/payout-batches.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newAddress } from '#tests/integration/joining.ts';
import { give, newPayee } from '#tests/integration/payees.ts';
import { newEmail, newSession } from '#tests/integration/people.ts';

const lesson = 'module-2-lesson-1';

async function click(username: string, utmCampaign: string | null, landingPage: string) {
  const words = { utmSource: null, utmMedium: null, utmCampaign, userAgent: null };
  await recordReferralClick({ name: { username }, landingPage, clientAddress: newAddress(), ...words }, null);
}

/** An affiliate of whom every page of the centre has something to tell. */
async function newSeller(clicks: number, email = newEmail()) {
  const { id } = await newPayee(0, email);
  const { username } = await prisma().user.findUniqueOrThrow({ where: { id } });
  for (let index = 0; index < clicks; index += 1)
    await click(username, index % 2 ? `campaign-${index}` : null, index % 3 ? '/pricing' : '/');
  for (const cents of [1_000, 2_000, -500, 300, 400, 500]) await give(id, cents * clicks);
  await completeLesson(id, lesson);
  return { id, username, email };
}

/** What comes with the answer to who asks. */
async function readAhead<T>(userId: string, read: ViewerRead<T>): Promise<T> {
  const found = await findViewer(await newSession(userId), read);
  expect(found?.viewer.id).toBe(userId);
  return read.from(found?.beside);
}

/** The same, which a query of its own has to tell too. */
async function readBothWays<T>(userId: string, read: ViewerRead<T>): Promise<T> {
  const ahead = await readAhead(userId, read);
  expect(await readOf(userId, read)).toEqual(ahead);
  return ahead;
}

describe('what a page of the centre reads with the answer to who asks', () => {
  it('is one’s own, and what a query of its own tells', async () => {
    const [seller, other] = [await newSeller(5), await newSeller(2)];
    for (const { id, username, clicks, email } of [
      { ...seller, clicks: 5 },
      { ...other, clicks: 2 },
    ]) {
      const cents = 3_700 * clicks;
      const front = await readBothWays(id, centreRead());
      expect(front).toMatchObject({
        overview: { username, ratePercent: 50 },
        totals: { clicks, registrations: 0 },
        account: { approvedCents: cents, monthCents: cents, sales: 0, next: null },
      });
      expect(front.entries).toEqual((await listLedger(id, { limit: 5 })).entries);
      expect(front.entries.map((entry) => entry.cents / clicks)).toEqual([500, 400, 300, -500, 2_000]);
      expect(await readBothWays(id, toolsRead())).toEqual({
        names: { username, codes: [], ownsEbook: false },
        totals: { clicks, registrations: 0, buyers: 0, payingMembers: 0 },
        missed: [],
      });
      expect(await readBothWays(id, payeeRead())).toMatchObject({
        account: { approvedCents: cents },
        profile: { email, country: 'US', isEmailVerified: true, coming: null, unconfirmed: null },
      });
      expect(await readBothWays(id, completedRead())).toEqual([lesson]);
      expect(await readBothWays(id, referralLinkRead())).toBe(referralLink(username));
    }
  });

  it('tells the payouts that rows of the front are on', async () => {
    const viewer = await newPayee(12_000);
    await requestPayout(viewer);
    const { entries, account } = await readBothWays(viewer.id, centreRead());
    expect(entries).toEqual((await listLedger(viewer.id)).entries);
    expect(entries.map(({ payout }) => payout?.number)).toEqual([expect.any(Number), expect.any(Number)]);
    expect(account).toMatchObject({ approvedCents: 0, inPayoutCents: 12_000 });
  });

  it('are the statistics that the address asks for', async () => {
    const { id } = await newSeller(5);
    const filter: StatsFilter = { range: '30d', period: 'day', breakdown: 'page' };
    const { history, page } = await readBothWays(id, statsRead(filter, null));
    expect(history.periods).toHaveLength(30);
    expect(history.periods.at(-1)).toMatchObject({ clicks: 5, earnedCents: 18_500 });
    expect(history.funnel).toMatchObject({ clicks: 5, registrations: 0, buyers: 0 });
    expect(page.sources.map(({ name, clicks }) => [name, clicks])).toEqual([
      ['/pricing', 3],
      ['/', 2],
    ]);
    const further = await readBothWays(id, statsRead(filter, { figure: 3, name: '/pricing' }));
    expect(further.page.sources.map(({ name }) => name)).toEqual(['/']);
    const campaigns = await readBothWays(id, statsRead({ ...filter, breakdown: 'campaign' }, null));
    expect(campaigns.page.sources.map(({ name }) => name)).toEqual(['', 'campaign-1', 'campaign-3']);
    const year = await readBothWays(id, statsRead({ ...filter, range: '12m', period: 'month' }, null));
    expect(year.history.periods).toHaveLength(12);
  });
});
