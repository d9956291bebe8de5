import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { activityWrite, recordActivity } from '#app/domain/core/activity/record.server.ts';
import { announceLive } from '#app/domain/core/live/announce.server.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import type { ReplyForm, ThreadForm } from '#app/domain/talk/community/forms.server.ts';
import { noteMentions } from '#app/domain/talk/community/mentions.server.ts';
import {
  countAct,
  type PosterRow,
  posterColumns,
  requirePosting,
  requirePostingBy,
} from '#app/domain/talk/community/posting-rules.server.ts';
import { renewSearched } from '#app/domain/talk/community/search-index.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { newId, writeTogether } from '#app/platform/database/write-together.server.ts';
import { announce } from '#app/platform/runtime/broadcast.server.ts';

const outOfDate = () => new Refusal('invalid', 'This form is out of date. Please send it once more.');

/** The thread of a form that was sent before, for whoever sent it. @throws {Refusal} invalid where that is somebody else */
async function threadOfForm(
  formKey: string,
  viewer: Viewer,
): Promise<{ threadId: string; id: string } | null> {
  const post = await prisma().communityPost.findUnique({
    where: { formKey },
    select: { id: true, threadId: true, authorId: true },
  });
  if (post && post.authorId !== viewer.id) throw outOfDate();
  return post;
}

/**
 * Starts a thread, which its author follows, and returns its id; the same form sent again is the same thread.
 * @throws {Refusal} not_allowed, invalid: see posting-rules.server.ts; {RateLimitExceeded}
 */
export async function startThread(viewer: Viewer, form: ThreadForm): Promise<string> {
  const { topic, title, body, formKey } = form;
  const earlierPost = await threadOfForm(formKey, viewer);
  if (earlierPost) return earlierPost.threadId;
  await countAct(viewer, 'thread');
  return transaction(async (tx) => {
    const { isNew } = await requirePosting(tx, viewer, [title, body]);
    const at = now();
    const { id: threadId } = await tx.db.communityThread.create({
      data: { topic, title, authorId: viewer.id, createdAt: at, latestAt: at },
      select: { id: true },
    });
    const id = await addOpening(tx, viewer, threadId, form);
    await noteMentions(tx, { id, threadId, title, authorId: viewer.id, body }, isNew, true);
    await renewSearched(tx, threadId);
    await recordActivity(tx, { kind: 'thread_started', userId: viewer.id, actorId: viewer.id });
    return threadId;
  }).catch(async (error: unknown) => (await firstAfter(error, formKey, viewer)).threadId);
}

/** What undoes the thread that a form has begun a second time, or its reply: the second of two presses, at the same moment. */
class SentTwice extends Error {}

/** The post of the first of two presses. @throws what the second has met, where that is anything else; {Refusal} invalid where it is gone */
async function firstAfter(error: unknown, formKey: string, viewer: Viewer) {
  if (!(error instanceof SentTwice)) throw error;
  const first = await threadOfForm(formKey, viewer);
  if (!first) throw outOfDate();
  return first;
}

/**
 * Writes the post that opens a thread, whose author follows it from then on.
 * @throws {SentTwice} where the same form has written it meanwhile
 */
async function addOpening(
  tx: Transaction,
  { id: authorId }: Viewer,
  threadId: string,
  { body, formKey }: ThreadForm,
): Promise<string> {
  const [post] = await tx.db.communityPost.createManyAndReturn({
    data: [{ threadId, authorId, body, formKey, isOpening: true, createdAt: now() }],
    skipDuplicates: true,
    select: { id: true },
  });
  if (!post) throw new SentTwice();
  await tx.db.communityFollow.createMany({ data: [{ threadId, userId: authorId }], skipDuplicates: true });
  return post.id;
}

/**
 * Replies in a thread, and returns the id of the reply; the same form sent again is the same reply. Whoever follows the thread is told,
 * once until they have read it.
 * @throws {Refusal} not_found for a thread that is not shown; not_allowed, invalid: see posting-rules.server.ts; {RateLimitExceeded}
 */
export async function reply(viewer: Viewer, threadId: string, form: ReplyForm): Promise<string> {
  const { body, formKey } = form;
  try {
    await countAct(viewer, 'reply');
  } catch (error) {
    // Pressed again, it is refused no more than the first time.
    const first = await threadOfForm(formKey, viewer);
    if (!first) throw error;
    return first.id;
  }
  return transaction(async (tx) => {
    const thread = await lockThread(tx, viewer, threadId, formKey);
    if (!thread) {
      await requirePosting(tx, viewer, [body]);
      throw new Refusal('not_found', 'This thread no longer exists.');
    }
    const { title, earlierId } = thread;
    if (earlierId !== null) {
      if (thread.earlierAuthorId !== viewer.id) throw outOfDate();
      return earlierId;
    }
    const { isNew } = await requirePostingBy(thread, viewer, [body]);
    const { id, followerIds } = await addReply(tx, viewer, threadId, form);
    const post = { id, threadId, title, authorId: viewer.id, body };
    const notifiedIds = [viewer.id, ...(await noteMentions(tx, post, isNew, true))];
    await notify(tx, {
      userId: followerIds.filter((followerId) => !notifiedIds.includes(followerId)),
      event: 'thread_replied',
      details: { title },
      path: `/community/posts/${id}`,
      key: `thread:${threadId}`,
      isGathered: true,
    });
    await announce('pages', '/community', tx);
    await announceLive([`thread:${threadId}`], tx);
    return id;
  }).catch(async (error: unknown) => (await firstAfter(error, formKey, viewer)).id);
}

interface LockedThread extends PosterRow {
  title: string;
  /** What the same form has written before, and by whom. */
  earlierId: string | null;
  earlierAuthorId: string | null;
}

/**
 * A thread that is shown, locked: replies to one take turns, so that whom they tell they tell in one order. With it, what the database
 * says of who wants to reply, and whether their form has been sent before.
 */
async function lockThread(
  tx: Transaction,
  viewer: Viewer,
  threadId: string,
  formKey: string,
): Promise<LockedThread | undefined> {
  const [thread] = await tx.db.$queryRaw<LockedThread[]>`
    SELECT t.title, p.id AS "earlierId", p.author_id AS "earlierAuthorId", ${posterColumns}
    FROM community_threads t
      LEFT JOIN users u ON u.id = ${viewer.id}::uuid AND u.status = 'active'
      LEFT JOIN community_suspensions s ON s.user_id = u.id
      LEFT JOIN community_posts p ON p.form_key = ${formKey}::uuid
    WHERE t.id = ${threadId}::uuid AND NOT t.is_hidden FOR UPDATE OF t`;
  return thread;
}

/**
 * Writes a reply, whose author follows the thread from then on, and says who has followed it before. One statement.
 * @throws {SentTwice} where the same form has written it meanwhile
 */
async function addReply(
  tx: Transaction,
  { id: authorId }: Viewer,
  threadId: string,
  { body, formKey }: ReplyForm,
): Promise<{ id: string; followerIds: string[] }> {
  const at = now();
  const [post] = await writeTogether<{ id: string; followerIds: string[] }>(tx, [
    Prisma.sql`
      INSERT INTO community_follows (thread_id, user_id) VALUES (${threadId}::uuid, ${authorId}::uuid) ON CONFLICT DO NOTHING`,
    Prisma.sql`
      UPDATE community_threads SET reply_count = reply_count + 1, latest_at = ${at} WHERE id = ${threadId}::uuid`,
    activityWrite(tx, { kind: 'thread_replied', userId: authorId, actorId: authorId }),
    Prisma.sql`
      INSERT INTO community_posts (id, thread_id, author_id, body, form_key, created_at)
      VALUES (${newId()}::uuid, ${threadId}::uuid, ${authorId}::uuid, ${body}, ${formKey}::uuid, ${at})
      ON CONFLICT (form_key) DO NOTHING
      RETURNING id, ARRAY(SELECT f.user_id FROM community_follows f WHERE f.thread_id = ${threadId}::uuid) AS "followerIds"`,
  ]);
  if (!post) throw new SentTwice();
  return post;
}

/** Follows a thread, or follows it no more. Safe to repeat. @throws {Refusal} not_found */
export async function setFollowed(viewer: Viewer, threadId: string, isFollowed: boolean): Promise<void> {
  await countAct(viewer, 'vote');
  const userId = viewer.id;
  if (!isFollowed) {
    await prisma().communityFollow.deleteMany({ where: { threadId, userId } });
    return;
  }
  const isThere = await prisma().communityThread.count({ where: { id: threadId, isHidden: false } });
  if (isThere === 0) throw new Refusal('not_found', 'This thread no longer exists.');
  await prisma().communityFollow.createMany({ data: [{ threadId, userId }], skipDuplicates: true });
}
