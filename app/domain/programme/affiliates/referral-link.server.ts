import { z } from 'zod';
import { readOf, type ViewerRead } from '#app/domain/core/access/reads.server.ts';
import { isLinkTarget } from '#app/domain/programme/affiliates/link-targets.server.ts';
import { config } from '#app/platform/config.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** Where a referral link leads, and how its clicks are told apart. */
interface LinkTarget {
  /** A path of this site with its query, from the root. */
  path?: string;
  campaign?: string | undefined;
  source?: string | undefined;
  medium?: string | undefined;
}

/**
 * The address an affiliate hands out: a page of the site, the home page unless another is named, with the affiliate's username as
 * `ref` (P73).
 */
export function referralLink(
  username: string,
  { path = '/', campaign, source, medium }: LinkTarget = {},
): string {
  const url = new URL(path, config().appUrl);
  url.searchParams.set('ref', username);
  const words = { utm_source: source, utm_medium: medium, utm_campaign: campaign };
  for (const [name, word] of Object.entries(words)) if (word) url.searchParams.set(name, word);
  return String(url);
}

/** The username that stands in a user's referral links, as SQL. */
export const usernameSql = (userId: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT me.username FROM users me WHERE me.id = ${userId})`;

/** The referral link of a user, to the home page. */
export const referralLinkRead = (): ViewerRead<string> => ({
  name: 'referral link',
  key: 'referral link',
  json: (userId) => Prisma.sql`to_json(${usernameSql(userId)})`,
  from: (value) => referralLink(value as string),
});

/** The same, in a query of its own. */
export const findReferralLink = (userId: string): Promise<string> => readOf(userId, referralLinkRead());

/** What an address says of whose it is, and by which campaign: a link of one's own says that itself. */
const ownWords = ['ref', 'code', 'utm_source', 'utm_medium', 'utm_campaign'];

/**
 * The address somebody typed as a page of this site for visitors, with its query and fragment, or null. What starts with the site's own host needs no
 * scheme. What is left out says whose a link is.
 */
function pageOfSite(typed: string): string | null {
  const base = new URL(config().appUrl);
  const address =
    typed.startsWith(`${base.host}/`) || typed === base.host ? `${base.protocol}//${typed}` : typed;
  if (!URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  if (url.origin !== base.origin || url.pathname.startsWith('//') || !isLinkTarget(url.pathname)) return null;
  for (const word of ownWords) url.searchParams.delete(word);
  return `${url.pathname}${url.search}${url.hash}`;
}

const word = z.string().trim().max(100, 'Please use at most 100 characters').optional();

/** What the form for making a link asks for (P76). */
export const linkFormSchema = z.object({
  destination: z
    .string({ error: 'Please enter the page the link leads to' })
    .trim()
    .max(500, 'This address is too long')
    .transform((typed, context) => {
      const path = pageOfSite(typed);
      if (path !== null) return path;
      context.addIssue({
        code: 'custom',
        message: 'Please enter a page of this site, such as /pricing',
      });
      return z.NEVER;
    }),
  campaign: word,
  source: word,
  medium: word,
});
