import { readOf, readTogether, type ViewerRead } from '#app/domain/core/access/reads.server.ts';
import { type ReferralTotals, totalsRead } from '#app/domain/programme/affiliates/referral-stats.server.ts';
import {
  accountRead,
  type CommissionAccount,
  type EarnedMonth,
  earnedMonthsRead,
} from '#app/domain/programme/commissions/balance.server.ts';
import { type LedgerEntry, latestRead } from '#app/domain/programme/commissions/ledger.server.ts';
import { type PayoutProfile, profileRead } from '#app/domain/programme/payouts/addresses.server.ts';
import { type ClosingStanding, closingRead } from '#app/domain/programme/payouts/closing-standing.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** What an affiliate's first page says of them beside their account. */
export interface AffiliateOverview {
  username: string;
  /** Of a membership payment, in percent, as set for them. */
  ratePercent: number;
}

/** An affiliate's name and rate. */
const overviewRead = (): ViewerRead<AffiliateOverview> => ({
  name: 'overview',
  key: 'overview',
  json: (userId) => Prisma.sql`
    (SELECT json_build_object('username', me.username, 'ratePercent', me.commission_rate) FROM users me WHERE me.id = ${userId})`,
  from(value) {
    if (!value) throw new Error('There is no such affiliate.');
    return value as AffiliateOverview;
  },
});

/** The same, in a query of its own. */
export const findOverview = (affiliateId: string): Promise<AffiliateOverview> =>
  readOf(affiliateId, overviewRead());

/** What is told of somebody's earnings, whether or not they still take part. */
interface Earnings {
  account: CommissionAccount;
  /** The latest of their ledger. */
  entries: LedgerEntry[];
  /** Of who is leaving, or has left. */
  closing: ClosingStanding | null;
  profile: PayoutProfile;
}

/** What an affiliate's first page tells. */
interface CentreFront extends Earnings {
  overview: AffiliateOverview;
  /** What came of their links since the beginning. */
  totals: ReferralTotals;
  months: EarnedMonth[];
}

/** Rows of recent activity (P103). */
const latest = 5;

const earningsParts = () => ({
  account: accountRead(),
  entries: latestRead(latest),
  closing: closingRead(),
  profile: profileRead(),
});

/** What an affiliate's first page tells of them. */
export const centreRead = (): ViewerRead<CentreFront> =>
  readTogether<CentreFront>('centre', {
    overview: overviewRead(),
    totals: totalsRead(),
    months: earnedMonthsRead(),
    ...earningsParts(),
  });

/** What the same page tells of somebody who does not take part, or not any more. */
export const findEarnings = (userId: string): Promise<Earnings> =>
  readOf(userId, readTogether<Earnings>('earnings', earningsParts()));
