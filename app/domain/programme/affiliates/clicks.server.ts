import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { affiliates, type Referral } from '#app/domain/programme/affiliates/attribution.server.ts';
import { recordMissedReferral } from '#app/domain/programme/affiliates/missed-referrals.server.ts';
import {
  promotionCodesIn,
  shortCodesIn,
  usernamesIn,
} from '#app/domain/programme/affiliates/referral-name.ts';
import type { ReferralName, ReferredVisit } from '#app/domain/programme/affiliates/referred-visit.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import { isWithinLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';
import { storable } from '#app/platform/storable-text.ts';

/** What an address leads to that says whose it is. */
interface Owner {
  referrerId: string;
  username: string;
  /** Of a short link: whether its owner still takes part. */
  hasLeft?: boolean;
  shortLinkId?: string;
  promotionCodeId?: string;
  /** What a short link says in place of the address. */
  destination?: string;
  utmSource?: string | null;
  utmMedium?: string | null;
  utmCampaign?: string | null;
}

/** Opening the link again within this time is the same visit. */
const visitMs = dayMs / 2;
/** What a visitor's browser sends as it may be kept: of some length, without control characters; null where that is nothing. */
const cleanText = (text: string | null | undefined, maxLength: number): string | null =>
  (text ?? '')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, maxLength)
    // Half of a character that was cut in two.
    .replace(/[\uD800-\uDBFF]$/, '') || null;

/** Clicks counted from one address: a whole office may click, a script that would fill the log is not counted on. */
const clickLimit: RateLimit = { name: 'referral-click', points: 120, seconds: 3600 };

const owner = { id: true, username: true } as const;

/** The row whose key comes first in `keys`; null if there is none. */
const firstOf = <T>(keys: readonly string[], rows: readonly T[], keyOf: (row: T) => string): T | null =>
  keys.map((key) => rows.find((row) => keyOf(row) === key)).find((row) => row !== undefined) ?? null;

/** Whose an address is, however it was typed (P191); null for nobody in the programme. One query. */
async function findOwner(name: ReferralName): Promise<Owner | null> {
  if ('username' in name) {
    const usernames = usernamesIn(storable(name.username));
    const users = await prisma().user.findMany({
      where: {
        ...affiliates,
        OR: [
          { username: { in: usernames } },
          // By the code that they had at another system (P234).
          { affiliateCodes: { some: { code: { in: usernames } } } },
        ],
      },
      select: { ...owner, affiliateCodes: { where: { code: { in: usernames } }, select: { code: true } } },
    });
    const named = users.flatMap((user) => [
      { name: user.username, user },
      ...user.affiliateCodes.map(({ code }) => ({ name: code, user })),
    ]);
    const user = firstOf(usernames, named, ({ name }) => name)?.user;
    return user ? { referrerId: user.id, username: user.username } : null;
  }
  if ('promotionCode' in name) {
    const codes = promotionCodesIn(storable(name.promotionCode));
    const promotions = await prisma().promotionCode.findMany({
      where: { code: { in: codes }, endedAt: null, affiliate: affiliates },
      select: { id: true, code: true, affiliate: { select: owner } },
    });
    const found = firstOf(codes, promotions, ({ code }) => code);
    if (!found?.affiliate) return null;
    const { id, username } = found.affiliate;
    return { referrerId: id, username, promotionCodeId: found.id };
  }
  const codes = shortCodesIn(storable(name.shortLink));
  const links = await prisma().shortLink.findMany({
    where: { code: { in: codes } },
    select: {
      id: true,
      code: true,
      destination: true,
      utmSource: true,
      utmMedium: true,
      utmCampaign: true,
      affiliate: { select: { ...owner, status: true, role: true } },
    },
  });
  const found = firstOf(codes, links, ({ code }) => code);
  if (!found) return null;
  const { id: shortLinkId, code: _, affiliate, ...link } = found;
  const hasLeft = affiliate.status !== 'active' || affiliate.role === 'member';
  return { referrerId: affiliate.id, username: affiliate.username, hasLeft, shortLinkId, ...link };
}

/** A promotion code as it is stored, from how somebody typed it. */
export const normalCode = (typed: string): string => (cleanText(typed, 40) ?? '').toUpperCase();

/**
 * Records a click on an affiliate's address and says whose it was; null where it is nobody's in the programme (which is recorded, P203),
 * or the viewer's own or somebody's who belongs to an affiliate already. The last click wins; one more of the same visit is not counted again (P33).
 */
export async function recordReferralClick(
  visit: ReferredVisit,
  earlier: Referral | null,
  viewer: Pick<Viewer, 'id'> | null = null,
): Promise<Referral | null> {
  const found = (await findOwner(visit.name)) ?? (visit.otherName ? await findOwner(visit.otherName) : null);
  if (found) return countClick(found, visit, earlier, viewer);
  await recordMissedReferral(visit);
  return null;
}

async function countClick(
  found: Owner,
  visit: ReferredVisit,
  earlier: Referral | null,
  viewer: Pick<Viewer, 'id'> | null,
): Promise<Referral | null> {
  if (found.hasLeft) return null;
  if (viewer && (viewer.id === found.referrerId || (await isBound(viewer)))) return null;
  const { referrerId } = found;
  const clickedAt = now().getTime();
  if (earlier?.referrerId === referrerId && clickedAt - earlier.clickedAt < visitMs) return earlier;
  if (!(await isWithinLimit(clickLimit, visit.clientAddress))) return { referrerId, clickedAt };
  return { referrerId, clickedAt, clickId: await logClick(found, visit, clickedAt) };
}

async function isBound({ id }: Pick<Viewer, 'id'>): Promise<boolean> {
  const user = await prisma().user.findUnique({ where: { id }, select: { referredById: true } });
  return user?.referredById != null;
}

async function logClick(found: Owner, visit: ReferredVisit, clickedAt: number): Promise<string> {
  const { id } = await prisma().referralClick.create({
    data: {
      referrerId: found.referrerId,
      referrerUsername: found.username,
      landingPage: cleanText(visit.landingPage, 300) ?? '/',
      userAgent: cleanText(visit.userAgent, 300),
      utmSource: cleanText(found.utmSource ?? visit.utmSource, 100),
      utmMedium: cleanText(found.utmMedium ?? visit.utmMedium, 100),
      utmCampaign: cleanText(found.utmCampaign ?? visit.utmCampaign, 100),
      shortLinkId: found.shortLinkId ?? null,
      promotionCodeId: found.promotionCodeId ?? null,
      timestamp: new Date(clickedAt),
    },
    select: { id: true },
  });
  return id;
}

/**
 * Where a short link leads, and whose click it was, as `recordReferralClick` says; null for a link that is none. With `visit` null
 * nothing is counted. The click of somebody who has left the programme is nobody's, and the link leads on all the same.
 */
export async function followShortLink(
  code: string,
  visit: Omit<ReferredVisit, 'name' | 'landingPage'> | null,
  earlier: Referral | null,
  viewer: Pick<Viewer, 'id'> | null,
): Promise<{ destination: string; referral: Promise<Referral | null> } | null> {
  const name = { shortLink: code };
  const found = await findOwner(name);
  if (!found?.destination) {
    if (visit) await recordMissedReferral({ ...visit, name, landingPage: '/' });
    return null;
  }
  const { destination } = found;
  const landingPage = destination.replace(/[?#].*/s, '');
  return {
    destination,
    referral: visit
      ? countClick(found, { ...visit, name, landingPage }, earlier, viewer)
      : Promise.resolve(null),
  };
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
