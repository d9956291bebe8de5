import {
  beginPdf,
  drawOrnament,
  keepTogether,
  measureOf,
  type Pdf,
  type PdfOptions,
} from '#app/platform/documents/pdf.server.ts';
import { type LinePlace, writeLines, writeMissingNote } from '#app/platform/documents/pdf-lines.server.ts';
import { palette } from '#app/platform/palette.ts';

/** The margin on every side of a letter, in points. */
export const letterMargin = 56;

type Element = PDFKit.PDFStructureElement;

/** Where and how a text is written, in points; 10 points, plain and black unless it says otherwise. */
interface TextPlace extends Partial<Omit<LinePlace, 'typeface' | 'align'>> {
  x: number;
  width: number;
  isBold?: boolean;
  align?: 'start' | 'right';
}

/** Writes a text at the pen's height, tagged below `parent`. */
export function writeText(
  pdf: Pdf,
  parent: Element,
  tag: string,
  text: string,
  { isBold = false, ...place }: TextPlace,
): Promise<void> {
  const typeface = isBold ? 'sans-bold' : 'sans';
  return writeLines(pdf, parent, tag, text, { size: 10, lineGap: 2.5, typeface, ...place });
}

/** Writes a paragraph as wide as the page. */
export function writeParagraph(pdf: Pdf, text: string, style: Partial<TextPlace> = {}): Promise<void> {
  return writeText(pdf, pdf.body, 'P', text, { x: letterMargin, width: measureOf(pdf.doc), ...style });
}

/** Begins a letter on A4: the bar, the brand and the title, as on all receipts, credit notes and statements. */
export async function beginLetter(
  options: Omit<PdfOptions, 'size' | 'margins'>,
  brandName: string,
): Promise<Pdf> {
  const margins = { top: letterMargin, bottom: letterMargin, left: letterMargin, right: letterMargin };
  const pdf = beginPdf({ ...options, size: 'A4', margins });
  const { doc, body } = pdf;
  doc.addPage();
  drawOrnament(doc, 'Layout', () => doc.rect(0, 0, doc.page.width, 8).fill(palette.accent));
  await writeParagraph(pdf, brandName, { isBold: true, color: palette.accent });
  doc.y += 18;
  const writeTitle = () =>
    doc.font('serif-bold', 30).fillColor(palette.ink).text(options.title, letterMargin);
  body.add(doc.struct('H1', {}, writeTitle));
  doc.y += 6;
  return pdf;
}

/** Draws a line across the page at the pen's height. */
export function drawRule({ doc }: Pdf, color: string = palette.line): void {
  const { y } = doc;
  drawOrnament(doc, 'Layout', () => {
    const right = doc.page.width - letterMargin;
    doc.moveTo(letterMargin, y).lineTo(right, y).lineWidth(0.8).stroke(color);
  });
}

/** A cell of a table: its lines below each other, and whether it heads its row or column. */
export interface LetterCell {
  lines: readonly (TextPlace & { text: string })[];
  isHeading?: boolean;
}

/** Writes a row of a table, its cells beside each other, each as high as it needs; `height` is kept together on one page, in points. */
export async function writeTableRow(
  pdf: Pdf,
  table: Element,
  cells: readonly LetterCell[],
  { height, padding }: { height: number; padding: number },
): Promise<void> {
  const { doc } = pdf;
  keepTogether(doc, height);
  const row = doc.struct('TR');
  table.add(row);
  const top = doc.y + padding;
  let bottom = top;
  for (const { lines, isHeading } of cells) {
    const cell = doc.struct(isHeading ? 'TH' : 'TD');
    row.add(cell);
    doc.y = top;
    for (const { text, ...place } of lines) if (text) await writeText(pdf, cell, 'P', text, place);
    cell.end();
    bottom = Math.max(bottom, doc.y);
  }
  row.end();
  doc.y = bottom + padding - 2;
}

/** Ends a letter; says what boxes in it stand for, if there are any. `page` names the page of the site that shows all of it. */
export async function finishLetter(pdf: Pdf, page: string): Promise<Buffer> {
  const { doc } = pdf;
  doc.y += 12;
  const width = measureOf(doc);
  await writeMissingNote(
    pdf,
    { x: letterMargin, width, size: 9, typeface: 'sans', color: palette.muted },
    page,
  );
  return pdf.finish();
}
