import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import * as fontkit from 'fontkit';
import { describe, expect, it } from 'vitest';
import { typefaces } from '#app/platform/documents/fonts.server.ts';
import { sfntOf } from '#app/platform/documents/sfnt.ts';

const { resolve } = createRequire(import.meta.url);

const woff2Files = [
  // Kana, Chinese characters, hangul; composite glyphs; a font that is not variable.
  '@fontsource-variable/noto-sans-jp/files/noto-sans-jp-119-wght-normal.woff2',
  '@fontsource-variable/noto-sans-sc/files/noto-sans-sc-100-wght-normal.woff2',
  '@fontsource-variable/noto-sans-kr/files/noto-sans-kr-119-wght-normal.woff2',
  '@fontsource/noto-sans/files/noto-sans-vietnamese-400-normal.woff2',
  '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff2',
];

describe('a WOFF 2 font unpacked', () => {
  it.each(woff2Files)('%s has the outlines that another reader finds in it', (name) => {
    const woff2 = readFileSync(resolve(name));
    const [packed, unpacked] = [woff2, sfntOf(woff2)].map((file) => fontkit.create(file)) as [Font, Font];
    expect(unpacked.numGlyphs).toBe(packed.numGlyphs);
    for (let id = 0; id < packed.numGlyphs; id++) {
      expect(unpacked.getGlyph(id).path.toSVG()).toBe(packed.getGlyph(id).path.toSVG());
      expect(unpacked.getGlyph(id).advanceWidth).toBe(packed.getGlyph(id).advanceWidth);
    }
  });
});

describe('a font unpacked', () => {
  it.each(Object.values(typefaces))('%s has the letters of the packed one', (name) => {
    const woff = readFileSync(resolve(name));
    const [packed, unpacked] = [woff, sfntOf(woff)].map((file) => fontkit.create(file)) as fontkit.Font[];
    expect(unpacked?.type).toBe('TTF');
    expect(unpacked?.postscriptName).toBe(packed?.postscriptName);
    expect(unpacked?.numGlyphs).toBe(packed?.numGlyphs);
    for (const text of ['Total due: $1,050.00 fi ff', 'Zażółć İğ']) {
      const [was, is] = [packed, unpacked].map((font) => font?.layout(text));
      expect(is?.advanceWidth).toBe(was?.advanceWidth);
      expect(is?.glyphs.map(({ path }) => path.toSVG())).toEqual(was?.glyphs.map(({ path }) => path.toSVG()));
    }
  });

  it('is of a WOFF font', () => {
    expect(() => sfntOf(Buffer.from('OTTO, no WOFF'))).toThrow('no WOFF');
  });
});
