import { clicksRefusal, letterKindNames } from '#app/domain/operating/letters/kinds.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { isSignatureOf, signatureOf } from '#app/platform/secrets/signing.server.ts';

const purpose = 'letter unsubscribe link';

/** Where a reader ends a kind of letters without signing in, as each of them says. */
export const letterUnsubscribeUrl = (letterId: string, userId: string): string =>
  `${config().appUrl}/emails/unsubscribe/${letterId}.${userId}.${signatureOf(purpose, `${letterId} ${userId}`)}`;

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const tokenForm = new RegExp(`^(${uuid})\\.(${uuid})\\.([\\w-]{32})$`);

/**
 * Ends the kind of a letter for its reader, by the link in it; false for a link that the site has not made, or whose account is gone.
 * Safe to repeat.
 */
export async function unsubscribeByLetter(token: string): Promise<boolean> {
  const [, letterId, userId, signature] = tokenForm.exec(token) ?? [];
  if (!letterId || !userId || !signature) return false;
  if (!isSignatureOf(purpose, `${letterId} ${userId}`, signature)) return false;
  return transaction(async ({ db }) => {
    const letter = await db.letter.findUnique({ where: { id: letterId }, select: { kind: true } });
    if (!letter || (await db.user.count({ where: { id: userId } })) === 0) return false;
    const refusal = { userId, kind: letter.kind, refusedAt: now() };
    await db.emailRefusal.createMany({ data: [refusal], skipDuplicates: true });
    await db.letterRecipient.updateMany({
      where: { letterId, userId, unsubscribedAt: null },
      data: { unsubscribedAt: now() },
    });
    return true;
  });
}

/** What somebody does not want: kinds of letters, and "clicks". One query. */
export async function findRefusals(userId: string): Promise<string[]> {
  const rows = await prisma().emailRefusal.findMany({ where: { userId }, select: { kind: true } });
  return rows.map(({ kind }) => kind);
}

/** Saves what somebody wants: every kind that is not named is refused. */
export async function saveEmailChoices(userId: string, acceptedKinds: readonly string[]): Promise<void> {
  const kinds = [...letterKindNames, clicksRefusal].filter((kind) => !acceptedKinds.includes(kind));
  await transaction(async ({ db }) => {
    await db.emailRefusal.deleteMany({ where: { userId, kind: { notIn: kinds } } });
    const data = kinds.map((kind) => ({ userId, kind, refusedAt: now() }));
    await db.emailRefusal.createMany({ data, skipDuplicates: true });
  });
}
