import { announceSearchChange } from '#app/domain/site/search/answer-cache.server.ts';
import { packText } from '#app/domain/site/search/highlights.ts';
import { memberText } from '#app/platform/content/member-markdown.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { announce } from '#app/platform/runtime/broadcast.server.ts';

/** Copies a thread, as it is now, to where search finds it, or takes it out where it is hidden; and the page for visitors follows. */
export async function renewSearched(tx: Transaction, threadId: string): Promise<void> {
  const thread = await tx.db.communityThread.findUnique({
    where: { id: threadId },
    select: {
      title: true,
      isHidden: true,
      posts: { where: { isOpening: true }, select: { body: true, removedAt: true } },
    },
  });
  const [opening] = thread?.posts ?? [];
  await tx.db.searchThread.deleteMany({ where: { id: threadId } });
  if (thread && !thread.isHidden)
    await tx.db.$executeRaw`
      INSERT INTO search_threads (id, title, body) VALUES (${threadId}::uuid, ${packText(thread.title)},
        ${packText(memberText(opening && !opening.removedAt ? opening.body : ''))})`;
  await announceSearchChange(tx);
  await announce('pages', '/community', tx);
}
