import {
  type Party,
  periodText,
  type ReceiptDocument,
  receiptMoney,
  referenceText,
} from '#app/domain/selling/receipts/document.ts';
import { receiptTitle } from '#app/domain/selling/receipts/title.ts';
import { formatLongDay } from '#app/platform/date-format.ts';
import {
  beginLetter,
  drawRule,
  finishLetter,
  type LetterCell,
  letterMargin as margin,
  writeParagraph,
  writeTableRow,
  writeText,
} from '#app/platform/documents/letterhead.server.ts';
import { measureOf, type Pdf } from '#app/platform/documents/pdf.server.ts';
import { palette } from '#app/platform/palette.ts';

/** Where the two columns of the head meet. */
const gutter = 24;

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
  await writeText(pdf, part, 'H2', label, { x, width, size: 8.5, isBold: true, color: palette.muted });
  pdf.doc.y += 3;
  await writeText(pdf, part, 'P', name, { x, width, size: 11, isBold: true, context });
  if (address) await writeText(pdf, part, 'P', address, { x, width, context });
  if (taxId) await writeText(pdf, part, 'P', `Tax id ${taxId}`, { x, width });
  part.end();
}

/** A line of the table: what, and how much. */
function writeRow(
  pdf: Pdf,
  table: PDFKit.PDFStructureElement,
  [name, note, money]: [name: string, note: string | null, money: string],
  isBold = false,
): Promise<void> {
  const { doc } = pdf;
  const size = isBold ? 12 : 10.5;
  const place = { x: margin, width: measureOf(doc) - 130 };
  const cells: LetterCell[] = [
    {
      isHeading: true,
      lines: [
        { text: name, size, isBold, ...place },
        { text: note ?? '', size: 9, color: palette.muted, ...place },
      ],
    },
    {
      lines: [{ text: money, x: doc.page.width - margin - 120, width: 120, size, isBold, align: 'right' }],
    },
  ];
  return writeTableRow(pdf, table, cells, { height: 60, padding: 8 });
}

/** A receipt or credit note as a tagged PDF; of one number always the same bytes. It runs in a thread: see `writeReceiptPdf`. */
export async function drawReceiptPdf(receipt: ReceiptDocument, brandName: string): Promise<Buffer> {
  const { kind, number, seller, buyer, lines, taxCents, totalCents, currency, issuedAt, paidAt } = receipt;
  const title = `${receiptTitle(receipt)} ${number}`;
  const subject = `${title} of ${formatLongDay(issuedAt)}`;
  const pdf = await beginLetter({ title, author: seller.name, subject, madeAt: issuedAt }, brandName);
  const { doc, body } = pdf;
  const wide = measureOf(doc);
  const paid =
    kind === 'receipt'
      ? `Paid ${receipt.paidWith} on ${formatLongDay(paidAt)}.`
      : `For what was paid ${receipt.paidWith} on ${formatLongDay(paidAt)}.`;
  await writeParagraph(pdf, `Issued on ${formatLongDay(issuedAt)}. ${paid}`, { color: palette.muted });
  const reference = referenceText(receipt);
  if (reference) await writeParagraph(pdf, reference);
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
    drawRule(pdf);
    await writeRow(pdf, table, [line.description, periodText(line), money(line.netCents)]);
  }
  drawRule(pdf);
  await writeRow(pdf, table, ['Tax', null, money(taxCents)]);
  drawRule(pdf, palette.ink);
  await writeRow(
    pdf,
    table,
    [kind === 'receipt' ? 'Total paid' : 'Total credited', null, money(totalCents)],
    true,
  );
  drawRule(pdf, palette.ink);
  table.end();
  return finishLetter(pdf, `The page of this ${kind === 'receipt' ? 'receipt' : 'credit note'}`);
}
