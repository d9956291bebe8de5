import { describe, expect, it } from 'vitest';
import {
  anyWord,
  type Candidate,
  chooseWords,
  editDistance,
  replaceWords,
  spellableWords,
  withoutLoneMinus,
} from '#app/domain/site/search/words.ts';

describe('editDistance', () => {
  it.each([
    ['email', 'email', 0],
    ['emial', 'email', 1],
    ['emal', 'email', 1],
    ['marketting', 'marketing', 1],
    ['afilliate', 'affiliate', 2],
    ['', 'abc', 3],
  ])('of %s and %s is %i', (one, other, distance) => {
    expect(editDistance(one, other)).toBe(distance);
    expect(editDistance(other, one)).toBe(distance);
  });
});

describe('spellableWords', () => {
  it('takes accents off, and leaves out short words and figures', () => {
    expect([...spellableWords('Café au lait, 2nd CAFE: naïve ad-words')]).toEqual([
      'cafe',
      'lait',
      'naive',
      'words',
    ]);
  });
});

describe('chooseWords', () => {
  const near = (asked: string, ...words: [string, number][]): Candidate[] =>
    words.map(([word, documents]) => ({ asked, word, documents }));

  it('takes the nearest word, and of equally near ones the commonest', () => {
    expect(chooseWords(near('emial', ['emit', 90], ['email', 40])).get('emial')).toBe('email');
    expect(chooseWords(near('pric', ['prick', 1], ['price', 60])).get('pric')).toBe('price');
  });

  it('leaves alone what the library knows, and what resembles nothing', () => {
    expect(chooseWords(near('email', ['email', 1], ['emails', 90])).size).toBe(0);
    expect(chooseWords(near('zebra', ['zero', 9], ['extra', 9])).size).toBe(0);
  });
});

describe('the question', () => {
  it('keeps its signs when words are replaced', () => {
    const replacements = new Map([['emial', 'email']]);
    expect(replaceWords('"Emial list" -spam or SEO', replacements)).toBe('"email list" -spam or SEO');
  });

  it('can ask for any of its words', () => {
    expect(anyWord('landing "page speed" -wordpress -"old page" or x')).toBe('landing or page or speed or x');
    expect(anyWord('e-commerce tax')).toBe('e or commerce or tax');
  });

  it('leaves out words by a minus before them, not by one between them', () => {
    expect(withoutLoneMinus('- email - marketing -spam e-commerce --')).toBe(
      '  email   marketing -spam e-commerce  ',
    );
  });
});
