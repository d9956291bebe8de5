import type { ActivityDetails, ActivityKind, ActivitySubject } from '#app/domain/core/activity/kinds.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { newId } from '#app/platform/database/write-together.server.ts';
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
  await tx.db.$executeRaw(activityWrite(tx, activity));
}

/** The same as a write among others (`writeTogether`), which has to be sent as part of `tx`. */
export function activityWrite(tx: Transaction, activity: Activity): Prisma.Sql {
  const { kind, userId, actorId, subject, details } = activity;
  const requestId = requestScope()?.requestId;
  if (requestId !== undefined)
    tx.afterCommit(() => log().info({ requestId, event: kind, userId, actorId }, 'activity'));
  // Each column is named, so that the statement is the same whoever it concerns, and its time does not tell.
  return Prisma.sql`
    INSERT INTO activity_log (id, type, user_id, actor_id, subject_type, subject_id, details, created_at)
    VALUES (${newId()}::uuid, ${kind}, ${userId ?? null}::uuid, ${actorId ?? null}::uuid, ${subject?.type ?? null}, ${subject?.id ?? null},
      ${details ? JSON.stringify(details) : null}::jsonb, ${now()})`;
}
