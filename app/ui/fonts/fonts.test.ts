import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fontkit from 'fontkit';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'fonts.css'), 'utf8');

/** The face that is made of a file of this folder, as the styles declare it. */
const faceOf = (file: string) =>
  css.split('@font-face').find((face) => face.includes(`url("./${file}")`)) ?? '';

/** The faces of a family, whole alphabets and those of a package alike: weight, file and letters. */
const facesOf = (styles: string, family: string) =>
  styles
    .split('@font-face')
    .slice(1)
    .filter((face) => face.includes('format(') && new RegExp(`font-family: ["']${family}["']`).test(face))
    .map((face) => ({
      display: /font-display: (\w+)/.exec(face)?.[1],
      weight: /font-weight: ([\d ]+)/.exec(face)?.[1],
      file: /url\(["']?([^"')]+)/.exec(face)?.[1]?.replace(/^.*\//, ''),
      letters: rangeOf(face),
    }));

/** The letters that a face is said to hold. */
function rangeOf(face: string): number[] {
  const [, range = ''] = /unicode-range:([^;]+);/.exec(face) ?? [];
  return range.split(',').flatMap((part) => {
    const [from = 0, to = from] = part
      .trim()
      .slice(2)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}

describe.each([
  { file: 'newsreader.woff2', heaviest: 600, bytes: 26_000 },
  { file: 'instrument-sans.woff2', heaviest: 700, bytes: 23_000 },
])('$file', ({ file, heaviest, bytes }) => {
  const source = readFileSync(join(import.meta.dirname, file));
  const font = fontkit.create(source) as fontkit.Font;

  it('holds every letter that its face is said to hold, and what is written in English', () => {
    const range = rangeOf(faceOf(file));
    expect(range.filter((letter) => !font.characterSet.includes(letter))).toEqual([]);
    for (const letter of 'Aa09 .,;:!?-–—‘’“”…$%&©') expect(range).toContain(letter.codePointAt(0));
  });

  it('has the weights and figures that the styles ask for, and no more bytes than the first visit can bear', () => {
    expect(font.variationAxes).toMatchObject({ wght: { min: 400, max: heaviest } });
    expect(font.availableFeatures).toEqual(expect.arrayContaining(['kern', 'tnum']));
    expect(source.length).toBeLessThanOrEqual(bytes);
  });
});

describe.each([
  { family: 'Newsreader Variable', of: 'newsreader' },
  { family: 'Instrument Sans Variable', of: 'instrument-sans' },
])('$family', ({ family, of }) => {
  const faces = facesOf(css, family);

  it('moves no line when it comes late: one face that swaps would have all of them swap', () => {
    expect(faces.map(({ display }) => display)).toEqual(faces.map(() => 'optional'));
  });

  it('has all alphabets that its package has', () => {
    const styles = readFileSync(join('node_modules/@fontsource-variable', of, 'wght.css'), 'utf8');
    const english = rangeOf(faceOf(`${of}.woff2`));
    const packaged = facesOf(styles, family).map((face) => ({
      ...face,
      display: 'optional',
      // Else a page whose English font comes too late would fetch this one too.
      letters: face.letters.filter((letter) => !english.includes(letter)),
    }));
    expect(packaged.length).toBeGreaterThan(1);
    expect(faces).toEqual([...packaged, expect.objectContaining({ file: `${of}.woff2` })]);
  });
});
