import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { isSignatureOf, signatureOf } from '#app/platform/secrets/signing.server.ts';

// Somebody whose account was deactivated or deleted cannot sign in, and still has to say where their last payout goes. The link is mailed
// to the address of the account, and is signed over that address: once the account has another one, it works no more.

const textOf = (closingId: string, email: string) => `${closingId}\n${email}`;

/** The address of the page by which somebody follows their last payout without signing in. */
export const lastPayoutLink = (closingId: string, email: string): string =>
  `${config().appUrl}/last-payout/${closingId}.${signatureOf('last payout link', textOf(closingId, email))}`;

const tokenPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{24})$/;

/** The closing that a link is about, with whose it is; null for a link that was not made here, or not for the address of now. */
export async function readLastPayoutLink(token: string) {
  const [, closingId, signature] = tokenPattern.exec(token) ?? [];
  if (!closingId || !signature) return null;
  const closing = await prisma().affiliateClosing.findUnique({
    where: { id: closingId },
    include: {
      user: { select: { id: true, email: true, name: true, status: true, emailVerifiedAt: true } },
    },
  });
  if (!closing) return null;
  return isSignatureOf('last payout link', textOf(closingId, closing.user.email), signature) ? closing : null;
}
