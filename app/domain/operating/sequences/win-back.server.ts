import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { recordAudit } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { maxSequences, sequenceSubject } from '#app/domain/operating/sequences/sequences.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { isUniqueViolation, transaction } from '#app/platform/database/client.server.ts';

/** What the sequence is called that is built in as a draft. */
export const winBackName = 'Win-back';

const steps = [
  {
    delay: 1,
    subject: 'Your membership is canceled: what stays yours',
    body: 'Hi {{ first_name | there }},\n\nYour membership is canceled. You keep access until the period you paid for ends, and your progress, notes and certificates stay in your account.\n\nIf something was missing, reply to this email and tell us. A person reads it.\n\n[Open your dashboard](/dashboard "button")',
  },
  {
    delay: 14,
    subject: 'Pick up where you left off',
    body: 'Hi {{ first_name | there }},\n\nYour courses are where you left them. If you want to continue, you can start your membership again from your billing page.\n\n[See your billing page](/profile/billing "button")',
  },
  {
    delay: 30,
    subject: 'What’s new since you left',
    body: 'Hi {{ first_name | there }},\n\nWe add to the library all the time. Here is what it has now.\n\n[Browse the courses](/training "button")\n\nThis is the last email about your canceled membership.',
  },
];

/**
 * Begins the win-back sequence as a draft that is written already; gives its id, or that of the one there is.
 * @throws {Refusal} not_allowed; conflict past a hundred sequences
 */
export async function addWinBackSequence(actor: Actor): Promise<string> {
  try {
    return await transaction(async (tx) => {
      await requirePermission(tx, actor, 'letters:edit');
      await tx.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('new sequence'))`;
      const same = await tx.db.sequence.findUnique({ where: { name: winBackName }, select: { id: true } });
      if (same) return same.id;
      if ((await tx.db.sequence.count()) >= maxSequences)
        throw new Refusal('conflict', `There are ${maxSequences} sequences already. Delete a draft first.`);
      const at = now();
      const saved = { createdAt: at, updatedAt: at };
      const { id } = await tx.db.sequence.create({
        data: {
          ...saved,
          name: winBackName,
          event: 'canceled',
          eventValue: 'membership',
          goalKind: 'bought',
          goalValue: 'membership',
          kind: 'offers',
          createdById: actor.id,
        },
      });
      await tx.db.sequenceStep.createMany({
        data: steps.map((step, place) => ({
          ...saved,
          ...step,
          sequenceId: id,
          position: place + 1,
          delayUnit: 'days',
          atMinute: 600,
        })),
      });
      await recordAudit(tx, actor, {
        action: 'sequence_saved',
        subject: sequenceSubject(id),
        after: { name: winBackName },
      });
      return id;
    });
  } catch (error) {
    throw isUniqueViolation(error) ? new Refusal('conflict', 'There is a win-back sequence already.') : error;
  }
}
