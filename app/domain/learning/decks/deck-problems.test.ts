import { describe, expect, it } from 'vitest';
import { deckProblems } from '#app/domain/learning/decks/deck-problems.ts';
import type { Slide } from '#app/domain/learning/decks/slides.ts';

const sentence = 'One says this much here, and then a little more of it so that nobody waits.';
const narration = (beats: number) =>
  Array.from({ length: beats }, () => (beats > 2 ? sentence : `${sentence} ${sentence}`)).join(' | ');
const items = ['One', 'Two'];

const lesson = (): Slide[] => [
  { layout: 'statement', text: 'This', narration: narration(2).replace(' |', '') },
  { layout: 'list', title: 'List', items, narration: narration(2) },
  { layout: 'number', number: '6', label: 'in all', sum: ['2 x 3 = 6'], narration: narration(2) },
  { layout: 'statement', text: 'That', narration: narration(2).replace(' |', '') },
  { layout: 'question', question: 'Which?', answer: 'This', pause: 4, narration: narration(2) },
  { layout: 'bars', title: 'Bars', bars: [{ label: 'A', value: 1, text: '1' }], narration: narration(1) },
  { layout: 'checklist', title: 'Now you', items, narration: narration(2) },
];

const changed = (at: number, change: Partial<Slide>) =>
  lesson().map((slide, index) => (index === at ? ({ ...slide, ...change } as Slide) : slide));

describe('a deck', () => {
  it('has nothing wrong with it', () => {
    expect(deckProblems(lesson(), true)).toEqual([]);
  });

  it.each<[string, Slide[], string]>([
    ['too few slides', lesson().slice(2), 'has 6 to 9 slides, not 5'],
    ['no exercise at its end', lesson().slice(0, -1), 'The last slide of a lesson is a checklist.'],
    [
      'one layout three times in a row',
      [...lesson().slice(0, 1), ...lesson()].map((slide, at) => (at < 3 ? (lesson()[0] ?? slide) : slide)),
      'none three times in a row',
    ],
    ['too little said', changed(0, { narration: 'Too little of it is said.' }), 'has 6 words, and needs 30'],
    ['steps that nothing marks', changed(1, { narration: narration(1) + sentence }), '2 steps have 1 parts'],
    [
      'an answer that nothing marks',
      changed(4, { narration: `${sentence} ${sentence} ${sentence}` }),
      'with one |',
    ],
    [
      'a sign that is not said',
      changed(0, { narration: `${sentence} ${sentence} See #4.` }),
      'stumbles over #',
    ],
    [
      'a sentence without an end',
      changed(0, { narration: narration(2).replace(' |', '').replaceAll('.', ',') }),
      'more than 34 words',
    ],
    ['a sum that is wrong', changed(2, { sum: ['2 x 3 = 7'] }), '2 x 3 = 7 is not right'],
    ['a bar that is not there', changed(5, { mark: 'B' }), 'no bar B'],
  ])('has %s', (_, slides, problem) => {
    expect(deckProblems(slides, true).join('\n')).toContain(problem);
  });
});
