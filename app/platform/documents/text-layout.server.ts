import { type Face, siteFace } from '#app/platform/documents/fonts.server.ts';
import { loadShaper, shapedWidth } from '#app/platform/documents/shaping.server.ts';
import {
  type BaseTypeface,
  type Cluster,
  readClusters,
  settingOf,
} from '#app/platform/documents/text-clusters.server.ts';
import { onDemand } from '#app/platform/runtime/on-demand.server.ts';

// Lines of text in any script: broken into lines (UAX #14), put into visual order (UAX #9) and measured as they are shaped.

interface Bidi {
  getEmbeddingLevels(
    text: string,
    direction: 'auto',
  ): { levels: Uint8Array; paragraphs: { level: number }[] };
}

interface LineBreaker {
  nextBreak(): { position: number; required: boolean } | null;
}

const createBidi = onDemand<() => Bidi>('bidi-js');
const linebreak = onDemand<new (text: string) => LineBreaker>('linebreak');
let bidi: Bidi | undefined;

/** Text of one face and one direction, in the order in which it is read. */
interface Piece {
  text: string;
  face: Face;
  isRtl: boolean;
  /** In ems. */
  width: number;
}

/** A line of text; all sizes in ems. */
export interface TextLine {
  /** From left to right. */
  pieces: Piece[];
  /** Without the spaces at its end. */
  width: number;
  /** Whether its paragraph runs from right to left, and so stands on the right. */
  isRtl: boolean;
  /** From the top of the line to its baseline, and on to its foot. */
  ascent: number;
  descent: number;
}

interface Mark extends Cluster {
  /** Of the bidirectional algorithm: odd from right to left. */
  level: number;
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const words = new Intl.Segmenter('th', { granularity: 'word' });

/** Scripts without spaces between words, which need a dictionary to be broken. */
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function marksOf(clusters: readonly Cluster[]): { marks: Mark[]; baseLevel: number } {
  const text = clusters.map((cluster) => cluster.text).join('');
  if (!rightToLeft.test(text))
    return { marks: clusters.map((cluster) => ({ ...cluster, level: 0 })), baseLevel: 0 };
  bidi ??= createBidi()();
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text, 'auto');
  let at = 0;
  const marks = clusters.map((cluster) => {
    const level = levels[at] ?? 0;
    at += cluster.text.length;
    return { ...cluster, level };
  });
  return { marks, baseLevel: paragraphs[0]?.level ?? 0 };
}

/** Where lines may end: indexes of the clusters that may begin a line. */
function breaksOf(marks: readonly Mark[]): number[] {
  const text = marks.map((mark) => mark.text).join('');
  const positions = new Set<number>();
  const breaker = new (linebreak())(text);
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) positions.add(next.position);
  if (unspaced.test(text))
    for (const { index, isWordLike } of words.segment(text))
      if (isWordLike && unspaced.test(text[index] ?? '')) positions.add(index);
  const breaks: number[] = [];
  let at = 0;
  for (const [index, mark] of marks.entries()) {
    if (index > 0 && positions.has(at)) breaks.push(index);
    at += mark.text.length;
  }
  return [...breaks, marks.length];
}

const widths = new Map<string, number>();
const mostWidths = 4000;

/** How wide a text is as its face shapes it, in ems. Each is measured once, as long as no others have been since. */
function widthOf(text: string, face: Face, isRtl: boolean): number {
  const key = `${face.name} ${isRtl} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    width = shapedWidth(face, text, isRtl);
    if (widths.size >= mostWidths) widths.clear();
    widths.set(key, width);
  }
  return width;
}

interface Run extends Piece {
  level: number;
}

/** Clusters of one face and level together, in the order in which they are read. */
function runsOf(marks: readonly Mark[]): Run[] {
  const runs: { text: string; face: Face; level: number }[] = [];
  for (const { text, face, level } of marks) {
    const last = runs.at(-1);
    if (last?.face === face && last.level === level) last.text += text;
    else runs.push({ text, face, level });
  }
  return runs.map(({ text, face, level }) => {
    const isRtl = level % 2 === 1;
    return { text, face, level, isRtl, width: widthOf(text, face, isRtl) };
  });
}

const measure = (marks: readonly Mark[]) => runsOf(marks).reduce((sum, { width }) => sum + width, 0);

/** The runs of a line from left to right (rule L2). */
function visualOrder(runs: readonly Run[]): Run[] {
  const order = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    for (let first = 0; first < order.length; first++) {
      let end = first;
      while (end < order.length && (order[end]?.level ?? 0) >= level) end++;
      if (end > first + 1) order.splice(first, end - first, ...order.slice(first, end).toReversed());
      first = end;
    }
  }
  return order;
}

const isSpace = (mark: Mark | undefined) => mark !== undefined && /^\s+$/.test(mark.text);

/** Fonts of scripts with marks above and below leave room for more of them than names have. */
const mostAscent = 1.2;
const mostDescent = 0.5;

function lineOf(marks: readonly Mark[], baseLevel: number, base: Face): TextLine {
  let end = marks.length;
  while (end > 0 && isSpace(marks[end - 1])) end--;
  const pieces = visualOrder(runsOf(marks.slice(0, end)));
  const faces = new Set([base, ...pieces.map(({ face }) => face)]);
  const fonts = [...faces].map(({ font }) => font);
  return {
    pieces,
    width: pieces.reduce((sum, { width }) => sum + width, 0),
    isRtl: baseLevel % 2 === 1,
    ascent: Math.min(mostAscent, Math.max(...fonts.map((font) => font.ascent / font.unitsPerEm))),
    descent: Math.min(
      mostDescent,
      Math.max(...fonts.map((font) => (font.lineGap - font.descent) / font.unitsPerEm)),
    ),
  };
}

/** How many clusters before `to` are not spaces at the end. */
function withoutSpaces(marks: readonly Mark[], from: number, to: number): number {
  let end = to;
  while (end > from && isSpace(marks[end - 1])) end--;
  return end;
}

/**
 * How many of the clusters from `from` to `to` fit into a width. Not much more than fits is shaped, however long a word is. Spaces
 * at the end need no room.
 */
function countFitting(marks: readonly Mark[], from: number, to: number, width: number): number {
  const length = to - from;
  const isFitting = (count: number) => {
    const end = withoutSpaces(marks, from, from + Math.min(count, length));
    return measure(marks.slice(from, end)) <= width;
  };
  let fitting = 0;
  let tooMany = 16;
  while (isFitting(tooMany)) {
    if (tooMany >= length) return length;
    [fitting, tooMany] = [tooMany, tooMany * 2];
  }
  while (tooMany - fitting > 1) {
    const middle = (fitting + tooMany) >> 1;
    if (isFitting(middle)) fitting = middle;
    else tooMany = middle;
  }
  return fitting;
}

/** A paragraph's lines, each from one cluster to before another. */
function linesOfParagraph(marks: readonly Mark[], width: number): Mark[][] {
  const lines: Mark[][] = [];
  let start = 0;
  let used = 0;
  let unit = 0;
  const endLine = (end: number) => {
    lines.push(marks.slice(start, end));
    [start, used] = [end, 0];
  };
  for (const end of breaksOf(marks)) {
    if (unit > start && countFitting(marks, unit, end, width - used) < end - unit) endLine(unit);
    // A word that is longer than a line goes on in the next.
    for (let count = countFitting(marks, unit, end, width); start === unit && count < end - unit; ) {
      endLine(unit + Math.max(1, count));
      unit = start;
      count = countFitting(marks, unit, end, width);
    }
    used += measure(marks.slice(unit, end));
    unit = end;
  }
  if (start < marks.length || lines.length === 0) endLine(marks.length);
  return lines;
}

/** A text in lines, and the characters in it that no font has. */
interface LaidOutText {
  lines: TextLine[];
  missing: string[];
}

/** What layOut breaks a text into. */
interface LayoutOptions {
  base: BaseTypeface;
  /** The width of lines in ems; as long as they are written unless it is given. */
  width?: number;
  /** What stands around the text: it tells as whose Chinese characters are drawn. */
  context?: string;
}

/** The paragraphs of a text, as clusters with the direction of each. */
function readParagraphs(text: string, { base, context = text }: LayoutOptions, missing: Set<string>) {
  const setting = settingOf(text, base, context);
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((paragraph) => marksOf(readClusters(paragraph, setting, missing)));
}

/**
 * A text that people wrote, in lines: letters in any script, from whatever font has them, in the order in which they stand on the
 * page. Line breaks in it are kept.
 */
export async function layOut(text: string, options: LayoutOptions): Promise<LaidOutText> {
  const { base, width = Infinity } = options;
  const missing = new Set<string>();
  const paragraphs = readParagraphs(text, options, missing);
  await loadShaper();
  const baseFace = siteFace(base);
  const lines = paragraphs.flatMap(({ marks, baseLevel }) => {
    const broken = width === Infinity ? [marks] : linesOfParagraph(marks, width);
    return broken.map((line) => lineOf(line, baseLevel, baseFace));
  });
  return { lines, missing: [...missing] };
}

/** One line of a picture. The scripts whose letters join look best where `loadShaper` was waited for before. */
export function layOutLine(text: string, base: BaseTypeface): TextLine {
  const [{ marks, baseLevel } = { marks: [], baseLevel: 0 }] = readParagraphs(text, { base }, new Set());
  return lineOf(marks, baseLevel, siteFace(base));
}

/** A text broken into the texts of lines of at most this width, in ems. */
export function breakText(text: string, base: BaseTypeface, width: number): string[] {
  return readParagraphs(text, { base }, new Set()).flatMap(({ marks }) =>
    linesOfParagraph(marks, width).map((line) =>
      line
        .map((mark) => mark.text)
        .join('')
        .trim(),
    ),
  );
}
