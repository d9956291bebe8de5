import { describe, expect, it } from 'vitest';
import { beatsOf, cuesOf, secondsOfDeck, secondsOfSlide } from '#app/domain/learning/decks/narration.ts';
import type { Slide } from '#app/domain/learning/decks/slides.ts';

const list = (narration: string): Slide => ({
  layout: 'list',
  title: 'Two',
  items: ['one', 'two'],
  narration,
});

describe('the cues of a slide', () => {
  it('are its sentences, each with the steps that are seen', () => {
    expect(cuesOf(list('Here. First it is this. | Then "that." It ends.'))).toEqual([
      { text: 'Here.', words: 1, steps: 1, pause: 0 },
      { text: 'First it is this.', words: 4, steps: 1, pause: 0 },
      { text: 'Then "that."', words: 2, steps: 2, pause: 0 },
      { text: 'It ends.', words: 2, steps: 2, pause: 0 },
    ]);
  });

  it('begin with nothing seen where the narration has a part more', () => {
    expect(cuesOf(list('Before. | One. | Two.')).map(({ steps }) => steps)).toEqual([0, 1, 2]);
  });

  it('show everything at once where it has no marks', () => {
    expect(cuesOf(list('All of it. At once.')).map(({ steps }) => steps)).toEqual([2, 2]);
  });

  it('wait before an answer, once', () => {
    const slide: Slide = {
      layout: 'question',
      question: 'Is it?',
      answer: 'It is.',
      pause: 5,
      narration: 'Is it? | It is. Really.',
    };
    expect(cuesOf(slide).map(({ steps, pause }) => ({ steps, pause }))).toEqual([
      { steps: 0, pause: 0 },
      { steps: 1, pause: 5 },
      { steps: 1, pause: 0 },
    ]);
    // Five words at 140 a minute, the pause, and a second to the next slide.
    expect(secondsOfSlide(slide)).toBeCloseTo((5 / 140) * 60 + 5 + 1);
  });
});

describe('the time of a deck', () => {
  it('is that of its words and slides', () => {
    const words = Array.from({ length: 70 }, () => 'word').join(' ');
    expect(secondsOfDeck([list(words), list(words)])).toBe(62);
  });
});

it('an empty part is none', () => {
  expect(beatsOf('One. | | Two.\n  Three.')).toEqual(['One.', 'Two. Three.']);
});
