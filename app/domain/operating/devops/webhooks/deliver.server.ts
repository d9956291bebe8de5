import { takenKeys } from '#app/domain/operating/devops/key-state.server.ts';
import { switchOff } from '#app/domain/operating/devops/webhooks/dead-letters.server.ts';
import { bodyOf } from '#app/domain/operating/devops/webhooks/events.ts';
import { failingForMs, nextTry } from '#app/domain/operating/devops/webhooks/retries.ts';
import { type KeptSecrets, signedHeaders } from '#app/domain/operating/devops/webhooks/secrets.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';
import type { Resolve } from '#app/platform/outgoing/addresses.server.ts';
import { post } from '#app/platform/outgoing/post.server.ts';

/** Sent at once by a process, and of these so many to one endpoint: a slow one keeps no other waiting. */
const atOnce = 24;
const atOnceEach = 3;

/** A process that has said nothing for so long is gone, and what it sent is sent again, in milliseconds: longer than an attempt takes. */
const claimMs = 60_000;

/** A job begins nothing new after this long, in milliseconds: the next one goes on, and a process that is to stop can. */
const jobMs = 20_000;

interface Claimed {
  id: string;
  endpointId: string;
  claimedUntil: Date;
  tries: number;
  roundAt: Date;
}

/**
 * Takes what is due, as much as may be on its way at once: of a subject's events only the first that has not arrived or been given up,
 * so that they arrive in the order in which they happened.
 */
function claimDue(limit: number): Promise<Claimed[]> {
  const at = now();
  return prisma().$queryRaw<Claimed[]>`
    UPDATE webhook_deliveries SET claimed_until = ${new Date(at.getTime() + claimMs)}, tries = tries + 1, attempts = attempts + 1
    WHERE id IN (
      SELECT due.id FROM webhook_endpoints e CROSS JOIN LATERAL (
        SELECT d.id FROM webhook_deliveries d
        WHERE d.endpoint_id = e.id AND d.state = 'waiting' AND d.next_at <= ${at}
          AND (d.claimed_until IS NULL OR d.claimed_until <= ${at})
          AND NOT EXISTS (
            SELECT 1 FROM webhook_deliveries b
            WHERE b.endpoint_id = e.id AND b.subject_id = d.subject_id AND b.state = 'waiting' AND b.sequence < d.sequence)
        ORDER BY d.next_at, d.sequence
        LIMIT greatest(0, ${atOnceEach} - (
          SELECT count(*) FROM webhook_deliveries f
          WHERE f.endpoint_id = e.id AND f.state = 'waiting' AND f.claimed_until > ${at}))
        FOR UPDATE OF d SKIP LOCKED) due
      WHERE e.is_on LIMIT ${limit})
    RETURNING id, endpoint_id AS "endpointId", claimed_until AS "claimedUntil", tries, round_at AS "roundAt"`;
}

/** What came of an attempt. */
interface Outcome {
  at: Date;
  durationMs: number;
  status: number | null;
  error: string | null;
  answer: string | null;
  retryAfterSeconds: number | null;
}

const isAccepted = ({ status }: Outcome) => status !== null && status >= 200 && status < 300;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 300);

async function attempt(
  endpoint: KeptSecrets & { url: string },
  event: Parameters<typeof bodyOf>[0],
  resolve: Resolve | undefined,
): Promise<Outcome> {
  const begun = performance.now();
  const at = now();
  const ended = (outcome: Partial<Outcome>): Outcome => ({
    at,
    durationMs: Math.round(performance.now() - begun),
    status: null,
    error: null,
    answer: null,
    retryAfterSeconds: null,
    ...outcome,
  });
  try {
    const body = bodyOf(event);
    const { status, text, retryAfterSeconds } = await post(new URL(endpoint.url), {
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': `${config().brandName.replace(/[^\x20-\x7e]/g, '')} webhooks`,
        ...signedHeaders(endpoint, event.id, body),
      },
      body,
      isAnyAllowed: config().allowsAnyWebhookTarget,
      ...(resolve ? { resolve } : {}),
    });
    const error = status >= 300 && status < 400 ? 'It redirects elsewhere, which is not followed.' : null;
    return ended({ status, answer: text || null, error, retryAfterSeconds });
  } catch (error) {
    return ended({ error: messageOf(error) });
  }
}

/** Writes down what came of an attempt. One that was taken counts, however late it is told; a failure only for whoever has it still. */
async function settle(delivery: Claimed, outcome: Outcome): Promise<void> {
  const { id, endpointId, claimedUntil } = delivery;
  const { at, durationMs, status, error, answer, retryAfterSeconds } = outcome;
  const next = isAccepted(outcome) ? null : nextTry(now(), delivery, retryAfterSeconds);
  await transaction(async (tx) => {
    // The endpoint before its deliveries, as whoever deletes it or switches it off.
    await tx.db.$queryRaw`SELECT FROM webhook_endpoints WHERE id = ${endpointId}::uuid FOR NO KEY UPDATE`;
    const last = { lastStatus: status, lastError: error, lastAnswer: answer, claimedUntil: null };
    const { count } = isAccepted(outcome)
      ? await tx.db.webhookDelivery.updateMany({
          where: { id, state: { not: 'delivered' } },
          data: { ...last, state: 'delivered', endedAt: now() },
        })
      : await tx.db.webhookDelivery.updateMany({
          where: { id, state: 'waiting', claimedUntil },
          data: { ...last, ...(next ? { nextAt: next } : { state: 'dead', endedAt: now() }) },
        });
    if (count === 0) return;
    await tx.db.webhookAttempt.create({ data: { deliveryId: id, at, durationMs, status, error, answer } });
    if (isAccepted(outcome)) {
      await tx.db.webhookEndpoint.updateMany({
        where: { id: endpointId, failingSince: { not: null } },
        data: { failingSince: null },
      });
      return;
    }
    await tx.db.webhookEndpoint.updateMany({
      where: { id: endpointId, failingSince: null },
      data: { failingSince: at },
    });
    if (status === 410) return switchOff(tx, endpointId, 'gone');
    if (next) return;
    log().warn({ deliveryId: id, endpointId, status, error }, 'a webhook was given up');
    const { failingSince } = await tx.db.webhookEndpoint.findUniqueOrThrow({
      where: { id: endpointId },
      select: { failingSince: true },
    });
    if (failingSince && now().getTime() - failingSince.getTime() >= failingForMs)
      await switchOff(tx, endpointId, 'failing');
  });
}

const isKeyTaken = async (keyId: string) =>
  (await prisma().devopsKey.count({ where: { ...takenKeys(), id: keyId } })) > 0;

/** Switches off what was added with keys that are not taken any more. One query where there is none. */
async function switchOffEnded(): Promise<void> {
  const ended = await prisma().webhookEndpoint.findMany({
    where: { isOn: true, addedByKey: { NOT: takenKeys() } },
    select: { id: true },
  });
  for (const { id } of ended) await transaction((tx) => switchOff(tx, id, 'key_ended'));
}

async function deliverOne(delivery: Claimed, resolve: Resolve | undefined): Promise<void> {
  try {
    const found = await prisma().webhookDelivery.findUnique({
      where: { id: delivery.id },
      select: { event: true, endpoint: true },
    });
    if (!found) return;
    const { addedByKeyId } = found.endpoint;
    // Asked just before it is sent: a key may have ended since the event was queued.
    if (addedByKeyId !== null && !(await isKeyTaken(addedByKeyId)))
      await transaction((tx) => switchOff(tx, delivery.endpointId, 'key_ended'));
    else await settle(delivery, await attempt(found.endpoint, found.event, resolve));
  } catch (error) {
    // The claim runs out, and it is sent again.
    log().error({ deliveryId: delivery.id, error: messageOf(error) }, 'a webhook could not be sent');
  }
}

/**
 * Sends the events that are due, until none is or the time of a job is over. Any number of processes can do it at once. The worker calls
 * it each minute, and whenever there is an event. An event is sent at least once: again where a process was killed between sending and
 * writing down what came of it.
 */
export async function sendWebhooks({
  resolve,
  forMs = jobMs,
}: {
  resolve?: Resolve;
  forMs?: number;
} = {}): Promise<void> {
  await switchOffEnded();
  const end = performance.now() + forMs;
  const underWay = new Set<Promise<void>>();
  for (;;) {
    const free = atOnce - underWay.size;
    const claimed = free > 0 && performance.now() < end ? await claimDue(free) : [];
    for (const delivery of claimed) {
      const sending: Promise<void> = deliverOne(delivery, resolve).finally(() => underWay.delete(sending));
      underWay.add(sending);
    }
    if (underWay.size === 0) return;
    await Promise.race(underWay);
  }
}
