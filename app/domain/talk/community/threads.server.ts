import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { announceLive } from '#app/domain/core/live/announce.server.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import type { ReplyForm, ThreadForm } from '#app/domain/talk/community/forms.server.ts';
import { noteMentions } from '#app/domain/talk/community/mentions.server.ts';
import { countAct, requirePosting } from '#app/domain/talk/community/posting-rules.server.ts';
import { renewSearched } from '#app/domain/talk/community/search-index.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
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
    const post = await addPost(tx, viewer, { threadId, body, formKey, isOpening: true });
    // The second of two presses, at the same moment.
    if (!post) throw new SentTwice();
    await noteMentions(tx, { id: post, threadId, title, authorId: viewer.id, body }, isNew);
    await renewSearched(tx, threadId);
    await recordActivity(tx, { kind: 'thread_started', userId: viewer.id, actorId: viewer.id });
    return threadId;
  }).catch(async (error: unknown) => {
    if (!(error instanceof SentTwice)) throw error;
    const first = await threadOfForm(formKey, viewer);
    if (!first) throw outOfDate();
    return first.threadId;
  });
}

/** What undoes the thread that a form has begun a second time. */
class SentTwice extends Error {}

/** Writes a post, whose author follows the thread from then on; null where the same form has written it before. */
async function addPost(
  tx: Transaction,
  { id: authorId }: Viewer,
  { threadId, ...post }: { threadId: string; body: string; formKey: string; isOpening: boolean },
): Promise<string | null> {
  const [added] = await tx.db.communityPost.createManyAndReturn({
    data: [{ threadId, authorId, ...post, createdAt: now() }],
    skipDuplicates: true,
    select: { id: true },
  });
  if (!added) return null;
  await tx.db.communityFollow.createMany({ data: [{ threadId, userId: authorId }], skipDuplicates: true });
  return added.id;
}

/**
 * Replies in a thread, and returns the id of the reply; the same form sent again is the same reply. Whoever follows the thread is told,
 * once until they have read it.
 * @throws {Refusal} not_found for a thread that is not shown; not_allowed, invalid: see posting-rules.server.ts; {RateLimitExceeded}
 */
export async function reply(viewer: Viewer, threadId: string, { body, formKey }: ReplyForm): Promise<string> {
  const earlierPost = await threadOfForm(formKey, viewer);
  if (earlierPost) return earlierPost.id;
  await countAct(viewer, 'reply');
  return transaction(async (tx) => {
    const { isNew } = await requirePosting(tx, viewer, [body]);
    // Replies to one thread take turns, so that whom they tell they tell in one order.
    const [thread] = await tx.db.$queryRaw<{ title: string }[]>`
      SELECT title FROM community_threads WHERE id = ${threadId}::uuid AND NOT is_hidden FOR UPDATE`;
    if (!thread) throw new Refusal('not_found', 'This thread no longer exists.');
    const id = await addPost(tx, viewer, { threadId, body, formKey, isOpening: false });
    if (id === null) {
      const first = await tx.db.communityPost.findUniqueOrThrow({ where: { formKey } });
      if (first.authorId !== viewer.id) throw outOfDate();
      return first.id;
    }
    await tx.db.communityThread.update({
      where: { id: threadId },
      data: { replyCount: { increment: 1 }, latestAt: now() },
    });
    const { title } = thread;
    const named = await noteMentions(tx, { id, threadId, title, authorId: viewer.id, body }, isNew);
    const followers = await tx.db.communityFollow.findMany({
      where: { threadId, userId: { notIn: [viewer.id, ...named] } },
      select: { userId: true },
    });
    await notify(tx, {
      userId: followers.map(({ userId }) => userId),
      event: 'thread_replied',
      details: { title },
      path: `/community/posts/${id}`,
      key: `thread:${threadId}`,
      isGathered: true,
    });
    await recordActivity(tx, { kind: 'thread_replied', userId: viewer.id, actorId: viewer.id });
    await announce('pages', '/community', tx);
    await announceLive([`thread:${threadId}`], tx);
    return id;
  });
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
