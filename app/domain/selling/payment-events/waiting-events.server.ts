import type { EventOutcome } from '#app/domain/selling/payment-events/event-outcome.ts';
import { withoutPersonalData } from '#app/domain/selling/payment-events/personal-data.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';
import type { PaymentProvider } from '#app/platform/payments/facts.ts';
import type { ProviderEvent } from '#app/platform/payments/port.ts';

/** How long what is needed to apply an event again is kept, in days; docs/running.md says so too. */
const payloadDays = 90;

/** An event that waits: it came too early (`retry`), names nobody we know (`orphan`), or could not be applied (`unapplied`). */
interface WaitingEvent {
  provider: PaymentProvider;
  eventId: string;
  /** The provider's own name for what happened. */
  type: string;
  createdAt: Date;
  receivedAt: Date;
  outcome: string | null;
  error: string | null;
  attempts: number;
}

/** Keeps an event that cannot be applied now, unless it has been meanwhile. Returns how often it was tried. */
export async function keepWaiting(
  { provider, id, type, createdAt, payload }: ProviderEvent,
  outcome: EventOutcome,
  error: string | null,
): Promise<number> {
  const kept = JSON.stringify(withoutPersonalData(payload));
  const [row] = await prisma().$queryRaw<{ attempts: number }[]>`
    INSERT INTO webhook_events (provider, event_id, type, created_at, outcome, error, payload, attempts)
    VALUES (${provider}::payment_provider, ${id}, ${type}, ${createdAt}, ${outcome}, ${error}, ${kept}::jsonb, 1)
    ON CONFLICT (provider, event_id) DO UPDATE
      SET outcome = excluded.outcome, error = excluded.error, attempts = webhook_events.attempts + 1,
          payload = coalesce(webhook_events.payload, excluded.payload)
      WHERE webhook_events.processed_at IS NULL
    RETURNING attempts`;
  return row?.attempts ?? 0;
}

const waiting = { processedAt: null, payload: { not: Prisma.DbNull } };

/** The events that wait, the oldest first. */
export function listWaitingEvents(limit = 100): Promise<WaitingEvent[]> {
  return prisma().webhookEvent.findMany({
    where: { processedAt: null },
    omit: { payload: true, note: true, processedAt: true },
    orderBy: { createdAt: 'asc' },
    take: limit,
  });
}

/** An event that waits, as it can be received again; null for one that does not, or is kept no longer. */
export async function findWaitingEvent(
  provider: PaymentProvider,
  eventId: string,
): Promise<ProviderEvent | null> {
  // Addresses name it: Postgres has no text with this character.
  if (eventId.includes('\0')) return null;
  const row = await prisma().webhookEvent.findUnique({
    where: { provider_eventId: { provider, eventId } },
  });
  if (!row || row.processedAt || row.payload === null) return null;
  const { type, createdAt, payload } = row;
  return { provider, id: eventId, type, createdAt, payload };
}

/** Events of a provider that wait and were made since a time, the oldest first, as they can be received again. */
export async function findWaitingSince(provider: PaymentProvider, since: Date): Promise<ProviderEvent[]> {
  const rows = await prisma().webhookEvent.findMany({
    where: { ...waiting, provider, createdAt: { gte: since } },
    orderBy: { createdAt: 'asc' },
    take: 500,
  });
  return rows.map(({ eventId: id, type, createdAt, payload }) => ({
    provider,
    id,
    type,
    createdAt,
    payload,
  }));
}

/** Deletes what is needed to apply an event again, after its time; the worker calls it daily. */
export async function deleteOldPayloads(at = now()): Promise<void> {
  const limit = new Date(at.getTime() - payloadDays * dayMs);
  await prisma().$executeRaw`
    UPDATE webhook_events SET payload = NULL WHERE payload IS NOT NULL AND received_at < ${limit}`;
}
