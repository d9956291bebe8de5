import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import type { EditForm } from '#app/domain/talk/community/forms.server.ts';
import { noteMentions } from '#app/domain/talk/community/mentions.server.ts';
import {
  countAct,
  requireCommunity,
  requirePosting,
} from '#app/domain/talk/community/posting-rules.server.ts';
import { renewSearched } from '#app/domain/talk/community/search-index.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';

/** A post with its thread, locked. */
interface LockedPost {
  id: string;
  threadId: string;
  authorId: string | null;
  isOpening: boolean;
  body: string;
  writtenAt: Date;
  isGone: boolean;
  isRemoved: boolean;
  title: string;
  threadAuthorId: string | null;
  acceptedId: string | null;
  replyCount: number;
}

const notThere = () => new Refusal('not_found', 'This post no longer exists.');

/** A post as it is now, its thread locked first: whatever changes either takes turns. @throws {Refusal} not_found */
export async function lockPost(tx: Transaction, postId: string): Promise<LockedPost> {
  await tx.db.$queryRaw`
    SELECT 1 FROM community_threads
    WHERE id = (SELECT thread_id FROM community_posts WHERE id = ${postId}::uuid) FOR UPDATE`;
  const [post] = await tx.db.$queryRaw<LockedPost[]>`
    SELECT p.id, p.thread_id AS "threadId", p.author_id AS "authorId", p.is_opening AS "isOpening", p.body,
      coalesce(p.edited_at, p.created_at) AS "writtenAt", p.deleted_at IS NOT NULL OR p.removed_at IS NOT NULL AS "isGone",
      p.removed_at IS NOT NULL AS "isRemoved", t.title, t.author_id AS "threadAuthorId", t.accepted_id AS "acceptedId",
      t.reply_count AS "replyCount"
    FROM community_posts p JOIN community_threads t ON t.id = p.thread_id WHERE p.id = ${postId}::uuid`;
  if (!post) throw notThere();
  return post;
}

/** @throws {Refusal} not_found, also for somebody else's: who may not change a post is not told whether there is one */
async function lockOwn(tx: Transaction, viewer: Viewer, postId: string): Promise<LockedPost> {
  const post = await lockPost(tx, postId);
  if (post.authorId !== viewer.id || post.isGone) throw notThere();
  return post;
}

/**
 * Changes one's own post, and the title with what opens a thread. What it said before is kept, and shown as such. The same words change
 * nothing. Returns the thread.
 * @throws {Refusal} not_found; not_allowed, invalid: see posting-rules.server.ts; {RateLimitExceeded}
 */
export async function editPost(viewer: Viewer, postId: string, form: EditForm): Promise<string> {
  await countAct(viewer, 'edit');
  return transaction(async (tx) => {
    const post = await lockOwn(tx, viewer, postId);
    const { threadId, isOpening, body: before } = post;
    const title = isOpening ? (form.title ?? post.title) : post.title;
    if (form.body === before && title === post.title) return threadId;
    const { isNew } = await requirePosting(tx, viewer, [form.body, ...(isOpening ? [title] : [])]);
    if (form.body !== before) {
      await tx.db.communityEdit.create({ data: { postId, body: before, writtenAt: post.writtenAt } });
      await tx.db.communityPost.update({
        where: { id: postId },
        data: { body: form.body, editedAt: now() },
      });
      await noteMentions(tx, { id: postId, threadId, title, authorId: viewer.id, body: form.body }, isNew);
    }
    if (title !== post.title)
      await tx.db.communityThread.update({ where: { id: threadId }, data: { title } });
    if (isOpening) await renewSearched(tx, threadId);
    return threadId;
  });
}

/**
 * Deletes one's own post: its words, with what they were before, are gone for good. What opens a thread takes the thread along as long as
 * nobody has answered. Answers the thread, or null where it has gone. Safe to repeat: whoever presses twice has deleted it.
 * @throws {Refusal} not_found, also for somebody else's and for what a moderator has removed
 */
export async function deletePost(viewer: Viewer, postId: string): Promise<string | null> {
  requireCommunity(viewer);
  return transaction(async (tx) => {
    const { threadId, isOpening, replyCount, ...post } = await lockPost(tx, postId);
    if (post.authorId !== viewer.id || post.isRemoved) throw notThere();
    const remainingThreadId = isOpening && replyCount === 0 ? null : threadId;
    if (post.isGone) return remainingThreadId;
    await tx.db.communityPost.update({ where: { id: postId }, data: { body: '', deletedAt: now() } });
    await tx.db.communityEdit.deleteMany({ where: { postId } });
    await tx.db.communityMention.deleteMany({ where: { postId } });
    await closeReports(tx, postId);
    if (!isOpening) {
      await leaveCount(tx, threadId, postId);
      return threadId;
    }
    if (remainingThreadId === null)
      await tx.db.communityThread.update({ where: { id: threadId }, data: { isHidden: true } });
    await renewSearched(tx, threadId);
    return remainingThreadId;
  });
}

/** A reply counts no more, and answers nothing any more. */
export async function leaveCount(tx: Transaction, threadId: string, postId: string): Promise<void> {
  await tx.db.communityThread.update({ where: { id: threadId }, data: { replyCount: { decrement: 1 } } });
  await tx.db.communityThread.updateMany({
    where: { id: threadId, acceptedId: postId },
    data: { acceptedId: null },
  });
}

/** There is nothing to decide any more. */
export async function closeReports(tx: Transaction, postId: string): Promise<void> {
  await tx.db.communityReport.updateMany({ where: { postId, handledAt: null }, data: { handledAt: now() } });
}

/** Finds a post helpful, or not any more; one's own one cannot. Safe to repeat. @throws {Refusal} not_found, not_allowed; {RateLimitExceeded} */
export async function setHelpful(viewer: Viewer, postId: string, isHelpful: boolean): Promise<string> {
  requireCommunity(viewer);
  await countAct(viewer, 'vote');
  return transaction(async (tx) => {
    const post = await lockPost(tx, postId);
    if (post.isGone) throw notThere();
    if (post.authorId === viewer.id)
      throw new Refusal('not_allowed', 'Whether your own post is helpful is for others to say.');
    const vote = { postId, userId: viewer.id };
    const { count } = isHelpful
      ? await tx.db.communityVote.createMany({ data: [vote], skipDuplicates: true })
      : await tx.db.communityVote.deleteMany({ where: vote });
    const change = isHelpful ? count : -count;
    await tx.db.communityPost.update({
      where: { id: postId },
      data: { helpfulCount: { increment: change } },
    });
    return post.threadId;
  });
}

/**
 * Takes a reply for the answer to one's own thread, or none any more; who wrote it is told. Safe to repeat.
 * @throws {Refusal} not_found; not_allowed in somebody else's thread
 */
export async function setAccepted(viewer: Viewer, postId: string, isAccepted: boolean): Promise<string> {
  requireCommunity(viewer);
  await countAct(viewer, 'vote');
  return transaction(async (tx) => {
    const { threadId, authorId, isGone, isOpening, title, ...thread } = await lockPost(tx, postId);
    if (isGone || isOpening) throw notThere();
    if (thread.threadAuthorId !== viewer.id)
      throw new Refusal('not_allowed', 'What answers a thread is for its author to say.');
    if (isAccepted === (thread.acceptedId === postId)) return threadId;
    await tx.db.communityThread.update({
      where: { id: threadId },
      data: { acceptedId: isAccepted ? postId : null },
    });
    if (isAccepted && authorId !== null && authorId !== viewer.id)
      await notify(tx, {
        userId: authorId,
        event: 'reply_accepted',
        details: { title },
        path: `/community/posts/${postId}`,
        key: `accepted:${postId}`,
      });
    return threadId;
  });
}

/** One's own post, to be changed. One query. @throws {Refusal} not_found */
export async function findOwnPost(viewer: Viewer, postId: string) {
  const post = await prisma().communityPost.findFirst({
    where: { id: postId, authorId: viewer.id, deletedAt: null, removedAt: null },
    select: { body: true, isOpening: true, threadId: true, thread: { select: { title: true } } },
  });
  if (!post) throw notThere();
  return { ...post, title: post.thread.title };
}
