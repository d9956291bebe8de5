import { referralDays } from '#app/domain/core/catalogue/programme.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';

/** Who sent a visitor, and when; kept in the visitor's browser. */
export interface Referral {
  referrerId: string;
  /** Milliseconds since 1970. */
  clickedAt: number;
  /** The click that was counted; absent where it was none, being one too many of its address. */
  clickId?: string | undefined;
}

/** Whose somebody or something is, and the click by which it came. */
export interface Referrer {
  referrerId: string;
  clickId: string | null;
}

/** Whom a referral may belong to: active people who have joined the programme (P15). */
export const affiliates = { status: 'active', role: { not: 'member' } } as const;

/** The same as SQL, of a row of `users` by its name in the query. */
export const isAffiliateSql = (user: string): Prisma.Sql => {
  const row = Prisma.raw(user);
  return Prisma.sql`${row}.status = 'active' AND ${row}.role <> 'member'`;
};

/** Whether a referral still counts (P33). */
function isReferralValid({ clickedAt }: Referral): boolean {
  const age = now().getTime() - clickedAt;
  return age >= 0 && age < referralDays * dayMs;
}

/** Whose a referral makes somebody: it has to be valid and its affiliate active; else null. One query, or two. */
export async function findReferrer(referral: Referral | null): Promise<Referrer | null> {
  if (!referral || !isReferralValid(referral)) return null;
  const { referrerId, clickId } = referral;
  const referrer = await prisma().user.findUnique({
    where: { id: referrerId, ...affiliates },
    select: {
      id: true,
      ...(clickId ? { referralClicks: { where: { id: clickId }, select: { id: true } } } : {}),
    },
  });
  if (!referrer) return null;
  const clicks = referrer.referralClicks as { id: string }[] | undefined;
  return { referrerId, clickId: clicks?.[0]?.id ?? null };
}
