import { type Cursor, type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { waySql } from '#app/domain/core/values/cursor-sql.server.ts';
import { type EventState, eventStates } from '#app/domain/operating/operations/event-states.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { isProvider, type PaymentProvider } from '#app/platform/payments/port.ts';

interface EventFilter {
  state: EventState | null;
  provider: PaymentProvider | null;
}

/** An event as the list shows it. */
export interface ListedEvent {
  provider: PaymentProvider;
  eventId: string;
  /** The provider's own name for what happened. */
  type: string;
  createdAt: Date;
  receivedAt: Date;
  processedAt: Date | null;
  outcome: string | null;
  note: string | null;
  attempts: number;
  error: string | null;
}

const perPage = 50;

/** What an address narrows the list to. */
export function readEventFilter(query: URLSearchParams): EventFilter {
  const provider = query.get('provider');
  return {
    state: eventStates.find((known) => known === query.get('state')) ?? null,
    provider: isProvider(provider) ? provider : null,
  };
}

/** As `Cursor` is written, but that events are named as providers name them. */
const keyForm = /^(\d{13})-(.{1,255})$/s;

/** The event that an address names as the end of a page; null for none. */
export function readEventKey(text: string | null): Cursor | null {
  const [, time, id] = keyForm.exec(text ?? '') ?? [];
  return time && id && !id.includes('\0') ? { at: new Date(Number(time)), id } : null;
}

const inState: Record<EventState, Prisma.Sql> = {
  waiting: Prisma.sql`processed_at IS NULL`,
  applied: Prisma.sql`processed_at IS NOT NULL AND outcome IS DISTINCT FROM 'ignored'`,
  ignored: Prisma.sql`processed_at IS NOT NULL AND outcome = 'ignored'`,
};

const columns = Prisma.sql`provider::text, event_id AS "eventId", type, created_at AS "createdAt", received_at AS "receivedAt",
  processed_at AS "processedAt", outcome, note, attempts, error`;

/** A page of what providers have told, the newest first. One query. */
export async function listEvents(
  { state, provider }: EventFilter,
  place: Place | null,
): Promise<ListPage<ListedEvent>> {
  const { way, past } = waySql(place);
  const conditions = [
    Prisma.sql`true`,
    ...(state ? [inState[state]] : []),
    ...(provider ? [Prisma.sql`provider = ${provider}::payment_provider`] : []),
    ...(place && place !== 'last'
      ? [Prisma.sql`(received_at, event_id) ${past} (${place.at}, ${place.id})`]
      : []),
  ];
  const found = await prisma().$queryRaw<ListedEvent[]>`
    SELECT ${columns} FROM webhook_events WHERE ${Prisma.join(conditions, ' AND ')}
    ORDER BY received_at ${way}, event_id ${way} LIMIT ${perPage + 1}`;
  return pageOf(found, perPage, ({ receivedAt: at, eventId: id }) => ({ at, id }), place);
}

/** One event, with what of its body is kept: while it waits, and without what is known of persons. Null for an unknown one. One query. */
export async function findEvent(
  provider: string,
  eventId: string,
): Promise<(ListedEvent & { payload: unknown }) | null> {
  if (!isProvider(provider) || eventId.includes('\0')) return null;
  const [event] = await prisma().$queryRaw<(ListedEvent & { payload: unknown })[]>`
    SELECT ${columns}, payload FROM webhook_events
    WHERE provider = ${provider}::payment_provider AND event_id = ${eventId}`;
  return event ?? null;
}
