import type { DeferredActivity } from '#app/domain/core/activity/jobs.ts';
import type { ActivityDetails, ActivityKind, ActivitySubject } from '#app/domain/core/activity/kinds.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { isTableLocked } from '#app/platform/database/lock-scope.server.ts';
import { newId } from '#app/platform/database/write-together.server.ts';
import { isQueueOpen, sendJobWith } from '#app/platform/jobs/queue.server.ts';
import { log } from '#app/platform/log.server.ts';
import { requestScope } from '#app/platform/runtime/request-scope.server.ts';

/** One thing that happened. `userId` is whom it concerns, `actorId` who did it (none: the site, or a provider). */
type Activity = {
  [K in ActivityKind]: {
    kind: K;
    userId?: string;
    actorId?: string;
    subject?: ActivitySubject;
  } & (ActivityDetails<K> extends undefined ? { details?: never } : { details: ActivityDetails<K> });
}[ActivityKind];

/**
 * Writes a row of the activity log as part of `tx`. Nothing in it names an address, a password or a token. Of what a request does, the log
 * has a line too once it is committed: by its request id one finds how it was asked for (ASVS 16.2.1).
 */
export async function recordActivity(tx: Transaction, activity: Activity): Promise<void> {
  const [write] = await activityWrites(tx, activity);
  if (write) await tx.db.$executeRaw(write);
}

/**
 * As `activityWrite`, for what must not wait for a log that is locked: it is left to a job then, which is committed with `tx`, and nothing
 * is to be written.
 */
export async function activityWrites(tx: Transaction, activity: Activity): Promise<Prisma.Sql[]> {
  if (!isTableLocked('activity_log') || !isQueueOpen()) return [activityWrite(tx, activity)];
  const { kind, userId, actorId, subject, details } = activity;
  logLine(tx, activity);
  await sendJobWith(tx, 'record-activity', {
    id: newId(),
    kind,
    userId: userId ?? null,
    actorId: actorId ?? null,
    subjectType: subject?.type ?? null,
    subjectId: subject?.id ?? null,
    details: details ?? null,
    at: now().toISOString(),
  });
  return [];
}

/** Writes an entry that was left to a job. Done twice, it is one entry; a person who is gone by then is named no more. */
export async function recordDeferredActivity(activity: DeferredActivity): Promise<void> {
  const { id, kind, userId, actorId, subjectType, subjectId, details, at } = activity;
  await prisma().$executeRaw`
    INSERT INTO activity_log (id, type, user_id, actor_id, subject_type, subject_id, details, created_at)
    SELECT ${id}::uuid, ${kind}, (SELECT u.id FROM users u WHERE u.id = ${userId}::uuid), (SELECT u.id FROM users u WHERE u.id = ${actorId}::uuid),
      ${subjectType}, ${subjectId}, ${details ? JSON.stringify(details) : null}::jsonb, ${new Date(at)}::timestamptz
    WHERE NOT EXISTS (SELECT 1 FROM activity_log a WHERE a.id = ${id}::uuid AND a.created_at = ${new Date(at)}::timestamptz)`;
}

function logLine(tx: Transaction, { kind, userId, actorId }: Activity): void {
  const requestId = requestScope()?.requestId;
  if (requestId !== undefined)
    tx.afterCommit(() => log().info({ requestId, event: kind, userId, actorId }, 'activity'));
}

/** The same as a write among others (`writeTogether`), which has to be sent as part of `tx`. */
export function activityWrite(tx: Transaction, activity: Activity): Prisma.Sql {
  const { kind, userId, actorId, subject, details } = activity;
  logLine(tx, activity);
  // Each column is named, so that the statement is the same whoever it concerns, and its time does not tell.
  return Prisma.sql`
    INSERT INTO activity_log (id, type, user_id, actor_id, subject_type, subject_id, details, created_at)
    VALUES (${newId()}::uuid, ${kind}, ${userId ?? null}::uuid, ${actorId ?? null}::uuid, ${subject?.type ?? null}, ${subject?.id ?? null},
      ${details ? JSON.stringify(details) : null}::jsonb, ${now()})`;
}
