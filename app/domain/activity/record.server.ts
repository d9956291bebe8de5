import type { ActivityDetails, ActivityKind, ActivitySubject } from '#app/domain/activity/kinds.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';

/** One thing that happened. `userId` is whom it concerns, `actorId` who did it (none: the site, or a provider). */
export type Activity = {
  [K in ActivityKind]: {
    kind: K;
    userId?: string;
    actorId?: string;
    subject?: ActivitySubject;
  } & (ActivityDetails<K> extends undefined ? { details?: never } : { details: ActivityDetails<K> });
}[ActivityKind];

/** Writes a row of the activity log as part of `tx`. Nothing in it names an address, a password or a token. */
export async function recordActivity(tx: Transaction, activity: Activity): Promise<void> {
  const { kind, subject, details, ...who } = activity;
  await tx.db.activityLog.create({
    data: { ...who, type: kind, subjectType: subject?.type, subjectId: subject?.id, details },
  });
}
