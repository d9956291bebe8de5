import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { giveUpWaiting } from '#app/domain/operating/devops/webhooks/dead-letters.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';

/** Switches an endpoint on or off for an admin, as part of `tx`; nothing happens where it is so already. */
export async function turnEndpoint(
  tx: Transaction,
  actor: Actor,
  { id, isOn: before }: { id: string; isOn: boolean },
  isOn: boolean,
): Promise<void> {
  if (before === isOn) return;
  await tx.db.webhookEndpoint.update({
    where: { id },
    data: { isOn, offReason: null, offAt: isOn ? null : now(), failingSince: null },
  });
  if (!isOn) await giveUpWaiting(tx, id);
  await recordAudit(tx, actor, {
    action: 'webhook_endpoint_switched',
    subject: { type: 'webhook_endpoint', id },
    before: { on: before },
    after: { on: isOn },
  });
}
