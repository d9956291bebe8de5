import type { Viewer } from '#app/domain/access/viewer.ts';
import { type Intent, intentOf } from '#app/domain/assistant/intents.ts';
import { escapeMarkdown } from '#app/domain/assistant/markdown.ts';
import { tellOwnState } from '#app/domain/assistant/own-state.server.ts';
import { aboutPage } from '#app/domain/assistant/page-reply.server.ts';
import { readTicketProposal } from '#app/domain/assistant/proposal.ts';
import { subjectOf } from '#app/domain/assistant/question-words.ts';
import { bestQuote } from '#app/domain/assistant/quoting.ts';
import type { Reply } from '#app/domain/assistant/reply.ts';
import {
  citationOf,
  type FoundPassage,
  findPassages,
  type Retrieval,
} from '#app/domain/assistant/retrieval.server.ts';
import { inTurn } from '#app/domain/assistant/turns.ts';
import { config } from '#app/platform/config.server.ts';

// The assistant without a model: it finds and quotes, tells data, and says where it knows nothing.

/** What is near in meaning is shown as near from here on (cosine). */
const nearInMeaning = 0.4;

/** An answer quotes at most so many passages. */
const mostQuotes = 3;

/**
 * Whether a passage speaks of what is asked for certain: of all of a short question, of most of a longer one, and in its headings. What
 * merely means the like is near, unless the operator has said from which likeness on it is certain.
 */
export function isCertain({ coverage, headingCoverage, isMeant }: FoundPassage, wordCount: number): boolean {
  if (isMeant) return true;
  if (headingCoverage < 0.25) return false;
  return wordCount <= 2 ? coverage > 0.95 : coverage >= 0.6 && coverage + headingCoverage >= 1;
}

const searchLink = (question: string) =>
  `/search?q=${encodeURIComponent(
    Array.from(question.replace(/["\s]+/g, ' ').trim())
      .slice(0, 100)
      .join(''),
  )}`;

const help = (question: string) =>
  `You can [search the whole library](${searchLink(question)}) or [ask a person](/support#contact), who answers within 24 hours.`;

/** What was read for what was typed, where that differs. */
function readAs({ replaced }: Retrieval): string {
  if (replaced.size === 0) return '';
  const pairs = [...replaced].map(
    ([typed, read]) => `"${escapeMarkdown(typed)}" as "${escapeMarkdown(read)}"`,
  );
  return ` I read ${pairs.join(', ')}.`;
}

/** A question as a ticket that can be sent to a person. */
const ticketOf = (question: string) =>
  readTicketProposal({
    subject: Array.from(question.replace(/\s+/g, ' ')).slice(0, 80).join(''),
    message: question,
  });

function quoted(passages: readonly FoundPassage[], { rarity }: Retrieval): string {
  return passages
    .map((passage, index) => `> ${escapeMarkdown(bestQuote(passage.body, rarity))} [${index + 1}]`)
    .join('\n\n');
}

function fromLibrary(typed: string, found: Retrieval): Reply {
  const top = found.passages.slice(0, mostQuotes);
  const certain = top.filter((passage) => isCertain(passage, found.rarity.size));
  const chosen =
    certain.length > 0
      ? certain
      : top.filter(({ coverage, similarity }) => coverage >= 0.3 || similarity >= nearInMeaning);
  const citations = chosen.map((passage, index) => citationOf(passage, index + 1));
  if (certain.length > 0)
    return {
      text: `This is what the library says.${readAs(found)}\n\n${quoted(chosen, found)}`,
      citations,
      standing: 'taught',
    };
  if (chosen.length > 0)
    return {
      text: `I found nothing in the library that answers this for certain.${readAs(found)} These places come nearest:\n\n${quoted(chosen, found)}\n\n${help(typed)}`,
      citations,
      standing: 'near',
      proposal: ticketOf(typed),
    };
  return {
    text: `The library has nothing about this that I could find. ${help(typed)}`,
    citations: [],
    standing: 'unknown',
    proposal: ticketOf(typed),
  };
}

/** Questions that are no questions: what answers them needs no model. */
export function needsNoModel(question: string): boolean {
  const intent = intentOf(question);
  return intent !== null && ['greeting', 'thanks', 'self'].includes(intent.kind);
}

const about = (text: string): Reply => ({ text, citations: [], standing: 'about' });

/** Words by which a question names the page it is asked from, and what is wanted of it. */
const pageWords =
  /^(lesson|module|guide|playbook|page|letter|text|chapter|training|summary|summari[sz]e|cover|short|teach|gist|exercise|homework|task|practice)s?$/i;

const isOfPageAlone = (question: string) =>
  subjectOf(question)
    .split(' ')
    .every((word) => pageWords.test(word));

const unseenPage = (question: string): Reply => ({
  text: `I do not see which page you mean: open it and ask me there, or name it. ${help(question)}`,
  citations: [],
  standing: 'unknown',
  proposal: ticketOf(question),
});

function introduction(): string {
  return `I am the assistant of ${config().brandName}. I look your question up in the courses, guides, playbooks, letters, the ebook and the help texts, quote what they say and link to the place. I can also tell how far you are, what comes next, how your membership stands and what your referral link has brought. What I do not find, I say so.`;
}

/** Answers what needs no looking up; undefined for what does. */
async function directReply(
  viewer: Viewer,
  intent: Intent,
  question: string,
  onPath: string | null,
): Promise<Reply | undefined> {
  switch (intent.kind) {
    case 'own':
      return tellOwnState(viewer, intent.topic, question);
    case 'page': {
      const reply = onPath === null ? undefined : await aboutPage(viewer, onPath, intent.wants);
      // A question of nothing but the page asks nothing of the library.
      return reply ?? (isOfPageAlone(question) ? unseenPage(question) : undefined);
    }
    case 'person':
      return {
        ...about(
          'You can [write to a person](/support#contact) at any hour, or send this question to our support team from here. We answer within 24 hours. Say which page you were on and what you expected to happen.',
        ),
        proposal: ticketOf(question),
      };
    case 'greeting':
      return about(`Hello. ${introduction()}`);
    case 'thanks':
      return about('You are welcome.');
    case 'self':
      return about(introduction());
  }
}

/**
 * The librarian's answer to a question: quotations with where they stand, the member's own data, or that there is nothing. `onPath` is
 * the page it is asked from. At most four queries.
 */
export async function askLibrarian(
  viewer: Viewer,
  question: string,
  onPath: string | null = null,
  signal?: AbortSignal,
): Promise<Reply> {
  const intent = intentOf(question);
  const direct = intent && (await inTurn(() => directReply(viewer, intent, question, onPath)));
  return direct ?? fromLibrary(question, await findPassages(viewer, question, { signal }));
}
