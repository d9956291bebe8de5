import { entitledSql } from '#app/domain/core/access/entitled-sql.server.ts';
import { readTogether, type ViewerRead } from '#app/domain/core/access/reads.server.ts';
import { affiliates } from '#app/domain/programme/affiliates/attribution.server.ts';
import {
  type MissedReferral,
  missedReferralsRead,
} from '#app/domain/programme/affiliates/missed-referrals.server.ts';
import { type ListedCode, maxOwnCodes } from '#app/domain/programme/affiliates/promotion-codes.server.ts';
import { usernameSql } from '#app/domain/programme/affiliates/referral-link.server.ts';
import { type ReferralTotals, totalsRead } from '#app/domain/programme/affiliates/referral-stats.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** The id of who takes part in the programme under an address; null for nobody. */
export async function findAffiliateByEmail(email: string): Promise<string | null> {
  const found = await prisma().user.findUnique({
    where: { email: email.trim().toLowerCase(), ...affiliates },
    select: { id: true },
  });
  return found?.id ?? null;
}

/** What an affiliate's links and codes are made of. */
interface AffiliateNames {
  /** Stands in their referral links. */
  username: string;
  codes: ListedCode[];
  /** Has bought the ebook, or been given it. */
  ownsEbook: boolean;
}

/** An affiliate's name and codes, those that are taken first, the newest first. */
const namesRead = (): ViewerRead<AffiliateNames> => ({
  name: 'names',
  key: 'names',
  json: (userId) => Prisma.sql`
    json_build_object(
      'username', ${usernameSql(userId)},
      'ownsEbook', ${entitledSql(userId, 'ebook')},
      'codes', coalesce((
        SELECT json_agg(json_build_object('code', c.code, 'percentOff', c.percent_off, 'amountOffCents', c.amount_off_cents,
          'furtherAmountsOff', c.further_amounts_off, 'months', c.months, 'isOperators', c.is_operators, 'isEnded', c.ended_at IS NOT NULL))
        FROM (SELECT * FROM promotion_codes p WHERE p.affiliate_id = ${userId}
          ORDER BY p.ended_at DESC NULLS FIRST, p.id DESC LIMIT ${maxOwnCodes * 3}) c), '[]'))`,
  from: (value) => value as AffiliateNames,
});

/** What the page of an affiliate's tools tells, beside their short links. */
interface ToolState {
  names: AffiliateNames;
  totals: ReferralTotals;
  /** Links to nobody that were probably meant to be theirs. */
  missed: MissedReferral[];
}

/** What the page of an affiliate's tools tells of them, beside their short links. */
export const toolsRead = (): ViewerRead<ToolState> =>
  readTogether<ToolState>('tools', {
    names: namesRead(),
    totals: totalsRead(),
    missed: missedReferralsRead(),
  });
