import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { type Place, pageOf, writeCursor } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import { authorSql } from '#app/domain/talk/community/thread-list.server.ts';
import { memberHtml } from '#app/platform/content/member-html.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** A post as its thread shows it. Its HTML is safe. */
export interface ShownPost {
  id: string;
  isOpening: boolean;
  /** Null for one whose account is gone. */
  author: string | null;
  handle: string | null;
  pictureId: string | null;
  isModerator: boolean;
  isOwn: boolean;
  isThreadAuthor: boolean;
  html: string;
  /** Whether its words are gone, by whom, and for what reason: its author alone is told that. */
  goneBy: 'deleted' | 'removed' | null;
  removedReason: string | null;
  helpfulCount: number;
  isFoundHelpful: boolean;
  isAccepted: boolean;
  createdAt: Date;
  editedAt: Date | null;
}

export interface ShownThread {
  id: string;
  topic: string;
  title: string;
  replyCount: number;
  isOwn: boolean;
  isFollowed: boolean;
  /** Why they may not post, if so. */
  suspendedFor: string | null;
  opening: ShownPost;
  /** The reply that answers it, which stands above the others too. */
  accepted: ShownPost | null;
  replies: ShownPost[];
  /** Whether the page is the one a thread begins with. */
  isFirst: boolean;
  previous: string | null;
  next: string | null;
}

const perPage = 30;

interface PostRow extends Omit<ShownPost, 'html' | 'goneBy' | 'isOwn' | 'isThreadAuthor'> {
  authorId: string | null;
  body: string;
  isDeleted: boolean;
  isRemoved: boolean;
}

interface Row extends PostRow {
  threadId: string;
  topic: string;
  title: string;
  threadAuthorId: string | null;
  replyCount: number;
  isFollowed: boolean;
  suspendedFor: string | null;
  /** Whether it is a reply of this page; the accepted one comes along from wherever it stands. */
  isOnPage: boolean;
  /** Whether there are replies before the one the page was asked to begin with. */
  isFurther: boolean;
}

/**
 * A thread with a page of its replies, the oldest first; null for one that is not shown. With `from` the first page begins at that reply.
 * One query.
 */
export async function findThread(
  viewer: Viewer,
  threadId: string,
  { place, from = null }: { place: Place | null; from?: string | null },
): Promise<ShownThread | null> {
  const { past, order } = pageSql(Prisma.sql`p.created_at`, Prisma.sql`p.id`, place, 'oldest');
  const isFrom = place === null && from !== null;
  const named = Prisma.sql`(SELECT f.created_at, f.id FROM community_posts f WHERE f.id = ${from}::uuid)`;
  const begin = isFrom ? Prisma.sql`AND (p.created_at, p.id) >= ${named}` : past;
  const further = isFrom
    ? Prisma.sql`EXISTS (
        SELECT FROM community_posts e WHERE e.thread_id = t.id AND NOT e.is_opening AND (e.created_at, e.id) < ${named})`
    : Prisma.sql`false`;
  const rows = await prisma().$queryRaw<Row[]>`
    WITH t AS (SELECT * FROM community_threads WHERE id = ${threadId}::uuid AND NOT is_hidden),
    page AS (
      SELECT p.* FROM community_posts p WHERE p.thread_id = (SELECT id FROM t) AND NOT p.is_opening ${begin}
      ORDER BY ${order} LIMIT ${perPage + 1}),
    shown AS (
      SELECT * FROM page
      UNION SELECT p.* FROM community_posts p WHERE p.thread_id = (SELECT id FROM t) AND p.is_opening
      UNION SELECT p.* FROM community_posts p WHERE p.id = (SELECT accepted_id FROM t))
    SELECT t.id AS "threadId", t.topic, t.title, t.author_id AS "threadAuthorId", t.reply_count AS "replyCount",
      EXISTS (SELECT FROM community_follows f WHERE f.thread_id = t.id AND f.user_id = ${viewer.id}::uuid) AS "isFollowed",
      (SELECT s.reason FROM community_suspensions s WHERE s.user_id = ${viewer.id}::uuid) AS "suspendedFor",
      p.id, p.id IN (SELECT id FROM page) AS "isOnPage", ${further} AS "isFurther", p.is_opening AS "isOpening", p.author_id AS "authorId", ${authorSql(Prisma.sql`u`)} AS author, u.username AS handle,
      u.picture_id AS "pictureId",
      coalesce(u.role = 'admin', false) AS "isModerator", p.body, p.deleted_at IS NOT NULL AS "isDeleted",
      p.removed_at IS NOT NULL AS "isRemoved", p.removed_reason AS "removedReason", p.helpful_count AS "helpfulCount",
      EXISTS (SELECT FROM community_votes v WHERE v.post_id = p.id AND v.user_id = ${viewer.id}::uuid) AS "isFoundHelpful",
      t.accepted_id IS NOT DISTINCT FROM p.id AS "isAccepted", p.created_at AS "createdAt", p.edited_at AS "editedAt"
    FROM t, shown p LEFT JOIN users u ON u.id = p.author_id
    ORDER BY ${order}`;
  const opening = rows.find(({ isOpening }) => isOpening);
  if (!opening) return null;
  const cursorOf = ({ createdAt: at, id }: Row) => ({ at, id });
  const page = pageOf(
    rows.filter(({ isOnPage }) => isOnPage),
    perPage,
    cursorOf,
    place,
  );
  const [begins] = page.rows;
  const accepted = rows.find(({ isAccepted }) => isAccepted);
  const show = (row: PostRow) => shownPost(row, viewer.id, opening.threadAuthorId);
  const replies: ShownPost[] = [];
  // One after the other: the texts of a whole page take the thread that reads long ones in turn with others'.
  for (const row of page.rows) replies.push(await show(row));
  return {
    id: opening.threadId,
    topic: opening.topic,
    title: opening.title,
    replyCount: opening.replyCount,
    isOwn: opening.threadAuthorId === viewer.id,
    isFollowed: opening.isFollowed,
    suspendedFor: opening.suspendedFor,
    opening: await show(opening),
    accepted: accepted ? await show(accepted) : null,
    replies,
    isFirst: place === null && from === null,
    previous: opening.isFurther && begins ? writeCursor(cursorOf(begins)) : page.previous,
    next: page.next,
  };
}

async function shownPost(
  { authorId, body, isDeleted, isRemoved, removedReason, ...post }: PostRow,
  viewerId: string,
  threadAuthorId: string | null,
): Promise<ShownPost> {
  const isOwn = authorId === viewerId;
  const goneBy = isRemoved ? 'removed' : isDeleted ? 'deleted' : null;
  return {
    ...post,
    isOwn,
    isThreadAuthor: authorId !== null && authorId === threadAuthorId,
    html: goneBy === null ? await memberHtml(body) : '',
    goneBy,
    removedReason: isOwn ? removedReason : null,
  };
}

/** Where a post stands; null for one that is not there. One query. */
export async function findPlaceOfPost(
  postId: string,
): Promise<{ threadId: string; isOpening: boolean } | null> {
  return prisma().communityPost.findFirst({
    where: { id: postId, thread: { isHidden: false } },
    select: { threadId: true, isOpening: true },
  });
}

interface Version {
  threadId: string;
  title: string;
  body: string;
  writtenAt: Date;
}

/** What a post said, the latest words first; null for one that is not shown, or was never changed. One query. */
export async function findHistory(
  postId: string,
): Promise<{ threadId: string; title: string; versions: { html: string; writtenAt: Date }[] } | null> {
  const versions = await prisma().$queryRaw<Version[]>`
    WITH p AS (
      SELECT p.*, t.title FROM community_posts p JOIN community_threads t ON t.id = p.thread_id
      WHERE p.id = ${postId}::uuid AND p.deleted_at IS NULL AND p.removed_at IS NULL AND p.edited_at IS NOT NULL AND NOT t.is_hidden)
    SELECT thread_id AS "threadId", title, body, edited_at AS "writtenAt" FROM p
    UNION ALL (
      SELECT p.thread_id, p.title, e.body, e.written_at FROM p JOIN community_edits e ON e.post_id = p.id
      ORDER BY e.written_at DESC, e.id DESC LIMIT 50)`;
  const [now] = versions;
  if (!now) return null;
  const renderedVersions: { html: string; writtenAt: Date }[] = [];
  for (const { body, writtenAt } of versions)
    renderedVersions.push({ html: await memberHtml(body), writtenAt });
  return { threadId: now.threadId, title: now.title, versions: renderedVersions };
}
