import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { sfntOf } from '#app/platform/documents/sfnt.ts';

/** The typefaces of documents and pictures: those of the site, in files that need no browser to read. */
export const typefaces = {
  serif: '@fontsource/newsreader/files/newsreader-latin-400-normal.woff',
  'serif-italic': '@fontsource/newsreader/files/newsreader-latin-400-italic.woff',
  'serif-bold': '@fontsource/newsreader/files/newsreader-latin-600-normal.woff',
  sans: '@fontsource/instrument-sans/files/instrument-sans-latin-400-normal.woff',
  'sans-bold': '@fontsource/instrument-sans/files/instrument-sans-latin-600-normal.woff',
  // Letters of names that the others lack, such as those of Polish and Turkish.
  'sans-more': '@fontsource/instrument-sans/files/instrument-sans-latin-ext-400-normal.woff',
  'sans-bold-more': '@fontsource/instrument-sans/files/instrument-sans-latin-ext-600-normal.woff',
} as const;

/** A typeface of documents and pictures. */
export type Typeface = keyof typeof typefaces;

const { resolve } = createRequire(import.meta.url);
const files = new Map<Typeface, Buffer>();

/** The font of a typeface, read and unpacked once. */
export function fontFile(typeface: Typeface): Buffer {
  let file = files.get(typeface);
  if (!file) {
    file = sfntOf(readFileSync(resolve(typefaces[typeface])));
    files.set(typeface, file);
  }
  return file;
}
