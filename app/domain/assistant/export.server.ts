import { prisma } from '#app/platform/database/client.server.ts';

/** So many conversations are read at once: one is at most 200 messages of 2,000 characters and their answers. */
const batchSize = 10;

const readBatch = (userId: string, after: string | null) =>
  prisma().assistantConversation.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: batchSize,
    ...(after === null ? {} : { cursor: { id: after }, skip: 1 }),
    select: {
      id: true,
      title: true,
      createdAt: true,
      messages: {
        orderBy: { position: 'asc' },
        select: { sender: true, text: true, citations: true, rating: true, createdAt: true },
      },
    },
  });

const exportConversation = ({
  id: _,
  messages,
  ...conversation
}: Awaited<ReturnType<typeof readBatch>>[number]) => ({
  ...conversation,
  messages: messages.map(({ citations, rating, ...message }) => ({
    ...message,
    ...(message.sender === 'ai' ? { sources: citations, rating } : {}),
  })),
});

/**
 * All that a user and the assistant have said to each other, for the user's own copy of their data, the oldest conversation first. In
 * batches: three months of it may be more than a process should hold.
 */
export async function* exportConversations(userId: string) {
  let after: string | null = null;
  for (;;) {
    const batch: Awaited<ReturnType<typeof readBatch>> = await readBatch(userId, after);
    if (batch.length > 0) yield batch.map(exportConversation);
    if (batch.length < batchSize) return;
    after = batch.at(-1)?.id ?? null;
  }
}
