import { intentOf } from '#app/domain/assistant/intents.ts';
import { isFollowUp } from '#app/domain/assistant/question-words.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/** So many questions back it is looked for what one goes on with. */
const questionsBack = 5;

/** The last question before a place in a conversation of the viewer's own that can be understood by itself; null where there is none. One query. */
export async function findEarlierQuestion(
  viewer: Viewer,
  { conversationId, position }: { conversationId: string; position: number },
): Promise<string | null> {
  const rows = await prisma().assistantMessage.findMany({
    where: { conversationId, userId: viewer.id, sender: 'user', position: { lt: position } },
    orderBy: { position: 'desc' },
    take: questionsBack,
    select: { text: true },
  });
  const questions = rows.map(({ text }) => text.slice(0, 300));
  return questions.find((text) => intentOf(text) === null && !isFollowUp(text)) ?? null;
}
