import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import { instanceOf } from '#app/platform/documents/font-instance.server.ts';
import { sfntOf } from '#app/platform/documents/sfnt.ts';
import { onDemand } from '#app/platform/runtime/on-demand.server.ts';

const fontkit = onDemand<typeof import('fontkit')>('fontkit', { isExpected: true });

/** The typefaces of documents and pictures: those of the site, in files that need no browser to read. */
export const typefaces = {
  serif: '@fontsource/newsreader/files/newsreader-latin-400-normal.woff',
  'serif-italic': '@fontsource/newsreader/files/newsreader-latin-400-italic.woff',
  'serif-bold': '@fontsource/newsreader/files/newsreader-latin-600-normal.woff',
  sans: '@fontsource/instrument-sans/files/instrument-sans-latin-400-normal.woff',
  'sans-bold': '@fontsource/instrument-sans/files/instrument-sans-latin-600-normal.woff',
  // Letters of names that the others lack, such as those of Polish and Turkish.
  'serif-more': '@fontsource/newsreader/files/newsreader-latin-ext-400-normal.woff',
  'serif-italic-more': '@fontsource/newsreader/files/newsreader-latin-ext-400-italic.woff',
  'serif-bold-more': '@fontsource/newsreader/files/newsreader-latin-ext-600-normal.woff',
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

/** A font to shape text with, under a name of its own: what a PDF embeds is told apart by it. */
export interface Face {
  name: string;
  font: Font;
  /** The font's file, unpacked. */
  file: Buffer;
  /** Whether it is one of the site's own typefaces. */
  isSite: boolean;
}

const siteFaces = new Map<Typeface, Face>();

/** A site's typeface, opened once. */
export function siteFace(typeface: Typeface): Face {
  let face = siteFaces.get(typeface);
  if (!face) {
    const file = fontFile(typeface);
    face = { name: typeface, font: openFont(file), file, isSite: true };
    siteFaces.set(typeface, face);
  }
  return face;
}

function openFont(file: Buffer): Font {
  const font = fontkit().create(file);
  if (!('unitsPerEm' in font)) throw new Error('This file holds several fonts.');
  return font;
}

/** A file of a font package, and the weight that is wanted of it. */
export interface FontFile {
  path: string;
  weight: 400 | 600;
}

/**
 * Files that are open beside the site's own typefaces, the latest last. A name in Chinese takes one or two; each is some 100 kB and
 * what was shaped with it.
 */
const openFiles = new Map<string, Face>();
const mostOpenFiles = 24;

/**
 * A file of a font package as a face; of a variable font the instance with this weight. Opened on demand, and closed again when
 * others have been used since.
 */
export function packageFace({ path, weight }: FontFile): Face {
  const name = `${path}@${weight}`;
  let face = openFiles.get(name);
  if (face) openFiles.delete(name);
  else {
    const unpacked = sfntOf(readFileSync(resolve(path)));
    const file = path.includes('-wght-') ? instanceOf(unpacked, weight) : unpacked;
    face = { name, font: openFont(file), file, isSite: false };
    // pdfkit takes fonts of one name for the same font; the files of a package, and the weights of a file, all have the package's.
    Object.defineProperty(face.font, 'postscriptName', {
      value: `${path.replace(/^.*\/|\.\w+$/g, '')}-${weight}`,
    });
  }
  openFiles.set(name, face);
  for (const oldest of openFiles.keys()) {
    if (openFiles.size <= mostOpenFiles) break;
    openFiles.delete(oldest);
  }
  return face;
}
