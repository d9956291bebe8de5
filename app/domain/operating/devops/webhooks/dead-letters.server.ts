import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';

/** Gives up what waits for an endpoint that is off, as part of `tx`: it can be sent again. */
export async function giveUpWaiting(tx: Transaction, endpointId: string): Promise<void> {
  await tx.db.$executeRaw`
    UPDATE webhook_deliveries SET state = 'dead', ended_at = ${now()}, claimed_until = NULL,
      last_error = coalesce(last_error, 'The endpoint was switched off.')
    WHERE endpoint_id = ${endpointId}::uuid AND state = 'waiting'`;
}

/**
 * Switches an endpoint off, as part of `tx`, and emails the operator: `gone` where it has said so (410), `failing` after days of failures,
 * `key_ended` where the key that added it is not taken any more.
 */
export async function switchOff(
  tx: Transaction,
  endpointId: string,
  why: 'failing' | 'gone' | 'key_ended',
): Promise<void> {
  const at = now();
  const [endpoint] = await tx.db.webhookEndpoint.updateManyAndReturn({
    where: { id: endpointId, isOn: true },
    data: { isOn: false, offReason: why, offAt: at },
    select: { url: true, description: true },
  });
  if (!endpoint) return;
  await giveUpWaiting(tx, endpointId);
  const deadCount = await tx.db.webhookDelivery.count({ where: { endpointId, state: 'dead' } });
  const { supportEmail, appUrl } = config();
  await queueMail(tx, supportEmail, 'webhook-endpoint-off', {
    endpoint: endpoint.description || endpoint.url,
    why,
    deadCount,
    endpointUrl: `${appUrl}/admin/webhooks/endpoints/${endpointId}`,
  });
  log().warn({ endpointId, why, deadCount }, 'a webhook endpoint was switched off');
}
