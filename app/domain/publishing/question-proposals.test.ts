import { describe, expect, it } from 'vitest';
import { newQuestions, questionsFromHeadings } from '#app/domain/publishing/question-proposals.server.ts';
import { parseMarkdown } from '#app/platform/content/markdown-tree.server.ts';

describe('questions from headings', () => {
  it('ask as a reader would, and leave out headings that every piece has', () => {
    const body = [
      '## 1. Choose your market',
      '### What a click costs you',
      '## Why nobody answers',
      '## The price of waiting',
      '## Diagnose in an hour',
      '## Signs in the numbers',
      '## Exercise',
      '- [ ] Call one customer',
      '#### A detail',
    ].join('\n\n');
    expect(questionsFromHeadings('Your first campaign: a map', parseMarkdown(body))).toEqual([
      'where do I start with my first campaign',
      'how do I choose my market',
      'what a click costs me',
      'why nobody answers',
      'what should I know about the price of waiting',
      'how do I diagnose in an hour',
      'what should I know about signs in the numbers',
      'what goes wrong with my first campaign',
    ]);
  });

  it('are none where there is neither a title nor a heading', () => {
    expect(questionsFromHeadings('', parseMarkdown('Text.'))).toEqual([]);
  });
});

describe('new questions', () => {
  it('are those that the piece has not in other letters, of a length that can be saved', () => {
    expect(
      newQuestions(
        [' how much is it ', 'How much is it?', 'Is it free?', 'a', 'b'.repeat(121)],
        ['is it free'],
      ),
    ).toEqual(['how much is it']);
  });

  it('fill a piece up to twelve', () => {
    const many = Array.from({ length: 20 }, (_, place) => `question number ${place}`);
    expect(newQuestions(many, ['one', 'two'])).toHaveLength(10);
    expect(newQuestions(many, many)).toEqual([]);
  });
});
