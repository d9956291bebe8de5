import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/** The address an affiliate hands out: the site, with the affiliate's username as `ref` (specification, section 2). */
export function referralLink(username: string): string {
  return `${config().appUrl}/?${new URLSearchParams({ ref: username })}`;
}

/** The referral link of a user. */
export async function findReferralLink(userId: string): Promise<string> {
  const { username } = await prisma().user.findUniqueOrThrow({
    where: { id: userId },
    select: { username: true },
  });
  return referralLink(username);
}
