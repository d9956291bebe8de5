import {
  type Party,
  periodText,
  type ReceiptDocument,
  receiptMoney,
  referenceText,
} from '#app/domain/selling/receipts/document.ts';
import { receiptTitle } from '#app/domain/selling/receipts/title.ts';
import {
  beginPdf,
  drawOrnament,
  keepTogether,
  measureOf,
  type Pdf,
} from '#app/platform/documents/pdf.server.ts';
import { writeLines, writeMissingNote } from '#app/platform/documents/pdf-lines.server.ts';
import { palette } from '#app/platform/palette.ts';

const margin = 56;
/** Where the two columns of the head meet. */
const gutter = 24;

const day = (at: Date) => at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

interface Words {
  x: number;
  width: number;
  size?: number;
  isBold?: boolean;
  color?: string;
  align?: 'start' | 'right';
  context?: string;
}

/** Writes a text at the pen's height. */
function write(
  pdf: Pdf,
  parent: PDFKit.PDFStructureElement,
  tag: string,
  text: string,
  { isBold = false, ...words }: Words,
): Promise<void> {
  const typeface = isBold ? 'sans-bold' : 'sans';
  return writeLines(pdf, parent, tag, text, { size: 10, lineGap: 2.5, typeface, ...words });
}

async function writeParty(
  pdf: Pdf,
  label: string,
  { name, address, taxId }: Party,
  x: number,
  width: number,
): Promise<void> {
  // A name and its address are of one region.
  const context = `${name} ${address ?? ''}`;
  const part = pdf.doc.struct('Sect');
  pdf.body.add(part);
  await write(pdf, part, 'H2', label, { x, width, size: 8.5, isBold: true, color: palette.muted });
  pdf.doc.y += 3;
  await write(pdf, part, 'P', name, { x, width, size: 11, isBold: true, context });
  if (address) await write(pdf, part, 'P', address, { x, width, context });
  if (taxId) await write(pdf, part, 'P', `Tax id ${taxId}`, { x, width });
  part.end();
}

function rule({ doc }: Pdf, color: string = palette.line): void {
  const y = doc.y;
  drawOrnament(doc, 'Layout', () => {
    doc
      .moveTo(margin, y)
      .lineTo(doc.page.width - margin, y)
      .lineWidth(0.8)
      .stroke(color);
  });
}

/** A line of the table: what, and how much. */
async function writeRow(
  pdf: Pdf,
  table: PDFKit.PDFStructureElement,
  [name, note, money]: [name: string, note: string | null, money: string],
  isBold = false,
): Promise<void> {
  const { doc } = pdf;
  keepTogether(doc, 60);
  const row = doc.struct('TR');
  table.add(row);
  const wide = measureOf(doc);
  const y = doc.y + 8;
  doc.y = y;
  const head = doc.struct('TH');
  row.add(head);
  const size = isBold ? 12 : 10.5;
  await write(pdf, head, 'P', name, { x: margin, width: wide - 130, size, isBold });
  if (note)
    await write(pdf, head, 'P', note, { x: margin, width: wide - 130, size: 9, color: palette.muted });
  head.end();
  const below = doc.y;
  doc.y = y;
  const cell = doc.struct('TD');
  row.add(cell);
  await write(pdf, cell, 'P', money, {
    x: doc.page.width - margin - 120,
    width: 120,
    size,
    isBold,
    align: 'right',
  });
  cell.end();
  row.end();
  doc.y = Math.max(below, doc.y) + 6;
}

/** A receipt or credit note as a tagged PDF; of one number always the same bytes. It runs in a thread: see `writeReceiptPdf`. */
export async function drawReceiptPdf(receipt: ReceiptDocument, brandName: string): Promise<Buffer> {
  const { kind, number, seller, buyer, lines, taxCents, totalCents, currency, issuedAt, paidAt } = receipt;
  const title = `${receiptTitle(receipt)} ${number}`;
  const pdf = beginPdf({
    size: 'A4',
    margins: { top: margin, bottom: margin, left: margin, right: margin },
    title,
    author: seller.name,
    subject: `${title} of ${day(issuedAt)}`,
    madeAt: issuedAt,
  });
  const { doc, body } = pdf;
  doc.addPage();
  const wide = measureOf(doc);
  drawOrnament(doc, 'Layout', () => doc.rect(0, 0, doc.page.width, 8).fill(palette.accent));
  await write(pdf, body, 'P', brandName, {
    x: margin,
    width: wide,
    size: 10,
    isBold: true,
    color: palette.accent,
  });
  doc.y += 18;
  body.add(doc.struct('H1', {}, () => doc.font('serif-bold', 30).fillColor(palette.ink).text(title, margin)));
  doc.y += 6;
  const paid =
    kind === 'receipt'
      ? `Paid ${receipt.paidWith} on ${day(paidAt)}.`
      : `For what was paid ${receipt.paidWith} on ${day(paidAt)}.`;
  await write(pdf, body, 'P', `Issued on ${day(issuedAt)}. ${paid}`, {
    x: margin,
    width: wide,
    color: palette.muted,
  });
  const reference = referenceText(receipt);
  if (reference) await write(pdf, body, 'P', reference, { x: margin, width: wide });
  doc.y += 22;
  const top = doc.y;
  const half = (wide - gutter) / 2;
  await writeParty(pdf, 'From', seller, margin, half);
  const left = doc.y;
  doc.y = top;
  await writeParty(pdf, kind === 'receipt' ? 'Sold to' : 'Credited to', buyer, margin + half + gutter, half);
  doc.y = Math.max(left, doc.y) + 26;
  const table = doc.struct('Table');
  body.add(table);
  const money = (cents: number) => receiptMoney(cents, currency);
  for (const line of lines) {
    rule(pdf);
    await writeRow(pdf, table, [line.description, periodText(line), money(line.netCents)]);
  }
  rule(pdf);
  await writeRow(pdf, table, ['Tax', null, money(taxCents)]);
  rule(pdf, palette.ink);
  await writeRow(
    pdf,
    table,
    [kind === 'receipt' ? 'Total paid' : 'Total credited', null, money(totalCents)],
    true,
  );
  rule(pdf, palette.ink);
  table.end();
  doc.y += 12;
  const note = { x: margin, width: wide, size: 9, typeface: 'sans', color: palette.muted } as const;
  await writeMissingNote(pdf, note, `The page of this ${kind === 'receipt' ? 'receipt' : 'credit note'}`);
  return pdf.finish();
}
