import { z } from 'zod';
import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/** Where a referral link leads, and how its clicks are told apart. */
export interface LinkTarget {
  /** A path of this site with its query, from the root. */
  path?: string;
  campaign?: string | undefined;
}

/**
 * The address an affiliate hands out: a page of the site, the home page unless another is named, with the affiliate's username as
 * `ref` (P73).
 */
export function referralLink(username: string, { path = '/', campaign }: LinkTarget = {}): string {
  const url = new URL(path, config().appUrl);
  url.searchParams.set('ref', username);
  if (campaign) url.searchParams.set('utm_campaign', campaign);
  return String(url);
}

/** The username that stands in a user's referral links. */
export async function findReferralName(userId: string): Promise<string> {
  const { username } = await prisma().user.findUniqueOrThrow({
    where: { id: userId },
    select: { username: true },
  });
  return username;
}

/** The referral link of a user, to the home page. */
export async function findReferralLink(userId: string): Promise<string> {
  return referralLink(await findReferralName(userId));
}

/** The address somebody typed as a page of this site, or null. */
function pageOfSite(typed: string): string | null {
  const base = config().appUrl;
  if (!URL.canParse(typed, base)) return null;
  const { origin, pathname, search } = new URL(typed, base);
  return origin === new URL(base).origin && !pathname.startsWith('//') ? `${pathname}${search}` : null;
}

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
  campaign: z.string().trim().max(100, 'Please use at most 100 characters').optional(),
});
