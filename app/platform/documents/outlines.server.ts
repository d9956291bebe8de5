import type { Font, PathCommand } from 'fontkit';
import { fontFile, type Typeface } from '#app/platform/documents/fonts.server.ts';
import { onDemand } from '#app/platform/on-demand.server.ts';

const fontkit = onDemand<typeof import('fontkit')>('fontkit');

// Text as shapes: a picture of it looks the same in every program, with no font installed.

const fonts = new Map<Typeface, Font>();

function font(typeface: Typeface): Font {
  let found = fonts.get(typeface);
  if (!found) {
    const created = fontkit().create(fontFile(typeface));
    if (!('unitsPerEm' in created)) throw new Error(`${typeface} holds several fonts.`);
    found = created;
    fonts.set(typeface, found);
  }
  return found;
}

/** Whether a typeface has a letter. */
const has = (typeface: Typeface, letter: string) =>
  font(typeface).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);

/**
 * What people have typed, as the site's typefaces can show it: pieces with the typeface of each. A letter that none has is shown
 * without its accents, or as a question mark.
 */
export function legibleRuns(text: string, base: 'sans' | 'sans-bold'): { text: string; font: Typeface }[] {
  const faces = [base, `${base}-more`] as const;
  const runs: { text: string; font: Typeface }[] = [];
  const faceOf = (letter: string) => faces.find((face) => has(face, letter));
  for (const letter of text.normalize('NFC')) {
    const [plain = '?'] = letter.normalize('NFKD');
    const shown = [letter, plain, '?'].find((candidate) => faceOf(candidate)) ?? '';
    const face = faceOf(shown) ?? base;
    const last = runs.at(-1);
    if (last?.font === face) last.text += shown;
    else runs.push({ text: shown, font: face });
  }
  return runs;
}

/** Whether the site's typefaces have every letter of a text. */
export const isLegible = (text: string): boolean =>
  legibleRuns(text, 'sans-bold')
    .map((run) => run.text)
    .join('') === text.normalize('NFC');

const widths = new Map<string, number>();

/** How wide a text is at a size, in pixels. Fitting asks for the same words again and again: each is measured once. */
export function textWidth(text: string, typeface: Typeface, size: number): number {
  const key = `${typeface} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    width = font(typeface).layout(text).advanceWidth / font(typeface).unitsPerEm;
    widths.set(key, width);
  }
  return width * size;
}

/** Breaks a text into lines no wider than `width`, as far as its words allow. */
export function wrapText(text: string, typeface: Typeface, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && textWidth(longer, typeface, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Breaks a text into no more lines than `wrapText` does, but of about the same length. */
export function balanceText(text: string, typeface: Typeface, size: number, width: number): string[] {
  let lines = wrapText(text, typeface, size, width);
  const { length } = lines;
  for (let narrower = width; narrower > width / 2; narrower -= width / 40) {
    const next = wrapText(text, typeface, size, narrower);
    if (next.length > length || next.some((line) => textWidth(line, typeface, size) > width)) break;
    lines = next;
  }
  return lines;
}

/** The largest size from `most` down to `least` at which a text fits into a box, and its lines at that size. */
export function fitText(
  text: string,
  typeface: Typeface,
  box: { width: number; height: number },
  sizes: { least: number; most: number; lineHeight: number },
): { size: number; lines: string[] } {
  for (let size = sizes.most; ; size -= Math.max(0.5, sizes.most / 60)) {
    const lines = wrapText(text, typeface, size, box.width);
    const isNarrow = lines.every((line) => textWidth(line, typeface, size) <= box.width);
    if ((isNarrow && lines.length * size * sizes.lineHeight <= box.height) || size <= sizes.least)
      return { size, lines };
  }
}

/** How and where a line of text is drawn; `size`, `x` and `y` in pixels. */
export interface TextStyle {
  typeface: Typeface;
  size: number;
  fill: string;
  x: number;
  y: number;
  anchor?: 'start' | 'middle' | 'end';
}

/** One line of text as an SVG path; `x` is its start, middle or end by `anchor`, `y` its baseline. */
export function outlineText(text: string, style: TextStyle): string {
  const { typeface, size, fill, y, anchor = 'start' } = style;
  const width = textWidth(text, typeface, size);
  let x = style.x - (anchor === 'end' ? width : anchor === 'middle' ? width / 2 : 0);
  const { glyphs, positions } = font(typeface).layout(text);
  const scale = size / font(typeface).unitsPerEm;
  const shapes = glyphs.map((glyph, index) => {
    const position = positions[index];
    const [left, baseline] = [x + (position?.xOffset ?? 0) * scale, y - (position?.yOffset ?? 0) * scale];
    const shape = glyph.path.commands.map((command) => svgCommand(command, left, baseline, scale)).join('');
    x += (position?.xAdvance ?? 0) * scale;
    return shape;
  });
  return `<path fill="${fill}" d="${shapes.join('')}"/>`;
}

const letters = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
} as const;

/** A step of a glyph's outline, from the font's grid (upwards) to the picture's pixels (downwards). */
function svgCommand({ command, args }: PathCommand, left: number, baseline: number, scale: number): string {
  const points = args.map((value, index) =>
    (index % 2 === 0 ? left + value * scale : baseline - value * scale).toFixed(2).replace(/\.?0+$/, ''),
  );
  return letters[command] + points.join(' ');
}
