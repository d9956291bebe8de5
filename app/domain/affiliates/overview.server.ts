import { clicksSql } from '#app/domain/affiliates/click-days.server.ts';
import { registrationsSql } from '#app/domain/affiliates/referral-stats.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/** What an affiliate's first page says of them beside their account. */
export interface AffiliateOverview {
  username: string;
  /** Of a membership payment, in percent, as set for them. */
  ratePercent: number;
  clicks: number;
  registrations: number;
}

/** An affiliate's name, rate, and what came of their links since the beginning. One query. */
export async function findOverview(affiliateId: string): Promise<AffiliateOverview> {
  const [row] = await prisma().$queryRaw<AffiliateOverview[]>`
    SELECT u.username, u.commission_rate AS "ratePercent",
      (SELECT coalesce(sum(clicks), 0)::int FROM (${clicksSql(affiliateId)}) c) AS clicks,
      ${registrationsSql(affiliateId)} AS registrations
    FROM users u WHERE u.id = ${affiliateId}::uuid`;
  if (!row) throw new Error('There is no such affiliate.');
  return row;
}
