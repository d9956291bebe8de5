import type { BulkOutcome } from '#app/domain/core/audit/change-many.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';

/** What an action does to rows, in words: "tickets", "closed", "closed already". */
interface ActionWords {
  nouns: readonly [one: string, many: string];
  done: string;
  already: string;
  /** What a row that was refused is called: "payout 12". */
  nameOf?: (item: string | number) => string;
}

/** So many rows that were refused for one reason are named. */
const mostNamed = 3;

/** No message to the next page is longer (flash.server.ts). */
const maxLength = 300;

/** What became of a bulk action: how many rows were changed, how many not and why, in at most 300 characters. */
export function bulkSentence(
  outcome: BulkOutcome,
  { nouns: [one, many], done, already, nameOf }: ActionWords,
): string {
  const { changed, unchanged, refusals, isMore } = outcome;
  const sentences = [
    `${changed.toLocaleString('en-US')} ${changed === 1 ? one : many} ${done}.`,
    ...(unchanged > 0
      ? [`${unchanged.toLocaleString('en-US')} ${unchanged === 1 ? 'was' : 'were'} ${already}.`]
      : []),
    ...(isMore ? ['There are more: repeat this to go on.'] : []),
    ...refusals.map(({ count, message, items }) => {
      const names = nameOf ? items.slice(0, mostNamed).map(nameOf) : [];
      const which = names.length > 0 ? ` (${names.join(', ')}${items.length > mostNamed ? ', …' : ''})` : '';
      return `${count.toLocaleString('en-US')} not changed${which}: ${message}`;
    }),
  ];
  return sentences.reduce((text, sentence) =>
    text.length + 1 + sentence.length > maxLength ? text : `${text} ${sentence}`,
  );
}

/** Leads back to the list and says there what became of a bulk action. */
export const answerBulk = (to: string, outcome: BulkOutcome, words: ActionWords): Promise<Response> =>
  redirectWithFlash(to, bulkSentence(outcome, words), outcome.refusals.length > 0 ? 'error' : 'success');
