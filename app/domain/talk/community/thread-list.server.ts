import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** A thread as lists show it. */
export interface ListedThread {
  id: string;
  topic: string;
  title: string;
  /** Null for one whose account is gone. */
  author: string | null;
  /** Of the author's picture. */
  pictureId: string | null;
  replyCount: number;
  /** Who wrote the latest reply that is shown; null for one whose account is gone, and without replies. */
  lastReplyBy: string | null;
  isAnswered: boolean;
  latestAt: Date;
}

/** Which threads are listed: all, those nobody has answered, those one follows, or one's own. */
export const threadViews = ['latest', 'unanswered', 'followed', 'own'] as const;
export type ThreadView = (typeof threadViews)[number];

const perPage = 25;

/** A follower's threads are looked at from the newest they follow, so many at most. */
const followedAtMost = 2_000;

const conditions: Record<ThreadView, (userId: string) => Prisma.Sql> = {
  latest: () => Prisma.empty,
  unanswered: () => Prisma.sql`AND t.reply_count = 0`,
  followed: (userId) => Prisma.sql`AND t.id IN (
    SELECT f.thread_id FROM community_follows f WHERE f.user_id = ${userId}::uuid ORDER BY f.thread_id DESC LIMIT ${followedAtMost})`,
  own: (userId) => Prisma.sql`AND t.author_id = ${userId}::uuid`,
};

/** Who wrote the latest reply of the thread `t` that is shown. It goes by the index of replies, backward. */
const lastReplySql = Prisma.sql`
  (SELECT p.author_id FROM community_posts p
   WHERE p.thread_id = t.id AND NOT p.is_opening AND p.deleted_at IS NULL AND p.removed_at IS NULL
   ORDER BY p.created_at DESC, p.id DESC LIMIT 1)`;

/** A page of the threads, the ones with the latest post first. One query, by the index of the list, of its topic, or of whom it is for. */
export async function listThreads(
  userId: string,
  { topic, view }: { topic: string | null; view: ThreadView },
  place: Place | null,
): Promise<ListPage<ListedThread>> {
  const { past, order } = pageSql(Prisma.sql`t.latest_at`, Prisma.sql`t.id`, place);
  const rows = await prisma().$queryRaw<ListedThread[]>`
    SELECT t.id, t.topic, t.title, ${authorSql(Prisma.sql`u`)} AS author, u.picture_id AS "pictureId", t.reply_count AS "replyCount",
      ${authorSql(Prisma.sql`l`)} AS "lastReplyBy",
      t.accepted_id IS NOT NULL AS "isAnswered", t.latest_at AS "latestAt"
    FROM (
      SELECT * FROM community_threads t
      WHERE NOT t.is_hidden ${topic === null ? Prisma.empty : Prisma.sql`AND t.topic = ${topic}`} ${conditions[view](userId)}
        ${past} ORDER BY ${order} LIMIT ${perPage + 1}) t
    LEFT JOIN users u ON u.id = t.author_id
    LEFT JOIN users l ON t.reply_count > 0 AND l.id = ${lastReplySql}
    ORDER BY ${order}`;
  return pageOf(rows, perPage, ({ latestAt, id }) => ({ at: latestAt, id }), place);
}

/** How the community names the user `u`: by name, else by handle; null for nobody. */
export const authorSql = (u: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`coalesce(nullif(${u}.name, ''), ${u}.username)`;

/** The titles of the latest threads, for visitors. One query. */
export function listLatestTitles(
  count: number,
): Promise<Pick<ListedThread, 'id' | 'topic' | 'title' | 'replyCount' | 'isAnswered'>[]> {
  return prisma().$queryRaw`
    SELECT id, topic, title, reply_count AS "replyCount", accepted_id IS NOT NULL AS "isAnswered"
    FROM community_threads WHERE NOT is_hidden ORDER BY latest_at DESC, id DESC LIMIT ${count}`;
}
