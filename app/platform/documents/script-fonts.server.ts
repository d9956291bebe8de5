import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FontFile } from '#app/platform/documents/fonts.server.ts';
import { type HanRegion, hanRegions } from '#app/platform/documents/han-region.ts';

// The fonts for scripts that the site's typefaces lack: Noto Sans, in packages that cut it into files by ranges of characters.

interface FontPackage {
  name: string;
  /** The files of it that are used: all, unless it holds others' letters too. */
  subsets?: readonly string[];
  /** Static packages have a file a weight, variable ones a file for all. */
  isVariable?: boolean;
}

const latin: FontPackage = {
  name: 'noto-sans',
  subsets: ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'],
};

const scripts: readonly FontPackage[] = [
  'arabic',
  'hebrew',
  'thai',
  'devanagari',
  'bengali',
  'tamil',
  'telugu',
  'gujarati',
  'gurmukhi',
  'kannada',
  'malayalam',
  'sinhala',
  'georgian',
  'armenian',
  'ethiopic',
  'khmer',
  'lao',
  'myanmar',
].map((script) => ({ name: `noto-sans-${script}`, subsets: [script] }));

const han = Object.fromEntries(
  hanRegions.map((region) => [region, { name: `noto-sans-${region}`, isVariable: true }]),
) as Record<HanRegion, FontPackage>;

const emoji: FontPackage = { name: 'noto-emoji', isVariable: true };

interface Range {
  first: number;
  last: number;
  /** The part of the package's file names that says which it is. */
  subset: string;
}

/** Which file of a package has which characters, by blocks of 256. */
type Coverage = ReadonlyMap<number, readonly Range[]>;

const { resolve } = createRequire(import.meta.url);
const coverages = new Map<FontPackage, Coverage>();
const scopeOf = ({ isVariable }: FontPackage) => (isVariable ? '@fontsource-variable' : '@fontsource');

/** Reads which characters the files of a package have, of those that are used. */
function readRanges({ subsets, ...fontPackage }: FontPackage): Range[] {
  const file = resolve(`${scopeOf(fontPackage)}/${fontPackage.name}/unicode.json`);
  const lists = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
  return lists
    .filter(([subset]) => (subsets ? subsets.includes(subset) : subset.startsWith('[')))
    .flatMap(([subset, list]) =>
      list.split(',').map((range) => {
        const ends = range.replace('U+', '').split('-');
        const [first = 0, last = first] = ends.map((hex) => Number.parseInt(hex, 16));
        return { first, last, subset: subset.replace(/[[\]]/g, '') };
      }),
    );
}

function coverageOf(fontPackage: FontPackage): Coverage {
  let coverage = coverages.get(fontPackage);
  if (!coverage) {
    const blocks = new Map<number, Range[]>();
    for (const range of readRanges(fontPackage))
      for (let block = range.first >> 8; block <= range.last >> 8; block++)
        blocks.set(block, [...(blocks.get(block) ?? []), range]);
    coverage = blocks;
    coverages.set(fontPackage, coverage);
  }
  return coverage;
}

function* filesWith(fontPackage: FontPackage, codePoint: number, weight: 400 | 600): Generator<FontFile> {
  const { name, isVariable } = fontPackage;
  for (const { first, last, subset } of coverageOf(fontPackage).get(codePoint >> 8) ?? []) {
    if (codePoint < first || codePoint > last) continue;
    const path = `${scopeOf(fontPackage)}/${name}/files/${name}-${subset}`;
    yield { path: isVariable ? `${path}-wght-normal.woff2` : `${path}-${weight}-normal.woff`, weight };
  }
}

/**
 * The font files that may have a character, the likeliest first: Noto Sans in files of its script, for Chinese characters as they
 * are written in `region`.
 */
export function* scriptFiles(codePoint: number, weight: 400 | 600, region: HanRegion): Generator<FontFile> {
  const others = hanRegions.filter((other) => other !== region);
  const packages = [latin, ...scripts, ...[region, ...others].map((each) => han[each]), emoji];
  for (const fontPackage of packages) yield* filesWith(fontPackage, codePoint, weight);
}
