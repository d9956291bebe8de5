import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agreementOf, coverOf } from '#app/domain/assistant/finding/agreement.ts';
import { Bm25 } from '#app/domain/assistant/finding/bm25.ts';
import { areAlike } from '#app/domain/assistant/finding/concepts.ts';
import { addUp, fuse } from '#app/domain/assistant/finding/fusion.ts';
import { respellStems } from '#app/domain/assistant/finding/stem-spelling.ts';
import { countTerms, stemsOf, termsOf } from '#app/domain/assistant/finding/terms.ts';
import {
  Encodings,
  projectQuestion,
  topicSideOf,
  writeEncodings,
} from '#app/domain/assistant/meaning/encodings.server.ts';
import { dimensions } from '#app/domain/assistant/meaning/steps.ts';

const texts = [
  'refund a purchase',
  'recruiting partners',
  'the subject line of an email',
  'mail that arrives',
];
const index = new Bm25(texts.map((text) => countTerms([[text, 1]])));
const best = (question: string) => {
  const scores = index.scores(termsOf(stemsOf(question)));
  return texts[scores.indexOf(Math.max(...scores))];
};

describe('words', () => {
  it('find a text in other forms, and by what a beginner calls it', () => {
    expect(best('subject lines')).toBe('the subject line of an email');
    expect(best('recruits')).toBe('recruiting partners');
    expect(best('give back what I bought: returns')).toBe('refund a purchase');
    expect(areAlike(...(['client', 'customer'].flatMap(stemsOf) as [string, string]))).toBe(true);
    expect(areAlike(...(['purchase', 'customer'].flatMap(stemsOf) as [string, string]))).toBe(false);
  });

  it('count for more the rarer they are, and nothing where no text has them', () => {
    expect(index.rarityOf('zebra')).toBeGreaterThan(index.rarityOf('subject'));
    expect([...index.scores(['zebra'])]).toEqual([0, 0, 0, 0]);
  });
});

describe('rankings', () => {
  it('with nothing in common are fused by how far each stands out', () => {
    const fused = fuse(
      [
        { scores: [0, 0, 900, 100], weight: 1 },
        { scores: [0.2, 0.2, 0.5, 0.9], weight: 1 },
      ],
      4,
    );
    expect(fused.indexOf(Math.max(...fused))).toBe(2);
    // One that knows no difference says nothing.
    expect([...fuse([{ scores: [3, 3], weight: 1 }], 2)]).toEqual([0, 0]);
  });

  it('leave a piece that one knows nothing of where the others have it', () => {
    const [one = 0, other = 0] = fuse([{ scores: [Number.NaN, 1, -1], weight: 1 }], 3);
    expect(one).toBe(0);
    expect(other).toBeGreaterThan(0);
  });

  it('of parts add up to one of what they belong to', () => {
    const scores = [1, 5, 3, 2, Number.NaN];
    const sums = addUp(scores, [0, 0, 0, 1, 2], 3, [1, 0.5]);
    expect([...sums]).toEqual([6.5, 2, Number.NaN]);
  });
});

describe('agreement', () => {
  const rarity = new Map([
    ['refund', 3],
    ['purchas', 2],
    ['tiktok', 8],
  ]);

  it('counts a word that nothing has against all', () => {
    expect(coverOf(rarity, 'Refund of a purchase', false)).toEqual({ share: 5 / 13, rarest: 3 });
  });

  it('counts like words for less than the same', () => {
    const asked = new Map([['refund', 3]]);
    expect(coverOf(asked, 'a return', true).share).toBeCloseTo(0.8);
    expect(coverOf(asked, 'a return', false).share).toBe(0);
  });

  it('is none with a heading that speaks of the opposite', () => {
    const asked = new Map([['budget', 3]]);
    const piece = { questions: ['a budget for ads'], passages: [{ title: 'Budget', heading: '', body: '' }] };
    const agreement = agreementOf("I don't have a budget", asked, piece, null);
    expect([agreement.headings.share, agreement.questions.share]).toEqual([0, 0]);
    expect(agreementOf('which budget', asked, piece, null).headings.share).toBe(1);
  });
});

describe('spelling by stems', () => {
  const typed = { text: 'how to recrut partners', replaced: new Map() };

  it('finds the form that the library has', async () => {
    const { text, replaced } = await respellStems(
      index,
      () => true,
      typed,
      async () => [],
    );
    expect(stemsOf(text)).toEqual(stemsOf('recruiting partners'));
    expect([...replaced.keys()]).toEqual(['recrut']);
  });

  it('finds no word of what its reader may not read', async () => {
    expect(
      (
        await respellStems(
          index,
          (document) => document !== 1,
          typed,
          async () => [],
        )
      ).text,
    ).toBe(typed.text);
  });

  it('leaves what the dictionary knows, and all where it cannot be asked', async () => {
    expect(
      (
        await respellStems(
          index,
          () => true,
          typed,
          async (words) => words,
        )
      ).text,
    ).toBe(typed.text);
    expect(
      (
        await respellStems(
          index,
          () => true,
          typed,
          async () => null,
        )
      ).text,
    ).toBe(typed.text);
  });
});

describe('meanings', () => {
  it('are kept by their text, in a byte for each number, and made once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'encodings-'));
    try {
      const vectors = new Map(
        ['one', 'two'].map((text, place) => [
          text,
          Float32Array.from({ length: dimensions }, (_, at) =>
            at % 2 === place ? Math.sqrt(2 / dimensions) : 0.001,
          ),
        ]),
      );
      const encode = async (texts: readonly string[]) =>
        Float32Array.from(texts.flatMap((text) => [...(vectors.get(text) ?? new Float32Array(dimensions))]));
      const texts = { pieces: [['one']], about: ['two', 'one'], elsewhere: [] };
      expect(await writeEncodings(texts, encode, folder)).toBe(2);
      expect(await writeEncodings(texts, encode, folder)).toBe(0);
      // No piece has two questions, and there is none of another trade: there is nothing to fit.
      const one = vectors.get('one') ?? new Float32Array();
      expect([projectQuestion(one, folder), topicSideOf(one, folder)]).toEqual([null, null]);
      const encodings = new Encodings(['two', 'three', 'one'], folder);
      expect(encodings.missing).toEqual(['three']);
      const question = vectors.get('two') ?? new Float32Array();
      const [same = 0, unknown = 0, other = 1] = encodings.likenessTo(question);
      expect(same).toBeCloseTo(1, 2);
      expect(unknown).toBeNaN();
      expect(other).toBeLessThan(0.1);
      encodings.add(['three'], question);
      expect(encodings.likenessTo(question)[1]).toBeCloseTo(1, 2);
      expect(encodings.missing).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('are compared by a metric too, which is fitted to the questions of pieces', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'encodings-'));
    try {
      const at = (...places: number[]) =>
        Float32Array.from({ length: dimensions }, (_, place) => (places.includes(place) ? 0.7 : 0));
      // What a question is about stands in the first two numbers, how it is put in the next two.
      const vectors = new Map([
        ['plain price', at(0, 2)],
        ['rude price', at(0, 3)],
        ['plain spam', at(1, 2)],
        ['rude spam', at(1, 3)],
        ['elsewhere', at(2, 7)],
      ]);
      const encode = async (list: readonly string[]) =>
        Float32Array.from(list.flatMap((text) => [...(vectors.get(text) ?? at())]));
      const [price, spam] = [
        ['plain price', 'rude price'],
        ['plain spam', 'rude spam'],
      ];
      await writeEncodings(
        { pieces: [price ?? [], spam ?? []], about: [], elsewhere: ['elsewhere'] },
        encode,
        folder,
      );
      const encodings = new Encodings(['plain price', 'rude spam', 'new'], folder);
      const question = at(0, 3);
      const [ofPrice = 0, ofSpam = 0] = encodings.likenessTo(question);
      expect(ofPrice).toBeCloseTo(ofSpam, 2);
      const projection = projectQuestion(question, folder);
      if (!projection) throw new Error('There is no metric.');
      const [byMetric = 0, other = 0, unknown] = encodings.likenessBy(projection);
      expect(byMetric).toBeGreaterThan(other + 0.2);
      expect(unknown).toBeNaN();
      encodings.add(['new'], question);
      expect(encodings.likenessBy(projection)[2]).toBeCloseTo(1, 2);
      expect(topicSideOf(question, folder)).toBeGreaterThan(0);
      expect(topicSideOf(at(3, 7), folder)).toBeLessThan(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('of a file in another form are made anew', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'encodings-'));
    try {
      mkdirSync(join(folder, 'build'));
      writeFileSync(join(folder, 'build/encodings.bin'), Buffer.alloc(2_000_000, 7));
      const encode = async (list: readonly string[]) => new Float32Array(dimensions * list.length).fill(0.04);
      expect(await writeEncodings({ pieces: [['one']], about: [], elsewhere: [] }, encode, folder)).toBe(1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
