import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { lastNumberOf, putAside } from '#app/domain/publishing/states.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';

/**
 * Saves a drawing of a course as a draft, as part of `tx`, which holds the lock of the content: it is published with the course. Whoever
 * calls has checked the leave to edit, and the drawing itself.
 */
export async function saveFigureDraft(
  tx: Transaction,
  actor: Actor,
  { path, text, note }: { path: string; text: string; note: string },
): Promise<void> {
  await putAside(tx, path, ['draft', 'scheduled']);
  const number = (await lastNumberOf(tx, path)) + 1;
  await tx.db.contentVersion.create({
    data: {
      path,
      number,
      kind: 'text',
      state: 'draft',
      text: `${text.trimEnd()}\n`,
      note,
      authorId: actor.id,
      createdAt: now(),
    },
  });
  await recordAudit(tx, actor, {
    action: 'content_saved',
    subject: { type: 'content', id: path },
    after: { version: number },
  });
}
