import type { Paragraph, RootContent } from 'mdast';
import { encode } from 'uqr';
import type { MaterialFile } from '#app/domain/programme/materials/file.server.ts';
import { materialText } from '#app/domain/programme/materials/texts.server.ts';
import { config } from '#app/platform/config.server.ts';
import { plainText } from '#app/platform/content/markdown-tree.server.ts';
import { beginPdf, drawOrnament, type Pdf } from '#app/platform/documents/pdf.server.ts';
import { writeBlocks, writeRuns } from '#app/platform/documents/pdf-text.server.ts';
import { palette } from '#app/platform/palette.ts';

const name = 'brochure';

/** A4 in points; nothing stands so near to the edge that Letter would cut it off. */
const page = { width: 595, height: 842, margin: 48 };
const measure = page.width - page.margin * 2;
const style = { size: 12, lineGap: 3, gap: 9, headings: [18, 14] as [number, number] };
/** The only date in the file: that of this form of the sheet. */
const madeAt = new Date('2026-11-01T00:00:00Z');

interface Section {
  heading: string;
  blocks: RootContent[];
}

/** The sections of the sheet by second-level heading. @throws when there are not as many as it has places. */
function sectionsOf(blocks: RootContent[]): Section[] {
  const sections: Section[] = [];
  for (const node of blocks) {
    if (node.type === 'heading') sections.push({ heading: plainText(node), blocks: [] });
    else sections.at(-1)?.blocks.push(node);
  }
  if (sections.length !== 5) throw new Error('content/materials/brochure.md needs five sections.');
  return sections;
}

/** Sets text in a column: the margins of the page move in while it is written. @returns where it ended. */
function inColumn(
  { doc, body }: Pdf,
  { x, y, width }: { x: number; y: number; width: number },
  write: (part: PDFKit.PDFStructureElement) => void,
): number {
  const { margins } = doc.page;
  doc.page.margins = { ...margins, left: x, right: page.width - x - width, bottom: 0 };
  doc.x = x;
  doc.y = y;
  const part = doc.struct('Sect');
  body.add(part);
  write(part);
  part.end();
  doc.page.margins = margins;
  return doc.y;
}

function drawBrand({ doc }: Pdf, x: number, y: number): void {
  doc.save().translate(x, y).scale(0.7);
  doc.roundedRect(0, 0, 32, 32, 8).fill(palette.onAccent);
  doc.lineWidth(3).lineCap('round').lineJoin('round');
  doc.path('M8 23V10l8 8 8-8v13').stroke(palette.accent);
  doc.restore();
}

function writeHead(pdf: Pdf, { heading, blocks: [lead, ...rest] }: Section): number {
  const { doc } = pdf;
  const { margin } = page;
  const headHeight = 232;
  drawOrnament(doc, 'Layout', () => {
    doc.rect(0, 0, page.width, headHeight).fill(palette.accent);
    drawBrand(pdf, margin, 42);
  });
  const column = { x: margin, y: 46, width: measure };
  inColumn(pdf, column, (part) => {
    const write = (tag: string, font: string, size: number, color: string, text: string, x: number) =>
      part.add(
        doc.struct(tag, {}, () =>
          doc.font(font, size).fillColor(color).text(text, x, doc.y, { lineGap: -2 }),
        ),
      );
    write('P', 'sans-bold', 13, palette.onAccent, config().brandName, margin + 32);
    doc.y = 92;
    write('H1', 'serif-bold', 42, palette.onAccent, heading, margin);
    doc.y += 12;
    if (lead) write('P', 'serif-italic', 15, palette.marker, plainText(lead), margin);
  });
  return inColumn(pdf, { x: margin, y: headHeight + 22, width: measure }, (part) =>
    writeBlocks({ doc, style: { ...style, size: 14 } }, part, rest),
  );
}

function writeSection(pdf: Pdf, { heading, blocks }: Section, x: number, y: number, width: number): number {
  const { doc } = pdf;
  return inColumn(pdf, { x, y, width }, (part) => {
    part.add(
      doc.struct('H2', {}, () =>
        doc.font('serif-bold', style.headings[0]).fillColor(palette.accent).text(heading, { lineGap: 0 }),
      ),
    );
    doc.y += 6;
    writeBlocks({ doc, style }, part, blocks, x);
  });
}

/** The link as a pattern for cameras; each module is a square, with the quiet zone the standard asks for around it. */
function drawQrCode({ doc, body }: Pdf, link: string, x: number, y: number, side: number): void {
  const { data, size } = encode(link, { ecc: 'M', border: 4 });
  const unit = side / size;
  const figure = doc.struct('Figure', { alt: `QR code of ${link}` }, () => {
    doc.rect(x, y, side, side).fill(palette.surface);
    data.forEach((row, line) => {
      row.forEach((isDark, column) => {
        if (isDark) doc.rect(x + column * unit, y + line * unit, unit, unit);
      });
    });
    doc.fill(palette.ink);
  });
  body.add(figure);
  figure.end();
}

/** The link, a place to write one's name on, and the disclosure, beside the pattern. */
function writeFoot(pdf: Pdf, { heading, blocks }: Section, link: string): void {
  const { doc } = pdf;
  const { margin } = page;
  const top = 646;
  const side = 132;
  drawOrnament(doc, 'Layout', () => {
    doc.rect(0, top, page.width, page.height - top).fill(palette.accentSoft);
    for (const line of [top + 98, top + 122])
      doc
        .moveTo(margin + 96, line)
        .lineTo(page.width - margin - side - 26, line)
        .lineWidth(0.8)
        .stroke(palette.muted);
  });
  drawQrCode(pdf, link, page.width - margin - side, top + 22, side);
  const width = measure - side - 26;
  const disclosure = blocks.findLast((node): node is Paragraph => node.type === 'paragraph');
  inColumn(pdf, { x: margin, y: top + 22, width }, (part) => {
    const write = (tag: string, draw: () => void) => part.add(doc.struct(tag, {}, draw));
    write('H2', () => doc.font('serif-bold', 17).fillColor(palette.accent).text(heading));
    doc.y += 4;
    write('P', () =>
      doc.font('sans-bold', 12.5).fillColor(palette.ink).text(link, { link, underline: true, lineGap: 1 }),
    );
    doc.y = top + 88;
    write('P', () => doc.font('sans', 10).fillColor(palette.muted).text('Recommended by', margin, doc.y));
    doc.y = top + 140;
    if (disclosure)
      write('P', () =>
        writeRuns({ doc, style }, disclosure.children, { size: 9.5, color: palette.muted, lineGap: 1.5 }),
      );
  });
}

async function makeSheet(link: string): Promise<Buffer> {
  const { title, description, tree } = materialText(name, link, { curly: true });
  const [head, inside, suits, terms, where] = sectionsOf(tree.children);
  if (!head || !inside || !suits || !terms || !where)
    throw new Error('A section of the brochure is missing.');
  const { margin } = page;
  const pdf = beginPdf({
    size: [page.width, page.height],
    margins: { top: margin, bottom: 0, left: margin, right: margin },
    title: `${config().brandName}: ${head.heading}`,
    author: config().brandName,
    subject: description || title,
    madeAt,
  });
  pdf.doc.addPage();
  const columnsTop = writeHead(pdf, head) + 8;
  const leftEnd = writeSection(pdf, inside, margin, columnsTop, measure * 0.54);
  const rightEnd = writeSection(pdf, suits, margin + measure * 0.6, columnsTop, measure * 0.4);
  writeSection(pdf, terms, margin, Math.max(leftEnd, rightEnd) + 12, measure);
  writeFoot(pdf, where, link);
  return pdf.finish();
}

const file: MaterialFile = {
  name: `${name}.pdf`,
  format: 'PDF',
  title: 'The sheet, to print or attach',
  measure: 'One page, A4',
  isWhole: true,
  isPersonal: true,
  make: makeSheet,
};

/** The brochure. */
export const brochureFiles = (): readonly MaterialFile[] => [file];
