import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { type Actor, commandLine, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import type { EventOutcome } from '#app/domain/selling/payment-events/event-outcome.ts';
import { receiveEvent } from '#app/domain/selling/payment-events/receive.server.ts';
import { findWaitingEvent } from '#app/domain/selling/payment-events/waiting-events.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';
import type { PaymentProvider } from '#app/platform/payments/facts.ts';

/**
 * Applies an event that waits once more, and says what became of it: it goes on waiting where that went wrong again.
 * @throws {Refusal} not_allowed; not_found for one that does not wait, or whose content is no longer kept
 */
export async function reapplyEvent(
  { provider, eventId }: { provider: PaymentProvider; eventId: string },
  actor: Actor = commandLine,
): Promise<EventOutcome> {
  await transaction((tx) => requirePermission(tx, actor, 'operations:run'));
  const event = await findWaitingEvent(provider, eventId);
  if (!event) throw new Refusal('not_found', 'This event does not wait to be applied.');
  const outcome = await receiveEvent(event);
  await transaction(async (tx) => {
    await recordAudit(tx, actor, {
      action: 'payment_event_reapplied',
      subject: { type: 'payment_event', id: `${provider} ${eventId}` },
      after: { event: event.type, outcome },
    });
    await recordActivity(tx, {
      kind: 'payment_event_reapplied',
      details: { event: event.type, outcome },
      ...(actor.id ? { actorId: actor.id } : {}),
    });
  });
  return outcome;
}
