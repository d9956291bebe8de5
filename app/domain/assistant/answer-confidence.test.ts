import { describe, expect, it } from 'vitest';
import { isCertain, isNear } from '#app/domain/assistant/answer-confidence.ts';
import type { Agreement } from '#app/domain/assistant/finding/agreement.ts';

const none = { share: 0, rarest: 0 };
const passage = (
  changes: Partial<Agreement>,
  kind: 'guide' | 'question' = 'guide',
  ahead: number | null = 4,
) => ({
  kind,
  ahead,
  isMeant: false,
  similarity: 0,
  agreement: { questions: none, headings: none, text: 1, likeness: 0.6, ...changes },
});
const asked = (changes: object = {}) => ({
  question: 'how do negative keywords work',
  rarity: new Map([
    ['neg', 4],
    ['keyword', 3],
  ]),
  lead: 0.2,
  ...changes,
});
const full = { share: 1, rarest: 4 };

describe('certain', () => {
  it('is what a heading names in the very words', () => {
    expect(isCertain(passage({ headings: full }), asked())).toBe(true);
    expect(isCertain(passage({ headings: { share: 0.5, rarest: 4 } }), asked())).toBe(false);
  });

  it('is no heading that has the words by chance, and nothing where the question names too little', () => {
    expect(isCertain(passage({ headings: full, likeness: 0.4 }), asked())).toBe(false);
    expect(isCertain(passage({ headings: full }), asked({ question: 'how long should it be' }))).toBe(false);
  });

  it('is nothing that others fit about as well', () => {
    expect(isCertain(passage({ headings: full }, 'guide', 2), asked())).toBe(false);
    expect(isCertain(passage({ headings: full }, 'guide', null), asked())).toBe(true);
  });

  it('is not what has common words alone', () => {
    expect(
      isCertain(passage({ headings: { share: 1, rarest: 2 }, questions: { share: 1, rarest: 2 } }), asked()),
    ).toBe(false);
  });

  it('is a question of the piece that has most words and means the same, and neither without the other', () => {
    const questions = { share: 0.8, rarest: 4 };
    expect(isCertain(passage({ questions, likeness: 0.75 }), asked())).toBe(true);
    expect(isCertain(passage({ questions, likeness: 0.5 }), asked())).toBe(false);
    expect(isCertain(passage({ questions: { share: 0.3, rarest: 4 }, likeness: 0.75 }), asked())).toBe(false);
  });

  it('without an encoder is what a question has nearly whole', () => {
    const unknown = { likeness: null };
    expect(isCertain(passage({ questions: full, ...unknown }), asked({ lead: null }))).toBe(true);
    expect(
      isCertain(passage({ questions: { share: 0.8, rarest: 4 }, ...unknown }), asked({ lead: null })),
    ).toBe(false);
  });

  it('is no help text for a question about the trade', () => {
    const headings = { share: 0.8, rarest: 4 };
    expect(isCertain(passage({ headings }, 'question'), asked())).toBe(false);
    expect(
      isCertain(passage({ headings }, 'question'), asked({ question: 'how do I change my password' })),
    ).toBe(true);
  });
});

describe('near', () => {
  it('is nothing for a question that means another trade, unless its words say otherwise', () => {
    const some = { questions: { share: 0.5, rarest: 5 } };
    expect(isNear(passage(some), asked())).toBe(true);
    expect(isNear(passage(some), asked({ lead: -0.1 }))).toBe(false);
    expect(isNear(passage({ questions: full }), asked({ lead: -0.1 }))).toBe(true);
    // Of a question about the trade, the best that was found is shown even with no word in common.
    const nothing = { questions: none, headings: none, text: 0, likeness: 0.3 };
    expect(isNear(passage(nothing), asked())).toBe(true);
    expect(isNear(passage(nothing), asked({ lead: -0.1 }))).toBe(false);
  });

  it('without an encoder takes a telling word, and half of what is asked', () => {
    const unknown = { likeness: null };
    expect(isNear(passage({ ...unknown, headings: { share: 0.5, rarest: 3 } }), asked({ lead: null }))).toBe(
      true,
    );
    expect(isNear(passage({ ...unknown, headings: { share: 0.5, rarest: 2 } }), asked({ lead: null }))).toBe(
      false,
    );
  });
});
