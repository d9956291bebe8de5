import { announceLive } from '#app/domain/core/live/announce.server.ts';
import {
  digestKinds,
  type NotificationDetails,
  type NotificationEvent,
  notificationEvents,
  notificationKinds,
} from '#app/domain/core/notifications/kinds.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';

/** Something somebody is to be told. */
type Told = {
  [E in NotificationEvent]: {
    /** Whom; several are told the same. */
    userId: string | readonly string[];
    event: E;
    /** The page of the site it leads to. */
    path: string;
    /** What it tells of: the same is told somebody once. */
    key?: string;
    /** Whether more of the same, told under the same key, is gathered into one that counts. */
    isGathered?: boolean;
  } & (NotificationDetails<E> extends undefined ? { details?: never } : { details: NotificationDetails<E> });
}[NotificationEvent];

/** A digest comes a day after the last at the earliest, and leaves an hour for what is read on the site anyway. */
const digestEvery = '24 hours';
const digestDelay = '1 hour';

/**
 * Tells somebody something, as part of the transaction of what it tells: a row of their notifications, unless they have switched its kind
 * off, and with it a line of their next digest and a message to their browsers where they have asked for that. Inactive users are told
 * nothing. One statement, and a job where somebody has browsers turned on.
 */
export async function notify(tx: Transaction, message: Told): Promise<void> {
  const { userId, event, path, details, key = null, isGathered = false } = message;
  const userIds = [userId].flat();
  if (userIds.length === 0) return;
  const { kind } = notificationEvents[event];
  const isFixed = notificationKinds[kind].isFixed === true;
  const kindSql = Prisma.sql`${kind}::notification_kind`;
  const mailed = digestKinds.includes(kind)
    ? Prisma.sql`CASE WHEN ${kindSql} = ANY(s.mail_on)
        THEN GREATEST(${now()}::timestamptz + ${digestDelay}::interval, s.last_digest_at + ${digestEvery}::interval) END`
    : Prisma.sql`NULL::timestamptz`;
  const writtenRows = await tx.db.$queryRaw<{ id: string; userId: string; isPushed: boolean }[]>`
    WITH written AS (
    INSERT INTO notifications (id, user_id, kind, event, details, path, key, is_listed, created_at, mail_at)
    SELECT id, user_id, kind, event, details, path, key, is_listed, created_at, mail_at FROM (
      SELECT gen_random_uuid() AS id, u.id AS user_id, ${kindSql} AS kind, ${event} AS event,
        ${details ? JSON.stringify(details) : null}::jsonb AS details, ${path} AS path, ${key} AS key, ${isFixed} OR s.user_id IS NULL OR NOT ${kindSql} = ANY(s.site_off) AS is_listed, ${now()}::timestamptz AS created_at,
        ${mailed} AS mail_at, coalesce(${kindSql} = ANY(s.push_on), false) AS is_pushed
      FROM users u LEFT JOIN notification_settings s ON s.user_id = u.id
      WHERE u.id = ANY(${userIds}::uuid[]) AND u.status = 'active' ORDER BY u.id) told
    WHERE told.is_listed OR told.mail_at IS NOT NULL OR told.is_pushed
    ${isGathered ? gathering : Prisma.sql`ON CONFLICT DO NOTHING`} RETURNING id, user_id)
    SELECT w.id, w.user_id AS "userId", coalesce(${kindSql} = ANY(s.push_on), false) AS "isPushed"
    FROM written w LEFT JOIN notification_settings s ON s.user_id = w.user_id`;
  await announceLive([...new Set(writtenRows.map(({ userId: id }) => `user:${id}` as const))], tx);
  const pushed = writtenRows.filter(({ isPushed }) => isPushed);
  if (pushed.length > 0) await sendJobWith(tx, 'send-push', { notificationIds: pushed.map(({ id }) => id) });
}

/** What is unread counts one more; what was read begins anew. */
const gathering = Prisma.sql`
  ON CONFLICT (user_id, key) DO UPDATE SET details = EXCLUDED.details, path = EXCLUDED.path,
    count = CASE WHEN notifications.read_at IS NULL THEN notifications.count + 1 ELSE 1 END,
    is_listed = EXCLUDED.is_listed, created_at = EXCLUDED.created_at, read_at = NULL,
    mail_at = COALESCE(notifications.mail_at, EXCLUDED.mail_at)`;
