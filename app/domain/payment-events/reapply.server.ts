import { recordActivity } from '#app/domain/activity/record.server.ts';
import { Refusal } from '#app/domain/errors.ts';
import type { EventOutcome } from '#app/domain/payment-events/event-outcome.ts';
import { receiveEvent } from '#app/domain/payment-events/receive.server.ts';
import { findWaitingEvent } from '#app/domain/payment-events/waiting-events.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';
import type { PaymentProvider } from '#app/platform/payments/facts.ts';

/**
 * Applies an event that waits once more, and says what became of it: it goes on waiting where that went wrong again.
 * @throws {Refusal} not_found for one that does not wait, or whose content is no longer kept
 */
export async function reapplyEvent(
  { provider, eventId }: { provider: PaymentProvider; eventId: string },
  operator: { id?: string } = {},
): Promise<EventOutcome> {
  const event = await findWaitingEvent(provider, eventId);
  if (!event) throw new Refusal('not_found', 'This event does not wait to be applied.');
  const outcome = await receiveEvent(event);
  await transaction((tx) =>
    recordActivity(tx, {
      kind: 'payment_event_reapplied',
      details: { event: event.type, outcome },
      ...(operator.id ? { actorId: operator.id } : {}),
    }),
  );
  return outcome;
}
