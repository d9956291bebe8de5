import { type Look, round } from '#app/domain/programme/materials/banner-designs.server.ts';
import { balanceText, outlineText, textWidth } from '#app/platform/documents/outlines.server.ts';

/** A headline broken into lines for a box. */
interface SetHeadline {
  lines: { text: string; isEmphasized: boolean }[];
  size: number;
  /** From the top of the first line's capitals to the last line's foot. */
  height: number;
}

const typeface = 'serif-bold';
/** Height of capitals and distance of lines, as parts of the type size. */
const [capitals, lineHeight] = [0.66, 1.08];

/**
 * Sets a headline as large as the box allows: each sentence begins a line, and the last of several is emphasized. A little
 * smaller when that saves breaking a sentence.
 */
export function setHeadline(
  text: string,
  box: { width: number; height: number },
  sizes: { least: number; most: number },
): SetHeadline {
  const sentences = text.split(/(?<=[.?!])\s+/);
  const setAt = (size: number): SetHeadline => {
    const lines = sentences.flatMap((sentence, index) =>
      balanceText(sentence, typeface, size, box.width).map((line) => ({
        text: line,
        isEmphasized: sentences.length > 1 && index === sentences.length - 1,
      })),
    );
    return { lines, size, height: size * (capitals + (lines.length - 1) * lineHeight) };
  };
  const fits = ({ lines, size, height }: SetHeadline) =>
    height <= box.height && lines.every((line) => textWidth(line.text, typeface, size) <= box.width);
  const step = Math.max(0.5, sizes.most / 80);
  let set = setAt(sizes.most);
  while (!fits(set) && set.size > sizes.least) set = setAt(Math.max(sizes.least, set.size - step));
  for (let size = set.size; size >= Math.max(sizes.least, set.size * 0.8); size -= step) {
    const unbroken = setAt(size);
    if (unbroken.lines.length === sentences.length && fits(unbroken)) return unbroken;
  }
  return set;
}

/** Draws a headline whose capitals begin at `top`. */
export function drawHeadline(look: Look, { lines, size }: SetHeadline, x: number, top: number): string {
  return lines
    .map(({ text, isEmphasized }, index) =>
      outlineText(text, {
        typeface,
        size: round(size),
        fill: isEmphasized ? look.emphasis : look.headline,
        x,
        y: top + size * (capitals + index * lineHeight),
      }),
    )
    .join('');
}

/** Running text below one another, the first line's foot at `baseline`. */
export function drawLines(
  look: Look,
  lines: readonly string[],
  at: { x: number; baseline: number; size: number },
): string {
  return lines
    .map((text, index) =>
      outlineText(text, {
        typeface: 'sans',
        size: at.size,
        fill: look.text,
        x: at.x,
        y: at.baseline + index * at.size * 1.35,
      }),
    )
    .join('');
}
