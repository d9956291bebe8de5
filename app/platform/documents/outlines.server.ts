import type { PathCommand } from 'fontkit';
import { shape } from '#app/platform/documents/shaping.server.ts';
import type { BaseTypeface } from '#app/platform/documents/text-clusters.server.ts';
import { breakText, layOutLine } from '#app/platform/documents/text-layout.server.ts';

// Text as shapes: a picture of it looks the same in every program, with no font installed.

const widths = new Map<string, number>();

/** How wide a text is at a size, in pixels. Fitting asks for the same words again and again: each is measured once. */
export function textWidth(text: string, typeface: BaseTypeface, size: number): number {
  const key = `${typeface} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    width = layOutLine(text, typeface).width;
    widths.set(key, width);
  }
  return width * size;
}

/** Breaks a text into lines no wider than `width`, as far as its words allow. */
export function wrapText(text: string, typeface: BaseTypeface, size: number, width: number): string[] {
  // Chinese and Thai have no spaces between words.
  if (/[^\0-\u024f\u2000-\u206f]/.test(text)) return breakText(text, typeface, width / size);
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && textWidth(longer, typeface, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Breaks a text into no more lines than `wrapText` does, but of about the same length. */
export function balanceText(text: string, typeface: BaseTypeface, size: number, width: number): string[] {
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
  typeface: BaseTypeface,
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
  typeface: BaseTypeface;
  size: number;
  fill: string;
  x: number;
  y: number;
  anchor?: 'start' | 'middle' | 'end';
}

/** One line of text as an SVG path; `x` is its start, middle or end by `anchor`, `y` its baseline. */
export function outlineText(text: string, style: TextStyle): string {
  const { typeface, size, fill, y, anchor = 'start' } = style;
  const { pieces, width } = layOutLine(text, typeface);
  let x = style.x - (anchor === 'end' ? width * size : anchor === 'middle' ? (width * size) / 2 : 0);
  const shapes = pieces.flatMap((piece) => {
    const { font } = piece.face;
    const scale = size / font.unitsPerEm;
    const glyphs = shape(piece.face, piece.text, piece.isRtl).flatMap((cluster) => cluster.glyphs);
    return glyphs.map(({ id, xAdvance, xOffset, yOffset }) => {
      const [left, baseline] = [x + xOffset * scale, y - yOffset * scale];
      x += xAdvance * scale;
      const { commands } = font.getGlyph(id).path;
      return commands.map((command) => svgCommand(command, left, baseline, scale)).join('');
    });
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
    (index % 2 === 0 ? left + value * scale : baseline - value * scale)
      .toFixed(2)
      .replace(/(?:\.|(?<![.0]))0+$/, ''),
  );
  return letters[command] + points.join(' ');
}
