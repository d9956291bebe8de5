import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { type ListPage, type Place, pageBy } from '#app/domain/core/values/cursor.ts';
import { waySql } from '#app/domain/core/values/cursor-sql.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { clicksSql } from '#app/domain/programme/affiliates/click-days.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { isUniqueViolation, prisma, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { daySeconds } from '#app/platform/durations.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';

/** Where a short link leads, and how its clicks are told apart. */
interface ShortLinkTarget {
  /** A path of this site with its query, from the root. */
  destination: string;
  campaign?: string | null | undefined;
  source?: string | null | undefined;
  medium?: string | null | undefined;
}

/** One of an affiliate's short links. */
export interface ListedLink {
  id: string;
  code: string;
  address: string;
  destination: string;
  campaign: string | null;
  source: string | null;
  medium: string | null;
  clicks: number;
}

/** No letters and digits that look alike in print. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const codeLength = 7;
const newCode = () =>
  Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

const makingLimit: RateLimit = { name: 'short-link', points: 200, seconds: daySeconds };

/** Links on a page of the list. */
const linksPerPage = 10;

/** The address of a short link. */
export const shortAddress = (code: string): string => `${config().appUrl}/r/${code}`;

/**
 * Makes a short link, and returns its code; asked again for the same target it returns the link that is there.
 * @throws {RateLimitExceeded} after 200 in a day.
 */
export async function makeShortLink(viewer: Pick<Viewer, 'id'>, target: ShortLinkTarget): Promise<string> {
  const row = {
    affiliateId: viewer.id,
    destination: target.destination,
    utmSource: target.source || null,
    utmMedium: target.medium || null,
    utmCampaign: target.campaign || null,
  };
  for (;;) {
    const code = newCode();
    try {
      return await transaction(async (tx) => {
        // Of two presses at once the second finds the link of the first.
        await lockUser(tx, viewer.id);
        const known = await tx.db.shortLink.findFirst({
          where: { ...row, archivedAt: null },
          select: { code: true },
        });
        if (known) return known.code;
        await consumeRateLimit(makingLimit, viewer.id);
        await tx.db.shortLink.create({ data: { ...row, code, createdAt: now() } });
        return code;
      });
    } catch (error) {
      // One in billions: then another.
      if (!isUniqueViolation(error)) throw error;
    }
  }
}

/** Takes a short link off one's list; what was handed out goes on leading to its page. @throws {Refusal} not_found */
export async function archiveShortLink(viewer: Pick<Viewer, 'id'>, code: string): Promise<void> {
  const { count } = await prisma().shortLink.updateMany({
    where: { code, affiliateId: viewer.id },
    data: { archivedAt: now() },
  });
  if (count === 0) throw new Refusal('not_found', 'There is no such link of yours.');
}

/** Whether a short link is one of an affiliate's own. */
export async function ownsShortLink(affiliateId: string, code: string): Promise<boolean> {
  return (await prisma().shortLink.count({ where: { code, affiliateId } })) > 0;
}

/** What is looked for in links, from an address: at most 100 characters, in lower case; empty for nothing. */
export function readLinkQuery(query: URLSearchParams): string {
  const text = query.get('q')?.trim().toLowerCase().slice(0, 100) ?? '';
  return text.includes('\0') ? '' : text;
}

/** Which of an affiliate's short links have some words in their code, their page or what they are called. */
const matchesSql = (words: string): Prisma.Sql =>
  words === ''
    ? Prisma.empty
    : Prisma.sql`AND strpos(lower(concat_ws(' ', '/r/' || code, destination, utm_campaign, utm_source, utm_medium)), ${words}) > 0`;

/** How many of an affiliate's short links there are with some words in them, and what they have been clicked. One query. */
export async function sumShortLinks(
  affiliateId: string,
  words: string,
): Promise<{ count: number; clicks: number }> {
  const [sum] = await prisma().$queryRaw<{ count: number; clicks: number }[]>`
    WITH own AS (
      SELECT '/r/' || code AS name FROM short_links
      WHERE affiliate_id = ${affiliateId}::uuid AND archived_at IS NULL ${matchesSql(words)}
    )
    SELECT (SELECT count(*)::int FROM own) AS count, (
      SELECT coalesce(sum(clicks), 0)::int FROM (${clicksSql(Prisma.sql`${affiliateId}::uuid`, 'link')}) c
      WHERE c.name IN (SELECT name FROM own)) AS clicks`;
  return sum ?? { count: 0, clicks: 0 };
}

/** By what short links are sorted, the newest or the most clicked first. */
const linkSorts = ['newest', 'clicks'] as const;
export type LinkSort = (typeof linkSorts)[number];

/** How an address asks for short links to be sorted (`links`). */
export const readLinkSort = (query: URLSearchParams): LinkSort =>
  linkSorts.find((sort) => sort === query.get('links')) ?? 'newest';

/** Where a page of short links begins: beside a link, with its clicks where they are sorted by these. */
interface LinkKey {
  id: string;
  clicks?: number;
}

/** The place of a link in its list as an address has it: its id, after its clicks where these sort it. */
const writeLinkKey = ({ id, clicks }: ListedLink, sort: LinkSort): string =>
  sort === 'clicks' ? `${clicks}.${id}` : id;

/** Reads what `writeLinkKey` wrote; null for anything else. */
export function readLinkKey(text: string | null, sort: LinkSort): LinkKey | null {
  const [, clicks, id = ''] = /^(?:(\d{1,9})\.)?([^.]*)$/.exec(text ?? '') ?? [];
  if (!z.uuid().safeParse(id).success || (clicks === undefined) === (sort === 'clicks')) return null;
  return clicks === undefined ? { id } : { id, clicks: Number(clicks) };
}

/** A page of an affiliate's short links with some words in them, with their clicks. One query. */
export async function findShortLinks(
  affiliateId: string,
  place: Place<LinkKey> | null = null,
  words = '',
  sort: LinkSort = 'newest',
): Promise<ListPage<ListedLink>> {
  const { way, past } = waySql(place);
  const from = place && place !== 'last' ? place : null;
  const byClicks = sort === 'clicks';
  // Only a sort by clicks has to count those of every link first.
  const [ofOwn, ofPage] = byClicks
    ? [Prisma.empty, orderedBy(Prisma.sql`clicks ${way}, id ${way}`)]
    : [orderedBy(Prisma.sql`id ${way}`), Prisma.sql`ORDER BY id ${way}`];
  const links = await prisma().$queryRaw<Omit<ListedLink, 'address'>[]>`
    WITH own AS (
      SELECT id, code, destination, utm_campaign AS campaign, utm_source AS source, utm_medium AS medium
      FROM short_links
      WHERE affiliate_id = ${affiliateId}::uuid AND archived_at IS NULL ${matchesSql(words)}
        ${from && !byClicks ? Prisma.sql`AND id ${past} ${from.id}::uuid` : Prisma.empty} ${ofOwn}
    ), counted AS (
      SELECT name, sum(clicks)::int AS clicks FROM (${clicksSql(Prisma.sql`${affiliateId}::uuid`, 'link')}) AS c
      WHERE name IN (SELECT '/r/' || code FROM own) GROUP BY name
    ), ranked AS (
      SELECT own.*, coalesce(counted.clicks, 0) AS clicks FROM own LEFT JOIN counted ON counted.name = '/r/' || own.code
    )
    SELECT * FROM ranked
    ${from && byClicks ? Prisma.sql`WHERE (clicks, id) ${past} (${from.clicks ?? 0}, ${from.id}::uuid)` : Prisma.empty} ${ofPage}`;
  return pageBy(
    links.map((row) => ({ ...row, address: shortAddress(row.code) })),
    linksPerPage,
    (link) => writeLinkKey(link, sort),
    place,
  );
}

/** In an order, and one row more than a page has: it says whether another follows. */
const orderedBy = (order: Prisma.Sql) => Prisma.sql`ORDER BY ${order} LIMIT ${linksPerPage + 1}`;
