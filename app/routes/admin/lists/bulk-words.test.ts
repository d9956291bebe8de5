import { describe, expect, it } from 'vitest';
import { bulkSentence } from '#app/routes/admin/lists/bulk-words.ts';

const words = { nouns: ['ticket', 'tickets'], done: 'closed', already: 'closed already' } as const;
const nothing = { changed: 0, unchanged: 0, refusals: [], isMore: false };

describe('what became of a bulk action', () => {
  it('is said with numbers, and with why rows were not changed', () => {
    expect(bulkSentence({ ...nothing, changed: 1 }, words)).toBe('1 ticket closed.');
    expect(
      bulkSentence(
        {
          changed: 1_000,
          unchanged: 2,
          refusals: [{ message: 'There is no such ticket.', count: 3, items: [1, 2, 3] }],
          isMore: true,
        },
        words,
      ),
    ).toBe(
      '1,000 tickets closed. 2 were closed already. There are more: repeat this to go on. 3 not changed: There is no such ticket.',
    );
  });

  it('names some of the rows that were refused', () => {
    const named = { ...words, nameOf: (item: string | number) => `ticket ${item}` };
    const refusal = (items: number[]) => ({ message: 'It is gone.', count: items.length, items });
    const sentenceOf = (items: number[]) =>
      bulkSentence({ ...nothing, changed: 1, refusals: [refusal(items)] }, named);
    expect(sentenceOf([7, 8])).toBe('1 ticket closed. 2 not changed (ticket 7, ticket 8): It is gone.');
    expect(sentenceOf([1, 2, 3, 4])).toContain(
      '4 not changed (ticket 1, ticket 2, ticket 3, …): It is gone.',
    );
  });

  it('fits the message to the next page, however many reasons there are', () => {
    const refusals = Array.from({ length: 9 }, (_, index) => ({
      message: `${index} ${'x'.repeat(90)}.`,
      count: 1,
      items: [index],
    }));
    const sentence = bulkSentence({ ...nothing, unchanged: 1, refusals }, words);
    expect(sentence).toMatch(
      /^0 tickets closed\. 1 was closed already\. 1 not changed: 0 x+\.( 1 not changed.*\.)?$/,
    );
    expect(sentence.length).toBeLessThanOrEqual(300);
  });
});
