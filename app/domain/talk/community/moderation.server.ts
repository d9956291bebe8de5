import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { reasonField } from '#app/domain/core/audit/reason.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { closeReports, leaveCount, lockPost } from '#app/domain/talk/community/posts.server.ts';
import { renewSearched } from '#app/domain/talk/community/search-index.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';

const reason = reasonField(300);

/** What can be done about a post, and about who wrote it. The reason is read by them. */
export const moderationSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('remove'), reason }),
  z.object({ intent: z.literal('suspend'), reason }),
  z.object({ intent: z.enum(['leave', 'restore', 'allow']) }),
]);

export type Moderation = z.output<typeof moderationSchema>;

/**
 * Does one of these, with its line in the audit log; whoever wrote the post is told. What is done already is refused, so that two
 * moderators do nothing twice.
 * @throws {Refusal} not_allowed, not_found, conflict
 */
export async function moderate(actor: Actor, postId: string, moderation: Moderation): Promise<void> {
  await transaction(async (tx) => {
    const isAboutAuthor = moderation.intent === 'suspend' || moderation.intent === 'allow';
    await requirePermission(tx, actor, isAboutAuthor ? 'community:suspend' : 'community:moderate');
    switch (moderation.intent) {
      case 'remove':
        return removePost(tx, actor, postId, moderation.reason);
      case 'restore':
        return restorePost(tx, actor, postId);
      case 'leave':
        return leavePost(tx, actor, postId);
      case 'suspend':
        return suspendAuthor(tx, actor, postId, moderation.reason);
      default:
        return allowAuthor(tx, actor, postId);
    }
  });
}

const alreadyDone = (what: string) => new Refusal('conflict', `${what} Look at it again.`);

const subjectOf = (id: string) => ({ type: 'post', id }) as const;

/** Takes a post from the page; what it says is kept for a change of mind. What opens a thread takes the thread out of the lists. */
async function removePost(tx: Transaction, actor: Actor, postId: string, why: string): Promise<void> {
  const { threadId, authorId, title, isGone, isOpening } = await lockPost(tx, postId);
  if (isGone) throw alreadyDone('This post is removed or deleted already.');
  await tx.db.communityPost.update({
    where: { id: postId },
    data: { removedAt: now(), removedReason: why },
  });
  await closeReports(tx, postId);
  if (isOpening) await setHidden(tx, threadId, true);
  else await leaveCount(tx, threadId, postId);
  await recordAudit(tx, actor, { action: 'post_removed', subject: subjectOf(postId), reason: why });
  if (authorId !== null)
    await notify(tx, {
      userId: authorId,
      event: 'post_removed',
      details: { title, reason: why },
      path: isOpening ? '/community' : `/community/posts/${postId}`,
    });
}

async function restorePost(tx: Transaction, actor: Actor, postId: string): Promise<void> {
  const { threadId, authorId, title, isRemoved, isOpening } = await lockPost(tx, postId);
  if (!isRemoved) throw alreadyDone('This post is not removed.');
  await tx.db.communityPost.update({
    where: { id: postId },
    data: { removedAt: null, removedReason: null },
  });
  if (isOpening) await setHidden(tx, threadId, false);
  else
    await tx.db.communityThread.update({ where: { id: threadId }, data: { replyCount: { increment: 1 } } });
  await recordAudit(tx, actor, { action: 'post_restored', subject: subjectOf(postId) });
  if (authorId !== null)
    await notify(tx, {
      userId: authorId,
      event: 'post_restored',
      details: { title },
      path: `/community/posts/${postId}`,
    });
}

async function setHidden(tx: Transaction, threadId: string, isHidden: boolean): Promise<void> {
  await tx.db.communityThread.update({ where: { id: threadId }, data: { isHidden } });
  await renewSearched(tx, threadId);
}

/** Nothing is wrong with it: its reports are done with. */
async function leavePost(tx: Transaction, actor: Actor, postId: string): Promise<void> {
  await lockPost(tx, postId);
  const waiting = await tx.db.communityReport.count({ where: { postId, handledAt: null } });
  if (waiting === 0) throw alreadyDone('No report of this post waits any more.');
  await closeReports(tx, postId);
  await recordAudit(tx, actor, {
    action: 'post_left',
    subject: subjectOf(postId),
    after: { reports: waiting },
  });
}

async function authorOf(tx: Transaction, postId: string): Promise<{ id: string; role: string }> {
  const { authorId } = await lockPost(tx, postId);
  const author = authorId && (await tx.db.user.findUnique({ where: { id: authorId } }));
  if (!author) throw new Refusal('not_found', 'Who wrote this post has no account any more.');
  return author;
}

/** Keeps whoever wrote a post from posting; they go on reading. */
async function suspendAuthor(tx: Transaction, actor: Actor, postId: string, why: string): Promise<void> {
  const { id: userId, role } = await authorOf(tx, postId);
  if (role === 'admin') throw new Refusal('not_allowed', 'Admins are not kept from posting.');
  const { count } = await tx.db.communitySuspension.createMany({
    data: [{ userId, reason: why, createdAt: now() }],
    skipDuplicates: true,
  });
  if (count === 0) throw alreadyDone('They cannot post already.');
  await recordAudit(tx, actor, {
    action: 'posting_suspended',
    subject: { type: 'user', id: userId },
    reason: why,
  });
  await notify(tx, {
    userId,
    event: 'posting_suspended',
    details: { reason: why },
    path: '/community',
  });
}

async function allowAuthor(tx: Transaction, actor: Actor, postId: string): Promise<void> {
  const { id: userId } = await authorOf(tx, postId);
  const { count } = await tx.db.communitySuspension.deleteMany({ where: { userId } });
  if (count === 0) throw alreadyDone('They can post already.');
  await recordAudit(tx, actor, { action: 'posting_allowed', subject: { type: 'user', id: userId } });
  await notify(tx, { userId, event: 'posting_allowed', path: '/community' });
}
