import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { parseMoment } from '#app/domain/core/values/typed-moment.ts';
import { scanAnew } from '#app/domain/operating/letters/after-scan.server.ts';
import { cheapProblems } from '#app/domain/operating/letters/checks.server.ts';
import { type Letter, letterSubject, lockLetter } from '#app/domain/operating/letters/letters.server.ts';
import { renderMarked } from '#app/domain/operating/letters/rendering.server.ts';
import { variants } from '#app/domain/operating/letters/subject-test.ts';
import { queueTestMail } from '#app/domain/operating/letters/test-mail.server.ts';
import { readConditions } from '#app/domain/operating/segments/conditions.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import type { Prisma } from '#app/platform/database/generated/client.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';

/**
 * Mails an admin a letter as their own, with their own name in it, however often they ask up to fifty times a day. Its link to
 * unsubscribe works, for them.
 * @throws {Refusal} not_allowed; not_found; conflict where their address is not verified
 * @throws {RateLimitExceeded}
 */
export async function sendTestLetter(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    const letter = await lockLetter(tx, actor, id, 'letters:edit');
    await queueTestMail(tx, actor, id, letter);
    if (letter.otherSubject !== '')
      await queueTestMail(tx, actor, id, { ...letter, subject: letter.otherSubject });
    await recordAudit(tx, actor, { action: 'letter_tested', subject: letterSubject(id) });
  });
}

/** Such a segment is met by nobody: the letter would be sent to nobody, for good. */
export const unreadableSegment =
  'This release of the site cannot read the segment of the letter. Make its conditions anew, or choose another.';

/** A segment that has lost its last condition is everybody, which has to be meant. */
export const emptySegment =
  'This letter’s segment has no conditions, so it includes everyone. Add a condition, or choose everyone as the letter’s recipients.';

/** Whom a letter is sent to, as it is saved with it. */
type Audience = { isAny: boolean; conditions: Prisma.InputJsonValue };

/**
 * The conditions that say who gets a letter, and when they were saved; nobody changes them while `tx` runs.
 * @throws {Refusal} conflict where it cannot be sent by them
 */
export async function lockAudience(
  tx: Transaction,
  { goesToAll, segmentId }: Letter,
): Promise<{ audience: Audience; updatedAt: Date | null }> {
  if (goesToAll) return { audience: { isAny: false, conditions: [] }, updatedAt: null };
  await tx.db.$queryRaw`SELECT 1 FROM segments WHERE id = ${segmentId}::uuid FOR SHARE`;
  const segment = segmentId ? await tx.db.segment.findUnique({ where: { id: segmentId } }) : null;
  if (!segment)
    throw new Refusal('conflict', 'Choose who gets the letter: its segment is not there any more.');
  const conditions = readConditions(segment.conditions);
  if (conditions === null) throw new Refusal('conflict', unreadableSegment);
  if (conditions.length === 0) throw new Refusal('conflict', emptySegment);
  const audience = { isAny: segment.isAny, conditions: segment.conditions ?? [] };
  return { audience, updatedAt: segment.updatedAt };
}

/** Says that a letter is on its way to whoever meets these conditions at this moment. */
export async function beginSending(
  tx: Transaction,
  letter: Letter,
  audience: Prisma.InputJsonValue,
): Promise<void> {
  await tx.db.letter.update({
    where: { id: letter.id },
    data: { state: 'sending', startedAt: now(), atFrom: now(), audience },
  });
  const { links } = renderMarked(letter);
  // Clicks of a test are counted for each subject.
  const groups = letter.otherSubject === '' ? [''] : ['', ...variants];
  const data = links
    .filter((url) => /^https?:/i.test(url))
    .flatMap((url) => groups.map((variant) => ({ letterId: letter.id, url, variant })));
  await tx.db.letterLink.createMany({ data, skipDuplicates: true });
}

function refuseUnready(letter: Letter): void {
  const [problem] = cheapProblems(letter);
  if (problem) throw new Refusal('conflict', problem);
}

/** Which text and which conditions of a letter are looked at, by when they were saved. */
export const checkedVersion = (
  letter: { updatedAt: Date },
  segment: { updatedAt: Date | null } | null,
): string => [letter.updatedAt, segment?.updatedAt].map((at) => at?.toISOString() ?? '').join('/');

/** Nobody sends a text that they have not seen, or to people whom they have not chosen. Gives whom they have chosen. */
async function refuseUnchecked(tx: Transaction, letter: Letter, version: string): Promise<Audience> {
  const { audience, ...segment } = await lockAudience(tx, letter);
  if (checkedVersion(letter, segment) !== version)
    throw new Refusal(
      'conflict',
      'Somebody changed this letter or its segment after you checked it. Check it again.',
    );
  return audience;
}

/**
 * Sends a draft now, as it was checked: `version` is when it and its segment had been saved last. The second of two presses does nothing.
 * @throws {Refusal} not_allowed; not_found; conflict where it is not ready, or was saved since it was checked
 * @throws {ConfirmationNeeded}
 */
export async function sendLetterNow(actor: Actor, id: string, version: string): Promise<void> {
  await transaction(async (tx) => {
    const letter = await lockLetter(tx, actor, id, 'letters:send');
    if (letter.state === 'sending' || letter.state === 'sent') return;
    if (letter.state !== 'draft') throw new Refusal('conflict', 'This letter is no draft any more.');
    const audience = await refuseUnchecked(tx, letter, version);
    refuseUnready(letter);
    await tx.db.letter.update({ where: { id }, data: { sentById: actor.id } });
    await beginSending(tx, letter, audience);
    await recordAudit(tx, actor, {
      action: 'letter_sent',
      subject: letterSubject(id),
      after: { subject: letter.subject, to: letter.segmentId ?? 'everybody' },
    });
    await sendJobWith(tx, 'send-letters', {});
  });
}

/** When the letter and its segment had been saved last, as the page of its check was shown (`checkedVersion`). */
export const checkedSchema = z.object({ version: z.string().max(80).default('') });

export const scheduleSchema = checkedSchema.extend({
  sendAt: z
    .string({ error: 'Please choose a day and a time' })
    .transform((text) => parseMoment(text))
    .pipe(z.date({ error: 'Please choose a day and a time' })),
});

export type ScheduleForm = z.input<typeof scheduleSchema>;

/**
 * Has a draft sent at a time, as it was checked, to whoever meets the conditions then that it was checked with: `version` is when both had been
 * saved last.
 * @throws {Refusal} not_allowed; not_found; conflict where it is not ready, or was saved since it was checked; invalid for a time that is over (field sendAt)
 * @throws {ConfirmationNeeded}
 */
export async function scheduleLetter(
  actor: Actor,
  id: string,
  { sendAt, version }: z.output<typeof scheduleSchema>,
): Promise<void> {
  await transaction(async (tx) => {
    const letter = await lockLetter(tx, actor, id, 'letters:send');
    // The second of two presses.
    if (letter.state === 'scheduled' && letter.sendAt?.getTime() === sendAt.getTime()) return;
    if (letter.state !== 'draft') throw new Refusal('conflict', 'This letter is no draft any more.');
    if (sendAt <= now()) throw new Refusal('invalid', 'This time is over. Times are in UTC.', 'sendAt');
    const audience = await refuseUnchecked(tx, letter, version);
    refuseUnready(letter);
    await tx.db.letter.update({
      where: { id },
      data: { state: 'scheduled', sendAt, sentById: actor.id, audience },
    });
    await recordAudit(tx, actor, {
      action: 'letter_scheduled',
      subject: letterSubject(id),
      after: { subject: letter.subject, at: sendAt.toISOString(), to: letter.segmentId ?? 'everybody' },
    });
  });
}

/** Makes a scheduled letter a draft again. @throws {Refusal} not_allowed; not_found; conflict where it is on its way */
export async function unscheduleLetter(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    const { state } = await lockLetter(tx, actor, id, 'letters:edit');
    if (state === 'draft') return;
    if (state !== 'scheduled')
      throw new Refusal('conflict', 'The letter is on its way already: stop it instead.');
    await tx.db.letter.update({ where: { id }, data: { state: 'draft', sendAt: null } });
    await recordAudit(tx, actor, { action: 'letter_unscheduled', subject: letterSubject(id) });
  });
}

/**
 * Stops a letter while it is sent: what waits in the outbox is taken out of it, and those people can be sent it still.
 * @throws {Refusal} not_allowed; not_found
 */
export async function stopLetter(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    const { state } = await lockLetter(tx, actor, id, 'letters:edit');
    if (state !== 'sending' && state !== 'sent') return;
    const count = await tx.db.$executeRaw`
      WITH waiting AS (
        DELETE FROM mail_outbox m USING letter_recipients r
        WHERE r.letter_id = ${id}::uuid AND r.mail_id = m.id AND m.status = 'queued' AND m.claimed_at IS NULL
        RETURNING m.id)
      DELETE FROM letter_recipients r USING waiting w WHERE r.letter_id = ${id}::uuid AND r.mail_id = w.id`;
    if (state === 'sent' && count === 0) return;
    await tx.db.letter.update({
      where: { id },
      // The hours of a test begin anew where some of it is sent once more.
      data: { state: 'stopped', finishedAt: now(), ...(count > 0 ? { testSentAt: null } : {}) },
    });
    await recordAudit(tx, actor, {
      action: 'letter_stopped',
      subject: letterSubject(id),
      after: { not_sent: count },
    });
  });
}

/**
 * Goes on with a letter that was stopped, with whoever has not been sent it.
 * @throws {Refusal} not_allowed; not_found; conflict where it was not stopped
 * @throws {ConfirmationNeeded}
 */
export async function resumeLetter(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    const { state } = await lockLetter(tx, actor, id, 'letters:send');
    if (state === 'sending') return;
    if (state !== 'stopped') throw new Refusal('conflict', 'This letter was not stopped.');
    await requirePermission(tx, actor, 'letters:send');
    await tx.db.letter.update({ where: { id }, data: { state: 'sending', problem: null, ...scanAnew() } });
    await recordAudit(tx, actor, { action: 'letter_resumed', subject: letterSubject(id) });
    await sendJobWith(tx, 'send-letters', {});
  });
}
