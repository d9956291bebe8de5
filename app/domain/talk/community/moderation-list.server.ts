import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import type { ModerationView } from '#app/domain/talk/community/moderation-views.ts';
import { reportReasons } from '#app/domain/talk/community/reports.server.ts';
import { authorSql } from '#app/domain/talk/community/thread-list.server.ts';
import { memberHtml } from '#app/platform/content/member-html.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** A post as the list shows it; of somebody who may not post, their latest. */
interface ModeratedPost {
  id: string;
  title: string;
  body: string;
  author: string | null;
  /** When it was reported first, removed, or its author kept from posting. */
  at: Date;
  reportCount: number;
  /** Why it was removed, or its author kept from posting. */
  reason: string | null;
}

const perPage = 25;

/** All that each view has: a post, since when, how often it was reported, and why it is there. */
const lists: Record<ModerationView, Prisma.Sql> = {
  reported: Prisma.sql`
    SELECT post_id AS id, min(created_at) AS at, count(*)::int AS reports, NULL AS reason
    FROM community_reports WHERE handled_at IS NULL GROUP BY 1`,
  removed: Prisma.sql`
    SELECT p.id, p.removed_at AS at, 0 AS reports, p.removed_reason AS reason FROM community_posts p
    WHERE p.removed_at IS NOT NULL`,
  suspended: Prisma.sql`
    SELECT p.id, s.created_at AS at, 0 AS reports, s.reason FROM community_suspensions s
    CROSS JOIN LATERAL (SELECT id FROM community_posts WHERE author_id = s.user_id ORDER BY id DESC LIMIT 1) p`,
};

/** A page of what moderators look at: what was reported, the oldest first; the rest, the latest first. One query. */
export async function listModerated(
  view: ModerationView,
  place: Place | null,
): Promise<ListPage<ModeratedPost>> {
  const first = view === 'reported' ? 'oldest' : 'newest';
  const { past, order } = pageSql(Prisma.sql`l.at`, Prisma.sql`l.id`, place, first);
  const rows = await prisma().$queryRaw<ModeratedPost[]>`
    SELECT l.id, t.title, left(p.body, 300) AS body, ${authorSql(Prisma.sql`u`)} AS author, l.at, l.reports AS "reportCount", l.reason
    FROM (SELECT * FROM (${lists[view]}) l WHERE true ${past} ORDER BY ${order} LIMIT ${perPage + 1}) l
    JOIN community_posts p ON p.id = l.id JOIN community_threads t ON t.id = p.thread_id
    LEFT JOIN users u ON u.id = p.author_id ORDER BY ${order}`;
  return pageOf(rows, perPage, ({ at, id }) => ({ at, id }), place);
}

/** A post as moderators see it, with the latest that was reported of it. */
interface PostInQuestion {
  id: string;
  html: string;
  title: string;
  isOnPage: boolean;
  createdAt: Date;
  editedAt: Date | null;
  deletedAt: Date | null;
  removedAt: Date | null;
  removedReason: string | null;
  author: { id: string; name: string; handle: string; isAdmin: boolean; isSuspended: boolean } | null;
  reports: { reason: string; note: string; createdAt: Date; isWaiting: boolean }[];
}

type Row = Omit<PostInQuestion, 'html' | 'reports'> & {
  body: string;
  reports: { reason: keyof typeof reportReasons; note: string; createdAt: string; isWaiting: boolean }[];
};

/** A post as moderators see it; null for one that is not there. One query. */
export async function findModerated(postId: string): Promise<PostInQuestion | null> {
  const [row] = await prisma().$queryRaw<Row[]>`
    SELECT p.id, p.body, t.title, NOT t.is_hidden AND p.deleted_at IS NULL AS "isOnPage", p.created_at AS "createdAt",
      p.edited_at AS "editedAt", p.deleted_at AS "deletedAt", p.removed_at AS "removedAt", p.removed_reason AS "removedReason",
      CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'name', ${authorSql(Prisma.sql`u`)}, 'handle', u.username,
        'isAdmin', u.role = 'admin',
        'isSuspended', EXISTS (SELECT FROM community_suspensions s WHERE s.user_id = u.id)) END AS author,
      (SELECT coalesce(json_agg(json_build_object('reason', r.reason, 'note', r.note, 'createdAt', r.created_at,
        'isWaiting', r.handled_at IS NULL) ORDER BY r.created_at DESC, r.id DESC), '[]')
        FROM (SELECT * FROM community_reports WHERE post_id = p.id ORDER BY created_at DESC, id DESC LIMIT 50) r) AS reports
    FROM community_posts p JOIN community_threads t ON t.id = p.thread_id LEFT JOIN users u ON u.id = p.author_id
    WHERE p.id = ${postId}::uuid`;
  if (!row) return null;
  const { body, reports, ...post } = row;
  return {
    ...post,
    html: await memberHtml(body),
    reports: reports.map(({ reason, createdAt, ...report }) => ({
      ...report,
      reason: reportReasons[reason],
      createdAt: new Date(createdAt),
    })),
  };
}
