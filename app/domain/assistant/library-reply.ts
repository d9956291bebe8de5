import { isCertain, isNear } from '#app/domain/assistant/answer-confidence.ts';
import { areAlike } from '#app/domain/assistant/finding/concepts.ts';
import { stemsOf } from '#app/domain/assistant/finding/terms.ts';
import { noteOfLanguage } from '#app/domain/assistant/languages.ts';
import { escapeMarkdown } from '#app/domain/assistant/markdown.ts';
import { readTicketProposal } from '#app/domain/assistant/proposal.ts';
import { subjectWords } from '#app/domain/assistant/question-words.ts';
import { quoteOf } from '#app/domain/assistant/quoting.ts';
import type { Reply } from '#app/domain/assistant/reply.ts';
import {
  citationOf,
  type FoundPassage,
  mostShown,
  type Retrieval,
  speaksOf,
} from '#app/domain/assistant/retrieval.server.ts';

// What the library says, in words: certain, near, or not at all.

const searchLink = (question: string) =>
  `/search?q=${encodeURIComponent(
    Array.from(question.replace(/["\s]+/g, ' ').trim())
      .slice(0, 100)
      .join(''),
    // A bracket would end the link.
  ).replace(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29'))}`;

/** The ways on from an answer that does not help. */
export const help = (question: string) =>
  `You can [search the whole library](${searchLink(question)}) or [ask a person](/support#contact), who answers within 24 hours.`;

/** A question as a ticket that can be sent to a person. */
export const ticketOf = (question: string) =>
  readTicketProposal({
    subject: Array.from(question.replace(/\s+/g, ' ')).slice(0, 80).join(''),
    message: question,
  });

/** What was read for what was typed, where that differs. */
function spellingNote({ replaced }: Retrieval): string {
  if (replaced.size === 0) return '';
  const pairs = [...replaced].map(
    ([original, corrected]) => `"${escapeMarkdown(original)}" as "${escapeMarkdown(corrected)}"`,
  );
  return ` I read ${pairs.join(', ')}.`;
}

const quotePassages = (passages: readonly FoundPassage[], { rarity }: Retrieval, from = 1) =>
  passages
    .map((passage, index) => `> ${escapeMarkdown(quoteOf(passage, rarity))} [${index + from}]`)
    .join('\n\n');

/** Words of letters are named back; what looks like an address, a key or a shout is not. */
const isPlainWord = (word: string) => /^\p{L}[\p{L}'\u2019]+$/u.test(word) && !/^\p{Lu}{5,}$/u.test(word);

/** What of a question none of the places names, as it was typed. */
function missingNote(passages: readonly FoundPassage[], question: string): string {
  const named = new Set(
    passages.flatMap(({ title, heading, body }) => stemsOf(`${title} ${heading} ${body}`)),
  );
  const missing = [...new Set(subjectWords(question))].filter(isPlainWord).filter((word) => {
    const stems = stemsOf(word);
    return stems.length > 0 && stems.every((stem) => ![...named].some((other) => areAlike(stem, other)));
  });
  if (missing.length === 0) return '';
  const words = missing.slice(0, 3).map((word) => `"${escapeMarkdown(word)}"`);
  return ` None of them mentions ${words.join(' or ')}.`;
}

/**
 * What the passages that were found say of a question: what is certain and what is near beside it, or that there is nothing.
 * @param followedQuestion the question that it goes on with
 */
export function replyFromLibrary(
  typed: string,
  retrieval: Retrieval,
  followedQuestion: string | null = null,
): Reply {
  const isMore = followedQuestion !== null && subjectWords(typed).length === 0;
  // Who asks for more has seen the best.
  const top = retrieval.passages.slice(isMore ? mostShown : 0).slice(0, mostShown);
  const certain = top.filter(
    (passage) =>
      !retrieval.isTranslated &&
      isCertain(passage, retrieval) &&
      (followedQuestion === null ||
        isMore ||
        [followedQuestion, typed].every((part) => speaksOf(passage, part))),
  );
  const near = top.filter((passage) => !certain.includes(passage) && isNear(passage, retrieval));
  // What was asked before has had its answer: only what is new is said to be missing.
  const missing = retrieval.isTranslated
    ? ''
    : missingNote(near, followedQuestion === null ? retrieval.question : typed);
  const lead = followedQuestion === null ? '' : ' I take it to go on with what you asked before.';
  const note = noteOfLanguage(typed);
  const before = note ? `${note}\n\n` : '';
  const citations = [...certain, ...near].map((passage, index) => citationOf(passage, index + 1));
  if (certain.length > 0) {
    const beside =
      near.length > 0
        ? `\n\nNear it, if that isn't what you meant:\n\n${quotePassages(near, retrieval, certain.length + 1)}`
        : '';
    return {
      text: `This is what the library says.${lead}${spellingNote(retrieval)}\n\n${quotePassages(certain, retrieval)}${beside}`,
      citations,
      standing: 'taught',
    };
  }
  if (near.length > 0)
    return {
      text: `${before}I found nothing in the library that answers this for certain.${lead}${spellingNote(retrieval)} These places come nearest.${missing}\n\n${quotePassages(near, retrieval)}\n\n${help(typed)}`,
      citations,
      standing: 'near',
      proposal: ticketOf(typed),
    };
  return {
    text: `${before}${isMore ? 'The library has nothing more about this that I could find.' : "That isn't in the library: it has nothing about this that I could find."}${lead}${spellingNote(retrieval)} ${help(typed)}`,
    citations: [],
    standing: 'unknown',
    proposal: ticketOf(typed),
  };
}
