import { type Pdf, roomLeft } from '#app/platform/documents/pdf.server.ts';
import { rightToLeft } from '#app/platform/documents/pdf-font.server.ts';
import { type BaseTypeface, missingBox } from '#app/platform/documents/text-clusters.server.ts';
import { layOut, type TextLine } from '#app/platform/documents/text-layout.server.ts';
import { palette } from '#app/platform/palette.ts';

/** Where and how a text is written; all sizes in points. */
export interface LinePlace {
  x: number;
  width: number;
  size: number;
  typeface: BaseTypeface;
  color?: string;
  /** `start` is the left, or the right for a paragraph that runs from right to left. */
  align?: 'start' | 'center' | 'right';
  /** Space below each line. */
  lineGap?: number;
  /** What stands around the text, which tells as whose Chinese characters are drawn. */
  context?: string;
}

function leftOf({ width, isRtl }: TextLine, { x, width: room, size, align = 'start' }: LinePlace): number {
  const rest = room - width * size;
  if (align === 'center') return x + rest / 2;
  return align === 'right' || isRtl ? x + rest : x;
}

/**
 * Writes a text that people wrote at the pen's height, tagged below `parent`: in any script, turning the page where it must.
 * Characters that no font has are boxes, and the PDF knows them (`pdf.missing`).
 */
export async function writeLines(
  pdf: Pdf,
  parent: PDFKit.PDFStructureElement,
  tag: string,
  text: string,
  place: LinePlace,
): Promise<void> {
  const { doc } = pdf;
  const { size, typeface, width, color = palette.ink, lineGap = 0, context } = place;
  const { lines, missing } = await layOut(text, {
    base: typeface,
    width: width / size,
    context: context ?? text,
  });
  for (const character of missing) pdf.missing.add(character);
  const draw = () => {
    for (const [index, line] of lines.entries()) {
      if (roomLeft(doc) < (line.ascent + line.descent) * size) doc.addPage();
      const { y } = doc;
      let x = leftOf(line, place);
      for (const [at, piece] of line.pieces.entries()) {
        // Who copies the text needs the space between two lines.
        const isBeforeLine = at === line.pieces.length - 1 && index < lines.length - 1 && !line.isRtl;
        doc.font(pdf.fontName(piece.face)).fontSize(size).fillColor(color);
        const options = { lineBreak: false, baseline: 'alphabetic' } as const;
        // With features given, even none, pdfkit has a piece shaped as a whole; without, word by word from left to right.
        doc.text(isBeforeLine ? `${piece.text} ` : piece.text, x, y + line.ascent * size, {
          ...options,
          features: (piece.isRtl ? rightToLeft : []) as PDFKit.Mixins.OpenTypeFeatures[],
        });
        x += piece.width * size;
      }
      doc.x = place.x;
      doc.y = y + (line.ascent + line.descent) * size + lineGap;
    }
  };
  parent.add(doc.struct(tag, {}, draw));
}

/** Says at the pen what boxes in the text stand for, if there are any; `page` names the page of the site that shows all of it. */
export async function writeMissingNote(pdf: Pdf, place: LinePlace, page: string): Promise<void> {
  if (pdf.missing.size === 0) return;
  const text = `${missingBox} stands for a character that this file cannot show. ${page} on our site shows every character.`;
  await writeLines(pdf, pdf.body, 'P', text, place);
}
