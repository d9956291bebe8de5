import { referralDays } from '#app/domain/commissions/programme.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { isWithinLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';

/** A page opened through a referral link. */
export interface ReferredVisit {
  /** The affiliate's username, as the link names it. */
  username: string;
  /** The page's path, without its query. */
  landingPage: string;
  /** The visitor's address; only counted by, never stored (P38). */
  clientAddress: string;
  userAgent: string | null;
  utmSource: string | null;
  utmMedium: string | null;
  utmCampaign: string | null;
}

/** Who sent a visitor, and when; kept in the visitor's browser until registration. */
export interface Referral {
  referrerId: string;
  /** Milliseconds since 1970. */
  clickedAt: number;
}

const dayMs = 24 * 3600 * 1000;
/** Opening the link again within this time is the same visit. */
const visitMs = dayMs / 2;
/** What a visitor's browser sends as it may be kept: of some length, without control characters; null where that is nothing. */
const kept = (text: string | null, maxLength: number): string | null =>
  (text ?? '')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, maxLength) || null;

/** Clicks counted from one address: a whole office may click, a script that would fill the log is not counted on. */
const clickLimit: RateLimit = { name: 'referral-click', points: 120, seconds: 3600 };

/** Whom a referral may belong to: active people who have joined the programme (P15). */
const affiliates = { status: 'active', role: { not: 'member' } } as const;

/** Whether a referral still counts (P33). */
export function isReferralValid({ clickedAt }: Referral): boolean {
  const age = now().getTime() - clickedAt;
  return age >= 0 && age < referralDays * dayMs;
}

/**
 * Records a click on a referral link and says whose it was; null where nobody in the programme has that username. The last click
 * wins; one more of the same visit is not counted again (P33).
 */
export async function recordReferralClick(
  visit: ReferredVisit,
  earlier: Referral | null,
): Promise<Referral | null> {
  const username = kept(visit.username, 100)?.toLowerCase() ?? '';
  const referrer = await prisma().user.findUnique({
    where: { username, ...affiliates },
    select: { id: true },
  });
  if (!referrer) return null;
  const clickedAt = now().getTime();
  if (earlier?.referrerId === referrer.id && clickedAt - earlier.clickedAt < visitMs) return earlier;
  if (await isWithinLimit(clickLimit, visit.clientAddress))
    await logClick(referrer.id, { ...visit, username }, clickedAt);
  return { referrerId: referrer.id, clickedAt };
}

async function logClick(referrerId: string, visit: ReferredVisit, clickedAt: number): Promise<void> {
  await prisma().referralClick.create({
    data: {
      referrerId,
      referrerUsername: visit.username,
      landingPage: kept(visit.landingPage, 300) ?? '/',
      userAgent: kept(visit.userAgent, 300),
      utmSource: kept(visit.utmSource, 100),
      utmMedium: kept(visit.utmMedium, 100),
      utmCampaign: kept(visit.utmCampaign, 100),
      timestamp: new Date(clickedAt),
    },
  });
}

/** The id of the affiliate a new account belongs to for good, or null: the referral has to be valid and its affiliate active. */
export async function findReferrer(referral: Referral | null): Promise<string | null> {
  if (!referral || !isReferralValid(referral)) return null;
  const referrer = await prisma().user.findUnique({
    where: { id: referral.referrerId, ...affiliates },
    select: { id: true },
  });
  return referrer?.id ?? null;
}

/** Days after which the log of clicks forgets the browsers' descriptions (P38). */
const userAgentDays = 180;

/** Drops user agents from old clicks; the worker calls it daily. */
export async function forgetUserAgents(): Promise<void> {
  await prisma().referralClick.updateMany({
    where: { timestamp: { lt: new Date(now().getTime() - userAgentDays * dayMs) }, userAgent: { not: null } },
    data: { userAgent: null },
  });
}
