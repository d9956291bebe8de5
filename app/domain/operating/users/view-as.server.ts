import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { takeTarget } from '#app/domain/core/audit/target.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { transaction } from '#app/platform/database/client.server.ts';

/**
 * Writes down that an admin begins to look at the site as a user.
 * @throws {Refusal} not_allowed; not_found; conflict for an admin or somebody inactive
 * @throws {ConfirmationNeeded}
 */
export async function beginView(actor: Actor, userId: string): Promise<void> {
  await transaction(async (tx) => {
    const user = await takeTarget(tx, actor, 'users:view_as', userId);
    if (user.role === 'admin') throw new Refusal('conflict', 'Nobody looks at the site as an admin.');
    if (user.status !== 'active')
      throw new Refusal('conflict', 'This account is inactive: there is nothing to see.');
    await recordAudit(tx, actor, { action: 'view_begun', subject: { type: 'user', id: userId } });
  });
}

/** Writes down that they have stopped. */
export async function endView(actor: Actor, userId: string): Promise<void> {
  await transaction((tx) =>
    recordAudit(tx, actor, { action: 'view_ended', subject: { type: 'user', id: userId } }),
  );
}
