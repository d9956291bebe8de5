import { describe, expect, it } from 'vitest';
import { Sentences } from '#app/domain/assistant/model/sentences.ts';

/** The sentences of a text that comes in pieces of a length. */
function cut(text: string, length: number) {
  const sentences = new Sentences();
  const pieces = [];
  for (let at = 0; at < text.length; at += length)
    pieces.push(...sentences.push(text.slice(at, at + length)));
  return [...pieces, ...sentences.finish()];
}

const text =
  'Keep it short, e.g. Six words [1]. Say what is in it. [2][3] "Numbers help." [1]\n\n- First item [1]\n- Second. With two [2].\n\n> Quoted words. [4]\n1. Of 3.5 pages. Done';

describe('sentences', () => {
  it.each([1, 2, 3, 7, 50, 1_000])('are the same, in pieces of %i', (length) => {
    expect(cut(text, length)).toEqual([
      { before: '', mark: '', text: 'Keep it short, e.g. Six words [1].' },
      { before: ' ', mark: '', text: 'Say what is in it. [2][3]' },
      { before: ' ', mark: '', text: '"Numbers help." [1]' },
      { before: '\n\n', mark: '- ', text: 'First item [1]' },
      { before: '\n', mark: '- ', text: 'Second.' },
      { before: ' ', mark: '', text: 'With two [2].' },
      { before: '\n\n', mark: '> ', text: 'Quoted words. [4]' },
      { before: '\n', mark: '1. ', text: 'Of 3.5 pages.' },
      { before: ' ', mark: '', text: 'Done' },
    ]);
  });

  it('are told as soon as they are whole', () => {
    const sentences = new Sentences();
    expect(sentences.push('One is here [1]. An')).toEqual([
      { before: '', mark: '', text: 'One is here [1].' },
    ]);
    expect(sentences.push('other [2].')).toEqual([]);
    expect(sentences.finish()).toEqual([{ before: ' ', mark: '', text: 'Another [2].' }]);
  });

  it('are cut in no time, whatever they are made of', () => {
    for (const piece of ['a', '. ', '[1]', '\n', '- ', '"', '. A'])
      expect(cut(piece.repeat(4_000), 500).length).toBeGreaterThanOrEqual(0);
  });
});
