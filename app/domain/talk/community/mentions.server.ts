import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { mentionsTold } from '#app/domain/talk/community/posting-rules.server.ts';
import { handlesIn } from '#app/platform/content/member-markdown.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';

/** A post as those it names are told of it. */
interface NamingPost {
  id: string;
  threadId: string;
  title: string;
  authorId: string;
  body: string;
}

/**
 * Notes whom a post names, and tells the first of them who were not named by it before, as part of `tx`. More in one thread is one
 * notification that counts. Answers who is named. Of a post that `isFirst`, nobody was noted before.
 */
export async function noteMentions(
  tx: Transaction,
  { id: postId, threadId, title, authorId, body }: NamingPost,
  isNew: boolean,
  isFirst = false,
): Promise<string[]> {
  const handles = handlesIn(body);
  if (isFirst && handles.length === 0) return [];
  const named =
    handles.length === 0
      ? []
      : await tx.db.$queryRaw<{ id: string; handle: string }[]>`
          SELECT id, username AS handle FROM users WHERE username = ANY(${handles}) AND status = 'active'`;
  const inOrder = named
    .filter(({ id }) => id !== authorId)
    .sort((a, b) => handles.indexOf(a.handle) - handles.indexOf(b.handle));
  const earlierMentions = isFirst
    ? []
    : await tx.db.communityMention.findMany({ where: { postId }, select: { userId: true } });
  const before = new Set(earlierMentions.map(({ userId }) => userId));
  if (before.size > 0) await tx.db.communityMention.deleteMany({ where: { postId } });
  await tx.db.communityMention.createMany({
    data: named.map(({ id: userId }) => ({ postId, userId })),
    skipDuplicates: true,
  });
  const notifiedIds = inOrder
    .map(({ id }) => id)
    .filter((id) => !before.has(id))
    .slice(0, isNew ? mentionsTold.new : mentionsTold.usual);
  await notify(tx, {
    userId: notifiedIds,
    event: 'mentioned',
    details: { title },
    path: `/community/posts/${postId}`,
    key: `mention:${threadId}`,
    isGathered: true,
  });
  return notifiedIds;
}
