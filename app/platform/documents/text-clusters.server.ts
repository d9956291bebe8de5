import { type Face, packageFace, siteFace, type Typeface } from '#app/platform/documents/fonts.server.ts';
import { type HanRegion, hanRegionOf } from '#app/platform/documents/han-region.ts';
import { scriptFiles } from '#app/platform/documents/script-fonts.server.ts';

/** A typeface that texts are set in; letters it lacks come from others. */
export type BaseTypeface = Exclude<Typeface, `${string}-more`>;

/** What a reader takes for one character, with its marks, and the face that has all of it. */
export interface Cluster {
  text: string;
  face: Face;
}

/** A character that no font here has is shown as this box. */
export const missingBox = '\u25a1';

/** Controls, and the signs that turn writing around (a name must not rearrange the line it stands in). */
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/gu;
/** More marks on a letter than any language has: a pile of thousands would take a minute to shape. */
const tooManyMarks = /(\p{M}{16})\p{M}+/gu;
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const hasAll = (face: Face, text: string) =>
  [...text].every((letter) => face.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));

/** Without the invisible characters that a face has no glyph for, which would be drawn as boxes. */
const withoutUnknown = (text: string, face: Face) =>
  text.replace(ignorable, (sign) => (hasAll(face, sign) ? sign : ''));

/** How a text is set: in which face first, and as whose its Chinese characters are drawn. */
interface Setting {
  base: BaseTypeface;
  region: HanRegion;
  /** Whether Latin letters come from Noto Sans too, because some are not in the base: a word is never in two typefaces. */
  isBaseLast: boolean;
  /** The faces of what was looked up already: a text has few letters. */
  faces: Map<string, Face | null>;
  /** The files that were opened for it. */
  opened: Set<string>;
}

const weightOf = (base: BaseTypeface) => (base.endsWith('-bold') ? 600 : 400);
const baseFaces = (base: BaseTypeface): Face[] => [siteFace(base), siteFace(`${base}-more`)];

const isAscii = (text: string) => /^[\x20-\x7e\s]*$/.test(text);

/** How to set a text; `context` is what stands around it, such as the address below a name. */
export function settingOf(text: string, base: BaseTypeface, context = text): Setting {
  if (isAscii(text)) return { base, region: 'sc', isBaseLast: false, faces: new Map(), opened: new Set() };
  const isBaseLast = [...text.matchAll(/\p{Script=Latin}\p{M}*/gu)].some(
    ([letter]) => !baseFaces(base).some((face) => hasAll(face, letter)),
  );
  return { base, region: hanRegionOf(context), isBaseLast, faces: new Map(), opened: new Set() };
}

/** More files than any text but one made for it needs: each takes milliseconds to open. */
const mostFiles = 64;

/** The first face that has every visible character of a cluster, which is opened for it; null when no font has, or too many are open. */
function findFace(visible: string, { base, region, isBaseLast, opened }: Setting): Face | null {
  const own = baseFaces(base).find((face) => hasAll(face, visible));
  if (own && !isBaseLast) return own;
  for (const file of scriptFiles(visible.codePointAt(0) ?? 0, weightOf(base), region)) {
    if (opened.size >= mostFiles && !opened.has(file.path)) continue;
    opened.add(file.path);
    const face = packageFace(file);
    if (hasAll(face, visible)) return face;
  }
  return own ?? null;
}

function faceWith(cluster: string, setting: Setting): Face | null {
  const visible = cluster.replace(ignorable, '');
  if (!visible) return null;
  const cachedFace = setting.faces.get(visible);
  if (cachedFace !== undefined) return cachedFace;
  const face = findFace(visible, setting);
  setting.faces.set(visible, face);
  return face;
}

/** A cluster as its parts, where no face has all of it: a letter and its marks, or the first of several joined emoji. */
function partsOf(cluster: string, setting: Setting, missing: Set<string>): Cluster[] {
  const letters = [...cluster.replace(ignorable, '')];
  const isEmoji = /\p{Extended_Pictographic}/u.test(cluster);
  if (letters.length > 1)
    return (isEmoji ? letters.slice(0, 1) : letters).flatMap((letter) =>
      clustersOf(letter, setting, missing),
    );
  const [letter = ''] = letters;
  // Letters in another shape, such as mathematical or circled ones, are shown in the usual one.
  const usual = letter.normalize('NFKC');
  const face = usual === letter ? null : faceWith(usual, setting);
  if (face) return [{ text: usual, face }];
  if (letter) missing.add(letter);
  return letter ? clustersOf(missingBox, setting, missing) : [];
}

function clustersOf(text: string, setting: Setting, missing: Set<string>): Cluster[] {
  const clusters: Cluster[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const before = clusters.at(-1);
    // A space goes with the word before it, so that the word is shaped as a whole.
    const isSpace = segment === ' ' || segment === '\u00a0';
    const face =
      isSpace && before && !/\p{Extended_Pictographic}/u.test(before.text) && hasAll(before.face, segment)
        ? before.face
        : faceWith(segment, setting);
    if (face) clusters.push({ text: withoutUnknown(segment, face), face });
    else clusters.push(...partsOf(segment, setting, missing));
  }
  return clusters;
}

/**
 * One paragraph as clusters; `missing` gathers the characters that no font has. What has only letters of the base costs next to
 * nothing: no other font is opened.
 */
export function readClusters(paragraph: string, setting: Setting, missing: Set<string>): Cluster[] {
  const text = paragraph
    .normalize('NFC')
    .replace(/\s/gu, ' ')
    .replace(controls, '')
    .replace(tooManyMarks, '$1');
  if (!isAscii(text)) return clustersOf(text, setting, missing);
  const face = siteFace(setting.base);
  return Array.from(text, (letter) => ({ text: letter, face }));
}

/** The characters of these texts that no font here has: they are boxes in every document and picture. */
export function unprintable(...texts: readonly (string | null)[]): string[] {
  const missing = new Set<string>();
  for (const text of texts) if (text && !isAscii(text)) readClusters(text, settingOf(text, 'sans'), missing);
  return [...missing];
}
