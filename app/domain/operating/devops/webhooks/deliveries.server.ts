import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import { doubleSubmitWindow } from '#app/domain/core/values/double-submit.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { type DeliveryState, deliveryStates } from '#app/domain/operating/devops/webhooks/delivery-states.ts';
import { lockEndpoint } from '#app/domain/operating/devops/webhooks/endpoints.server.ts';
import { bodyOf } from '#app/domain/operating/devops/webhooks/events.ts';
import { type EventKind, isEventKind, testKind } from '#app/domain/operating/devops/webhooks/kinds.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { deleteByBatches } from '#app/platform/database/partitions.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import { sendJob } from '#app/platform/jobs/queue.server.ts';

interface DeliveryFilter {
  state: DeliveryState | null;
  endpoint: string | null;
  type: EventKind | typeof testKind | null;
}

/** What an address narrows the list to. */
export function readDeliveryFilter(query: URLSearchParams): DeliveryFilter {
  const endpoint = query.get('endpoint');
  const type = query.get('type');
  return {
    state: deliveryStates.find((known) => known === query.get('state')) ?? null,
    endpoint: z.uuid().safeParse(endpoint).success ? endpoint : null,
    type: isEventKind(type) || type === testKind ? type : null,
  };
}

/** A delivery as the list shows it. */
export interface ListedDelivery {
  id: string;
  endpointId: string;
  url: string;
  type: string;
  state: DeliveryState;
  attempts: number;
  createdAt: Date;
  endedAt: Date | null;
  /** When it is tried again; null for one that is over, and for one that is being sent. */
  nextAt: Date | null;
  lastStatus: number | null;
  lastError: string | null;
  lastAnswer: string | null;
}

const columns = Prisma.sql`d.id, d.endpoint_id AS "endpointId", e.url, d.type, d.state::text AS state, d.attempts,
  d.created_at AS "createdAt", d.ended_at AS "endedAt",
  CASE WHEN d.state = 'waiting' AND d.claimed_until IS NULL THEN d.next_at END AS "nextAt",
  d.last_status AS "lastStatus", d.last_error AS "lastError", d.last_answer AS "lastAnswer"`;

const perPage = 50;

/** A page of what was sent and is to be, the newest first. One query. */
export async function listDeliveries(
  { state, endpoint, type }: DeliveryFilter,
  place: Place | null,
): Promise<ListPage<ListedDelivery>> {
  const conditions = [
    Prisma.sql`true`,
    ...(state ? [Prisma.sql`d.state = ${state}::delivery_state`] : []),
    ...(endpoint ? [Prisma.sql`d.endpoint_id = ${endpoint}::uuid`] : []),
    ...(type ? [Prisma.sql`d.type = ${type}`] : []),
  ];
  const { past, order } = pageSql(Prisma.sql`d.created_at`, Prisma.sql`d.id`, place);
  const found = await prisma().$queryRaw<ListedDelivery[]>`
    SELECT ${columns} FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
    WHERE ${Prisma.join(conditions, ' AND ')} ${past} ORDER BY ${order} LIMIT ${perPage + 1}`;
  return pageOf(found, perPage, ({ createdAt: at, id }) => ({ at, id }), place);
}

/** One delivery with the body that is sent and what came of each attempt, the latest first; null for an unknown one. Three queries. */
export async function findDelivery(id: string) {
  if (!z.uuid().safeParse(id).success) return null;
  const [found, event, tried] = await Promise.all([
    prisma().$queryRaw<(ListedDelivery & { isOn: boolean })[]>`
      SELECT ${columns}, e.is_on AS "isOn" FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
      WHERE d.id = ${id}::uuid`,
    prisma().outgoingEvent.findFirst({ where: { deliveries: { some: { id } } } }),
    prisma().webhookAttempt.findMany({
      where: { deliveryId: id },
      orderBy: [{ at: 'desc' }, { id: 'desc' }],
      take: 50,
    }),
  ]);
  const [delivery] = found;
  if (!delivery || !event) return null;
  return {
    ...delivery,
    eventId: event.id,
    body: readable(event),
    tried: tried.map(({ deliveryId: _, ...one }) => one),
  };
}

function readable(event: Parameters<typeof bodyOf>[0]): string {
  try {
    return JSON.stringify(JSON.parse(bodyOf(event)), null, 2);
  } catch {
    return 'This event cannot be read, and is not sent.';
  }
}

/** Has what is due looked at once `tx` is committed. */
const sendSoon = (tx: Transaction) => tx.afterCommit(() => sendJob('send-webhooks', {}));

/** What a delivery that is sent again begins with. */
const anew = (at: Date) =>
  Prisma.sql`state = 'waiting', tries = 0, round_at = ${at}, next_at = ${at}, claimed_until = NULL, ended_at = NULL`;

/**
 * Sends a delivery again, whatever came of it. @throws {Refusal} not_allowed; not_found; conflict while it waits, and where its endpoint
 * is off
 */
export async function replayDelivery(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'operations:run');
    const delivery = z.uuid().safeParse(id).success
      ? await tx.db.webhookDelivery.findUnique({ where: { id }, include: { endpoint: true } })
      : null;
    if (!delivery) throw new Refusal('not_found', 'There is no such delivery.');
    if (!delivery.endpoint.isOn)
      throw new Refusal('conflict', 'Its endpoint is off. Please switch it on first.');
    const count = await tx.db.$executeRaw`
      UPDATE webhook_deliveries SET ${anew(now())} WHERE id = ${id}::uuid AND state <> 'waiting'`;
    if (count === 0) throw new Refusal('conflict', 'It is on its way already.');
    await recordAudit(tx, actor, {
      action: 'webhook_delivery_replayed',
      subject: { type: 'webhook_delivery', id },
      after: { type: delivery.type, endpoint: delivery.endpointId },
    });
    sendSoon(tx);
  });
}

/**
 * Sends everything again that an endpoint was not delivered, in the order in which it happened. Returns how much it is.
 * @throws {Refusal} not_allowed; not_found; conflict where it is off
 */
export async function replayAll(actor: Actor, endpointId: string): Promise<number> {
  return transaction(async (tx) => {
    await requirePermission(tx, actor, 'operations:run');
    const { isOn } = await lockEndpoint(tx, endpointId);
    if (!isOn) throw new Refusal('conflict', 'The endpoint is off. Please switch it on first.');
    const count = await tx.db.$executeRaw`
      UPDATE webhook_deliveries SET ${anew(now())} WHERE endpoint_id = ${endpointId}::uuid AND state = 'dead'`;
    if (count === 0) return 0;
    await recordAudit(tx, actor, {
      action: 'webhook_deliveries_replayed',
      subject: { type: 'webhook_endpoint', id: endpointId },
      after: { count },
    });
    sendSoon(tx);
    return count;
  }, 60_000);
}

/** Puts a test event on its way to an endpoint, one for who presses twice (P101), and returns its delivery. @throws {Refusal} not_allowed; not_found; conflict where it is off; {ConfirmationNeeded} */
export async function sendTest(actor: Actor, endpointId: string): Promise<string> {
  return transaction(async (tx) => {
    await requirePermission(tx, actor, 'webhooks:manage');
    const { isOn } = await lockEndpoint(tx, endpointId);
    if (!isOn) throw new Refusal('conflict', 'The endpoint is off. Please switch it on first.');
    const pressed = { endpointId, type: testKind, createdAt: doubleSubmitWindow() };
    const first = await tx.db.webhookDelivery.findFirst({ where: pressed, select: { id: true } });
    if (first) return first.id;
    const at = now();
    const event = await tx.db.outgoingEvent.create({
      data: {
        type: testKind,
        subjectId: endpointId,
        data: { message: 'This is a test: nothing has happened.' },
        occurredAt: at,
      },
    });
    const { id } = await tx.db.webhookDelivery.create({
      data: {
        endpointId,
        eventId: event.id,
        sequence: event.sequence,
        subjectId: event.subjectId,
        type: event.type,
        roundAt: at,
        nextAt: at,
        createdAt: at,
      },
      select: { id: true },
    });
    await recordAudit(tx, actor, {
      action: 'webhook_tested',
      subject: { type: 'webhook_endpoint', id: endpointId },
    });
    sendSoon(tx);
    return id;
  });
}

/** How long what was delivered is kept, and what was given up, in days. */
const keptDays = 30;
const deadDays = 90;

/** Deletes what was delivered or given up long ago; the worker calls it daily. */
export async function deleteOldDeliveries(): Promise<void> {
  const before = (days: number) => new Date(now().getTime() - days * dayMs);
  for (const [state, limit] of [
    ['delivered', before(keptDays)],
    ['dead', before(deadDays)],
  ] as const)
    await deleteByBatches(
      (most) => prisma().$executeRaw`
        DELETE FROM webhook_deliveries WHERE id IN (
          SELECT id FROM webhook_deliveries WHERE state = ${state}::delivery_state AND created_at < ${limit} LIMIT ${most})`,
    );
  await deleteByBatches(
    (most) => prisma().$executeRaw`
      DELETE FROM outgoing_events WHERE id IN (
        SELECT e.id FROM outgoing_events e WHERE e.occurred_at < ${before(keptDays)}
          AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = e.id) LIMIT ${most})`,
  );
}
