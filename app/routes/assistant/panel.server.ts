import { readPath } from '#app/domain/assistant/asking.server.ts';
import { openConversation } from '#app/domain/assistant/conversations.server.ts';
import { warmEncoder } from '#app/domain/assistant/meaning/question-encoding.server.ts';
import { questionsAbout } from '#app/domain/assistant/page-reply.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';

/** What anybody may ask first. */
const firstQuestions = [
  'What should I learn next?',
  'How do I write a good subject line?',
  'How does the money-back guarantee work?',
];

/** Questions about a page, or where it is no piece of the library, such as anybody may ask. */
export async function suggestionsFor(viewer: Viewer, on: string | null) {
  warmEncoder();
  const path = readPath(on);
  const about = path === null ? [] : await questionsAbout(viewer, path);
  return { isAboutPage: about.length > 0, questions: about.length > 0 ? about : firstQuestions };
}

/** The conversation the panel was in, unless it is gone, and what may be asked on this page. At most two queries. */
export async function openPanel(viewer: Viewer, conversationId: string | null, onPath: string | null) {
  const { questions } = await suggestionsFor(viewer, onPath);
  const open = conversationId ? await findOpen(viewer, conversationId) : null;
  return {
    conversationId: open?.id ?? null,
    messages: (open?.messages ?? []).map(
      ({ id, sender, text, citations, proposal, ticketNumber, rating }) => ({
        id,
        sender,
        text,
        citations,
        proposal,
        ticketNumber,
        rating,
      }),
    ),
    questions,
  };
}

async function findOpen(viewer: Viewer, conversationId: string) {
  try {
    return await openConversation(viewer, conversationId);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
