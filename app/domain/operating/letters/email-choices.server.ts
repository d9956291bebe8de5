import { clicksRefusal, letterKindNames } from '#app/domain/operating/letters/kinds.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { isSignatureOf, signatureOf } from '#app/platform/secrets/signing.server.ts';

const purpose = 'letter unsubscribe link';

/** Where a reader ends a kind of letters without signing in, as each of them says: by the id of a letter, or of a step of a sequence. */
export const letterUnsubscribeUrl = (letterId: string, userId: string): string =>
  `${config().appUrl}/emails/unsubscribe/${letterId}.${userId}.${signatureOf(purpose, `${letterId} ${userId}`)}`;

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const tokenForm = new RegExp(`^(${uuid})\\.(${uuid})\\.([\\w-]{32})$`);

/**
 * Takes letters that wait for somebody out of the outbox, as part of `tx`, and notes for the report why they were not sent, by a key of
 * `skipReasons`. What a batch queues at this moment, or is tried again later, is held back as it is to be delivered (withholdLetter); only
 * what a mail server is taking right now still goes.
 */
export async function withdrawWaiting(
  { db }: Transaction,
  userId: string,
  kinds: readonly string[] | 'all',
  reason: 'unsubscribed' | 'inactive',
): Promise<void> {
  await db.$executeRaw`
    WITH waiting AS (
      DELETE FROM mail_outbox m USING letter_recipients r, letters l
      WHERE r.user_id = ${userId}::uuid AND l.id = r.letter_id
        AND (${kinds === 'all'} OR l.kind = ANY(${kinds === 'all' ? [] : kinds}::text[]))
        AND r.mail_id = m.id AND m.status = 'queued' AND m.claimed_at IS NULL
      RETURNING m.id)
    UPDATE letter_recipients r SET mail_id = NULL, skipped_because = ${reason}
    FROM waiting w WHERE r.user_id = ${userId}::uuid AND r.mail_id = w.id`;
  await db.$executeRaw`
    WITH ended AS (
      UPDATE sequence_enrollments e SET ended_at = ${now()}, end_reason = ${reason} FROM sequences s
      WHERE e.user_id = ${userId}::uuid AND s.id = e.sequence_id AND (e.ended_at IS NULL OR e.end_reason = 'finished')
        AND (${kinds === 'all'} OR s.kind = ANY(${kinds === 'all' ? [] : kinds}::text[]))
        AND (e.ended_at IS NULL OR EXISTS (SELECT 1 FROM sequence_sends r JOIN mail_outbox m ON m.id = r.mail_id
          WHERE r.enrollment_id = e.id AND m.status = 'queued' AND m.claimed_at IS NULL))
      RETURNING e.id),
    waiting AS (
      DELETE FROM mail_outbox m USING sequence_sends r, ended e
      WHERE r.enrollment_id = e.id AND r.mail_id = m.id AND m.status = 'queued' AND m.claimed_at IS NULL
      RETURNING m.id)
    UPDATE sequence_sends r SET mail_id = NULL, skipped_because = ${reason}
    FROM waiting w WHERE r.user_id = ${userId}::uuid AND r.mail_id = w.id`;
}

/** The kind of a letter, or of the sequence whose step has this id; null where there is neither. */
async function kindOf({ db }: Transaction, id: string): Promise<string | null> {
  const letter = await db.letter.findUnique({ where: { id }, select: { kind: true } });
  if (letter) return letter.kind;
  const step = await db.sequenceStep.findUnique({
    where: { id },
    select: { sequence: { select: { kind: true } } },
  });
  return step?.sequence.kind ?? null;
}

/**
 * Ends the kind of a letter for its reader, by the link in it; false for a link that the site has not made, or whose account is gone.
 * Safe to repeat.
 */
export async function unsubscribeByLetter(token: string): Promise<boolean> {
  const [, letterId, userId, signature] = tokenForm.exec(token) ?? [];
  if (!letterId || !userId || !signature) return false;
  if (!isSignatureOf(purpose, `${letterId} ${userId}`, signature)) return false;
  return transaction(async (tx) => {
    const { db } = tx;
    const kind = await kindOf(tx, letterId);
    if (kind === null || (await db.user.count({ where: { id: userId } })) === 0) return false;
    const refusal = { userId, kind, refusedAt: now() };
    await db.emailRefusal.createMany({ data: [refusal], skipDuplicates: true });
    await db.letterRecipient.updateMany({
      where: { letterId, userId, unsubscribedAt: null },
      data: { unsubscribedAt: now() },
    });
    await db.sequenceSend.updateMany({
      where: { stepId: letterId, userId, unsubscribedAt: null },
      data: { unsubscribedAt: now() },
    });
    await withdrawWaiting(tx, userId, [kind], 'unsubscribed');
    return true;
  });
}

/** What somebody does not want: kinds of letters, and "clicks". One query. */
export async function findRefusals(userId: string): Promise<string[]> {
  const rows = await prisma().emailRefusal.findMany({ where: { userId }, select: { kind: true } });
  return rows.map(({ kind }) => kind);
}

/** Saves what somebody wants: every kind that is not named is refused. A refusal of a kind of another release stays. */
export async function saveEmailChoices(userId: string, acceptedKinds: readonly string[]): Promise<void> {
  const kinds = [...letterKindNames, clicksRefusal].filter((kind) => !acceptedKinds.includes(kind));
  await transaction(async (tx) => {
    const { db } = tx;
    await db.emailRefusal.deleteMany({ where: { userId, kind: { in: [...acceptedKinds] } } });
    const data = kinds.map((kind) => ({ userId, kind, refusedAt: now() }));
    await db.emailRefusal.createMany({ data, skipDuplicates: true });
    await withdrawWaiting(tx, userId, kinds, 'unsubscribed');
  });
}
