import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { isId } from '#app/domain/core/audit/target.server.ts';
import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import type { letterSchema, newLetterSchema } from '#app/domain/operating/letters/schemas.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import type { LetterState } from '#app/platform/database/generated/enums.ts';

/** A letter as admins see it. */
export interface Letter {
  id: string;
  subject: string;
  preheader: string;
  body: string;
  kind: string;
  goesToAll: boolean;
  segmentId: string | null;
  mayBeSecond: boolean;
  state: LetterState;
  sendAt: Date | null;
  problem: string | null;
  /** A second subject that is tested against the first; empty for none. */
  otherSubject: string;
  /** The share of people who are in the test, half of them with each subject. */
  testPercent: number;
  /** How long clicks are counted once the test has been sent. */
  testHours: number;
  testSentAt: Date | null;
  chosenSubject: string | null;
  chosenBecause: string | null;
  /** Minutes since midnight where its reader is; null for at once. */
  atMinute: number | null;
  atFrom: Date | null;
  audience: unknown;
  lastUserId: string | null;
  scannedAt: Date | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  updatedAt: Date;
}

const perPage = 30;

/** A letter in the list. */
interface ListedLetter {
  id: string;
  subject: string;
  kind: string;
  state: LetterState;
  sendAt: Date | null;
  createdAt: Date;
}

/** A page of letters, the latest first. One query. */
export async function listLetters(place: Place | null): Promise<ListPage<ListedLetter>> {
  const { past, order } = pageSql(Prisma.sql`created_at`, Prisma.sql`id`, place);
  const rows = await prisma().$queryRaw<ListedLetter[]>`
    SELECT id, subject, kind, state::text, send_at AS "sendAt", created_at AS "createdAt"
    FROM letters WHERE true ${past} ORDER BY ${order} LIMIT ${perPage + 1}`;
  return pageOf(rows, perPage, ({ createdAt: at, id }) => ({ at, id }), place);
}

/** A letter; null where there is none of this id. One query. */
export async function findLetter(id: string): Promise<Letter | null> {
  return isId(id) ? prisma().letter.findUnique({ where: { id } }) : null;
}

const gone = () => new Refusal('not_found', 'There is no such letter any more.');

/** Takes a letter for a change, as part of `tx`. @throws {Refusal} not_allowed; not_found @throws {ConfirmationNeeded} */
export async function lockLetter(
  tx: Transaction,
  actor: Actor,
  id: string,
  permission: 'letters:edit' | 'letters:send',
): Promise<Letter> {
  await requirePermission(tx, actor, permission);
  if (!isId(id)) throw gone();
  await tx.db.$queryRaw`SELECT 1 FROM letters WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const letter = await tx.db.letter.findUnique({ where: { id } });
  if (!letter) throw gone();
  return letter;
}

export const letterSubject = (id: string) => ({ type: 'letter', id }) as const;

/** Begins a letter, once however often its form is sent; gives its id. @throws {Refusal} not_allowed */
export async function addLetter(
  actor: Actor,
  { subject, formKey }: z.output<typeof newLetterSchema>,
): Promise<string> {
  return transaction(async (tx) => {
    await requirePermission(tx, actor, 'letters:edit');
    return createLetter(tx, actor, formKey, async () => ({ subject }));
  });
}

/** What a new letter says, and to whom. */
interface NewLetter {
  subject: string;
  body?: string;
  kind?: string;
  segmentId?: string;
}

/** Makes a draft as part of `tx`, once however often its form is sent: only then is it asked what the draft says. Gives its id. */
export async function createLetter(
  tx: Transaction,
  actor: Actor,
  formKey: string,
  write: () => Promise<NewLetter>,
): Promise<string> {
  const id = randomUUID();
  const audited = { action: 'letter_saved', subject: letterSubject(id), formKey } as const;
  if (!(await recordAudit(tx, actor, audited))) {
    // The same form again, as by a second press: the draft it made.
    const { subjectId } = await tx.db.auditEntry.findUniqueOrThrow({ where: { formKey } });
    return subjectId ?? '';
  }
  const at = now();
  await tx.db.letter.create({
    data: { id, ...(await write()), createdById: actor.id, createdAt: at, updatedAt: at },
  });
  return id;
}

/**
 * Saves a letter that is not on its way.
 * @throws {Refusal} not_allowed; not_found; conflict where it was sent, or saved by somebody else meanwhile; invalid for a segment that
 * is not there (field audience)
 */
export async function saveLetter(
  actor: Actor,
  id: string,
  form: z.output<typeof letterSchema>,
): Promise<void> {
  const { audience, mayBeSecond, version, ...text } = form;
  await transaction(async (tx) => {
    const letter = await lockLetter(tx, actor, id, 'letters:edit');
    if (letter.state !== 'draft')
      throw new Refusal(
        'conflict',
        'This letter is no draft any more. Take it back first, if it has not been sent.',
      );
    const segmentId = audience === 'all' ? null : audience;
    if (segmentId && (await tx.db.segment.count({ where: { id: segmentId } })) === 0)
      throw new Refusal('invalid', 'There is no such segment any more.', 'audience');
    const data = { ...text, goesToAll: segmentId === null, segmentId, mayBeSecond: mayBeSecond === 'on' };
    if (Object.entries(data).every(([name, value]) => letter[name as keyof typeof data] === value)) return;
    if (letter.updatedAt.toISOString() !== version)
      throw new Refusal('conflict', 'Somebody saved this letter while you typed. Compare, then save again.');
    const updatedAt = new Date(Math.max(now().getTime(), letter.updatedAt.getTime() + 1));
    await tx.db.letter.update({ where: { id }, data: { ...data, updatedAt, problem: null } });
    await recordAudit(tx, actor, {
      action: 'letter_saved',
      subject: letterSubject(id),
      after: { subject: text.subject, to: segmentId ?? 'everybody' },
    });
  });
}

/** Deletes a letter that was never sent. @throws {Refusal} not_allowed; not_found; conflict */
export async function deleteLetter(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    const { state, subject: title } = await lockLetter(tx, actor, id, 'letters:edit');
    if (state !== 'draft') throw new Refusal('conflict', 'Only drafts can be deleted.');
    await tx.db.letter.delete({ where: { id } });
    await recordAudit(tx, actor, {
      action: 'letter_deleted',
      subject: letterSubject(id),
      before: { subject: title },
    });
  });
}
