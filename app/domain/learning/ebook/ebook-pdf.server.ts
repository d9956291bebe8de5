import { setImmediate } from 'node:timers/promises';
import type { Root } from 'mdast';
import type { Book } from '#app/domain/learning/ebook/book.server.ts';
import { balanceText } from '#app/platform/documents/outlines.server.ts';
import { beginPdf, drawOrnament, measureOf, type Pdf } from '#app/platform/documents/pdf.server.ts';
import { type TextStyle, writeBlocks } from '#app/platform/documents/pdf-text.server.ts';
import { palette } from '#app/platform/palette.ts';

/** Six by nine inches, a measure of about 65 letters. */
const size: [number, number] = [432, 648];
const margins = { top: 66, bottom: 68, left: 56, right: 56 };
const style: TextStyle = { size: 10.8, lineGap: 3.2, gap: 7.5, headings: [15, 12.5] };
/** Cover and contents are not counted in the book's page numbers, but in its pages. */
const frontPages = 2;

interface Part {
  name: string;
  label: string | null;
  title: string;
  text: Root;
}

function partsOf({ preface, chapters }: Book): Part[] {
  return [
    { name: 'preface', label: null, title: 'Preface', text: preface },
    ...chapters.map(({ number, title, text }) => ({
      name: `chapter-${number}`,
      label: `Chapter ${number}`,
      title,
      text,
    })),
  ];
}

function drawCover({ doc, body }: Pdf, { title, subtitle, author }: Book): void {
  doc.addPage();
  const { width, height } = doc.page;
  doc.outline.addItem('Cover');
  drawOrnament(doc, 'Layout', () => {
    doc.rect(0, 0, width, height).fill(palette.accent);
    doc.rect(48, 108, 54, 5).fill(palette.marker);
  });
  const line = (type: string, text: string, font: string, points: number, color: string, gap: number) => {
    const draw = () => {
      doc.font(font, points).fillColor(color);
      doc.text(text, 48, doc.y, { width: width - 96, lineGap: 0 });
    };
    body.add(doc.struct(type, {}, draw));
    doc.y += gap;
  };
  doc.y = 130;
  line('Title', title, 'serif-bold', 50, palette.onAccent, 24);
  line('P', subtitle, 'serif-italic', 20, palette.marker, 0);
  doc.y = height - 110;
  line('P', author, 'sans-bold', 14, palette.onAccent, 0);
  doc.fillColor(palette.ink);
}

/** The contents, each line a link to its part; page numbers are known only once the book has been set. */
function writeContents({ doc, body }: Pdf, parts: Part[], pages: ReadonlyMap<string, number>): void {
  doc.addPage();
  doc.outline.addItem('Contents');
  const contents = doc.struct('TOC');
  body.add(doc.struct('H1', {}, () => doc.font('serif-bold', 26).text('Contents')));
  body.add(contents);
  doc.y += 18;
  const { left, right } = doc.page.margins;
  for (const { name, label, title } of parts) {
    const y = doc.y;
    const numberWidth = 30;
    const draw = () => {
      doc.font('sans', 8.5).fillColor(palette.accent);
      if (label) doc.text(label, left, y + 1.2, { width: 62, goTo: name });
      doc.font('serif', 11.5).fillColor(palette.ink);
      doc.text(title, left + 62, y, { width: measureOf(doc) - 62 - numberWidth, goTo: name });
      const after = doc.y;
      doc.text(String(pages.get(name) ?? ''), doc.page.width - right - numberWidth, y, {
        width: numberWidth,
        align: 'right',
        goTo: name,
      });
      doc.y = after;
    };
    contents.add(doc.struct('TOCI', {}, draw));
    doc.y += 11;
  }
  contents.end();
}

/** Writes a part from a new page on. @returns the number printed on that page. */
function writePart({ doc, body }: Pdf, { name, label, title, text }: Part): number {
  doc.addPage();
  const first = doc.bufferedPageRange().count - frontPages;
  doc.addNamedDestination(name);
  const entry = doc.outline.addItem(label ? `${label}: ${title}` : title);
  const part = doc.struct('Sect');
  body.add(part);
  doc.y += 54;
  if (label) {
    const draw = () => doc.font('sans-bold', 9).fillColor(palette.accent).text(label.toUpperCase());
    part.add(doc.struct('P', {}, draw));
    doc.y += 5;
  }
  part.add(
    doc.struct('H1', {}, () => {
      const lines = balanceText(title, 'serif-bold', 25, measureOf(doc) * 0.98);
      doc.font('serif-bold', 25).fillColor(palette.ink).text(lines.join('\n'), { lineGap: 0 });
    }),
  );
  doc.y += 20;
  writeBlocks({ doc, style, onHeading: (heading) => entry.addItem(heading) }, part, text.children);
  part.end();
  return first;
}

/** Page numbers and the running title, below the text. */
function writeFeet({ doc }: Pdf, title: string): void {
  const { count } = doc.bufferedPageRange();
  for (let index = frontPages; index < count; index += 1) {
    doc.switchToPage(index);
    const y = doc.page.height - 40;
    drawOrnament(doc, 'Pagination', () => {
      doc.font('sans', 8).fillColor(palette.muted);
      doc.text(title, margins.left, y, { lineBreak: false });
      doc.text(String(index - frontPages + 1), margins.left, y, { width: measureOf(doc), align: 'right' });
    });
  }
}

async function setBook(
  book: Book,
  pages: ReadonlyMap<string, number>,
): Promise<{ file: Buffer; pages: ReadonlyMap<string, number> }> {
  const { title, author, description, editedAt } = book;
  const pdf = beginPdf({ size, margins, title, author, subject: description, madeAt: editedAt });
  const parts = partsOf(book);
  drawCover(pdf, book);
  writeContents(pdf, parts, pages);
  const pageNumbers = new Map<string, number>();
  for (const part of parts) {
    pageNumbers.set(part.name, writePart(pdf, part));
    // Requests that wait are answered between chapters.
    await setImmediate();
  }
  writeFeet(pdf, title);
  return { file: await pdf.finish(), pages: pageNumbers };
}

/** The ebook as a tagged PDF: set once to learn the page numbers, and again with them in the contents. */
export async function writeEbookPdf(book: Book): Promise<Buffer> {
  const draft = await setBook(book, new Map());
  const final = await setBook(book, draft.pages);
  return final.file;
}
