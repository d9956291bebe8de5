import { describe, expect, it } from 'vitest';
import { isKnown, misspelled, ownWords } from '#app/domain/publishing/spelling.server.ts';
import { documentWords, wordsToCheck } from '#app/domain/publishing/words-to-check.server.ts';
import { documents, passages, paths, problemsOf, textOf } from '#tests/content/files.ts';

describe('spelling', () => {
  it('is American English, or in content/dictionary.txt', () => {
    const problems = problemsOf(documents, (document) => misspelled(documentWords(document), 20));
    expect(problems).toEqual([]);
  });

  it('holds for the text of figures', () => {
    const figures = paths.filter((path) => path.endsWith('.svg')).map((path) => ({ path }));
    const problems = problemsOf(figures, ({ path }) =>
      wordsToCheck(textOf(path).replace(/<[^>]*>/g, ' ')).filter((word) => !isKnown(word)),
    );
    expect(problems).toEqual([]);
  });

  it('finds what is wrong', () => {
    const text = "A seperate colour: Sarah's e-commerce, isn't it? See {{brand}} at /courses/xyzzy.";
    expect(wordsToCheck(text).filter((word) => !isKnown(word))).toEqual(['seperate', 'colour', "Sarah's"]);
  });

  it('needs every word of the dictionary', () => {
    const used = new Set(
      [
        ...documents.flatMap((document) => passages(document).flatMap(wordsToCheck)),
        ...paths.filter((path) => path.endsWith('.svg')).flatMap((path) => wordsToCheck(textOf(path))),
      ].flatMap((word) => [word, word.toLowerCase(), word.replace(/'s?$/, '')]),
    );
    const calendar = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jul|Aug|Sept|Dec)/;
    expect([...ownWords()].filter((word) => !used.has(word) && !calendar.test(word))).toEqual([]);
  });
});

describe('house style', () => {
  // British or older forms that the dictionary allows, and what the site writes.
  const preferred: Record<string, string> = {
    'cancelled|cancelling': 'canceled, canceling',
    'labelled|labelling|modelled|modelling': 'labeled, modeling',
    'cheques?': 'check',
    'draughts?': 'draft',
    'e-mail\\w*': 'email',
    'e-books?': 'ebook',
    'enquir(y|ies)': 'inquiry',
    'enrol|enrols|fulfil|fulfils|instalments?|skilful': 'enroll, fulfill, installment, skillful',
    grey: 'gray',
    learnt: 'learned',
    'metres?|theatres?': 'meter, theater',
    moulds: 'molds',
    'per cent': 'percent',
    'spelt|burnt': 'spelled, burned',
    whilst: 'while',
  };
  const forms = Object.entries(preferred).map(([form, better]) => ({
    pattern: new RegExp(`\\b(?:${form})\\b`, 'i'),
    better,
  }));

  it('prefers one form of a word', () => {
    const problems = problemsOf(documents, (document) =>
      passages(document).flatMap((text) =>
        forms.flatMap(({ pattern, better }) => {
          const found = pattern.exec(text)?.[0];
          return found ? [`${found}: write ${better}`] : [];
        }),
      ),
    );
    expect(problems).toEqual([]);
  });
});
