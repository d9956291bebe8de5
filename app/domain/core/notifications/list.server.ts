import { announceLive } from '#app/domain/core/live/announce.server.ts';
import {
  type NotificationKind,
  notificationKinds,
  notificationSentence,
} from '#app/domain/core/notifications/kinds.ts';
import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';

/** A notification as the list shows it. */
export interface ListedNotification {
  id: string;
  kind: string;
  text: string;
  path: string;
  isRead: boolean;
  createdAt: Date;
}

const perPage = 25;

interface Row {
  id: string;
  kind: NotificationKind;
  event: string;
  details: unknown;
  count: number;
  path: string;
  readAt: Date | null;
  createdAt: Date;
}

/** A page of somebody's notifications, the newest first. One query, by the index of the list or of what is unread of it. */
export async function listNotifications(
  userId: string,
  tab: 'all' | 'unread',
  place: Place | null,
): Promise<ListPage<ListedNotification>> {
  const { past, order } = pageSql(Prisma.sql`created_at`, Prisma.sql`id`, place);
  const rows = await prisma().$queryRaw<Row[]>`
    SELECT id, kind::text AS kind, event, details, count, path, read_at AS "readAt", created_at AS "createdAt"
    FROM notifications
    WHERE user_id = ${userId}::uuid AND is_listed ${tab === 'unread' ? Prisma.sql`AND read_at IS NULL` : Prisma.empty}
      ${past} ORDER BY ${order} LIMIT ${perPage + 1}`;
  const page = pageOf(rows, perPage, ({ createdAt, id }) => ({ at: createdAt, id }), place);
  return {
    ...page,
    rows: page.rows.map(({ id, kind, path, readAt, createdAt, ...sentenceParts }) => ({
      id,
      kind: notificationKinds[kind].title,
      text: notificationSentence(sentenceParts),
      path,
      isRead: readAt !== null,
      createdAt,
    })),
  };
}

/** Marks one of somebody's notifications as read, and says where it leads; null for one that is not theirs. Safe to repeat. */
export async function readNotification(userId: string, id: string): Promise<string | null> {
  const [row] = await prisma().$queryRaw<{ path: string }[]>`
    UPDATE notifications SET read_at = COALESCE(read_at, ${now()}), mail_at = NULL
    WHERE id = ${id}::uuid AND user_id = ${userId}::uuid AND is_listed RETURNING path`;
  if (row) await announceLive([`user:${userId}`]);
  return row?.path ?? null;
}

/** Marks all of somebody's notifications as read, up to those they have seen: `before` is when the page was made. */
export async function readAllNotifications(userId: string, before: Date): Promise<void> {
  await prisma().notification.updateMany({
    where: { userId, isListed: true, readAt: null, createdAt: { lte: before } },
    data: { readAt: now(), mailAt: null },
  });
  await announceLive([`user:${userId}`]);
}

/** Marks what leads to a page as read, for whoever opens that page. */
export async function readNotificationsOf(userId: string, keys: readonly string[]): Promise<void> {
  const { count } = await prisma().notification.updateMany({
    where: { userId, key: { in: [...keys] }, readAt: null },
    data: { readAt: now(), mailAt: null },
  });
  if (count > 0) await announceLive([`user:${userId}`]);
}

/** What is read is kept for so long, and whatever is told for the second, in days. */
const keptDays = { read: 90, all: 365 };

/** Deletes what was read long ago, or told a year ago; the worker calls it daily. */
export async function deleteOldNotifications(): Promise<void> {
  const daysAgo = (days: number) => new Date(now().getTime() - days * dayMs);
  await prisma().notification.deleteMany({
    where: {
      OR: [{ readAt: { lt: daysAgo(keptDays.read) } }, { createdAt: { lt: daysAgo(keptDays.all) } }],
    },
  });
}
