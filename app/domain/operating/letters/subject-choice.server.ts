import { z } from 'zod';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { setChosenSubject } from '#app/domain/operating/letters/after-scan.server.ts';
import { letterSubject, lockLetter } from '#app/domain/operating/letters/letters.server.ts';
import { isTestOpen, subjectOf, type Variant, variants } from '#app/domain/operating/letters/subject-test.ts';
import { transaction } from '#app/platform/database/client.server.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';

export const choiceSchema = z.object({ subject: z.enum(variants, { error: 'Please choose a subject' }) });

/**
 * Ends the test of a letter by hand: everybody else gets this subject. The second of two presses does nothing.
 * @throws {Refusal} not_allowed; not_found; conflict where it has no test, has not begun, or got the other subject already
 * @throws {ConfirmationNeeded}
 */
export async function chooseSubject(actor: Actor, id: string, subject: Variant): Promise<void> {
  await transaction(async (tx) => {
    const letter = await lockLetter(tx, actor, id, 'letters:send');
    if (letter.chosenSubject === subject) return;
    if (letter.chosenSubject !== null)
      throw new Refusal('conflict', 'The other subject has been chosen already.');
    if (!isTestOpen(letter)) throw new Refusal('conflict', 'No test of this letter is under way.');
    await setChosenSubject(tx, id, subject, 'hand');
    await recordAudit(tx, actor, {
      action: 'letter_subject_chosen',
      subject: letterSubject(id),
      after: { subject: subjectOf(letter, subject) },
    });
    if (letter.state === 'sending') await sendJobWith(tx, 'send-letters', {});
  });
}
