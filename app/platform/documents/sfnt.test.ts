import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import { describe, expect, it } from 'vitest';
import { typefaces } from '#app/platform/documents/fonts.server.ts';
import { sfntOf } from '#app/platform/documents/sfnt.ts';

const { resolve } = createRequire(import.meta.url);

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
