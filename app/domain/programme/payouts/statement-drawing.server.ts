import { payoutWords, stateWords, sumWords, wordsOf } from '#app/domain/programme/payouts/entry-words.ts';
import type { StatementHead, StatementPart } from '#app/domain/programme/payouts/statements.server.ts';
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

/** With two decimals always: amounts below each other. */
const exactMoney = (cents: number, currency = 'usd') =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);

const day = (at: Date) => at.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

interface Place {
  x: number;
  width: number;
  size?: number;
  isBold?: boolean;
  color?: string;
  align?: 'start' | 'right';
}

/** Writes a text at the pen's height. */
function write(
  pdf: Pdf,
  parent: PDFKit.PDFStructureElement,
  text: string,
  { isBold = false, ...place }: Place,
): Promise<void> {
  const typeface = isBold ? 'sans-bold' : 'sans';
  return writeLines(pdf, parent, 'P', text, { size: 10, lineGap: 2, typeface, ...place });
}

function rule({ doc }: Pdf, color: string = palette.line): void {
  const { y } = doc;
  drawOrnament(doc, 'Layout', () => {
    const right = doc.page.width - margin;
    doc.moveTo(margin, y).lineTo(right, y).lineWidth(0.7).stroke(color);
  });
}

/** A row of the table: a day, what it is, and how much. */
async function writeRow(
  pdf: Pdf,
  table: PDFKit.PDFStructureElement,
  cells: [string, string, string],
  isBold = false,
) {
  const { doc } = pdf;
  keepTogether(doc, 44);
  const row = doc.struct('TR');
  table.add(row);
  const wide = measureOf(doc);
  const places: Place[] = [
    { x: margin, width: 84 },
    { x: margin + 90, width: wide - 90 - 96 },
    { x: doc.page.width - margin - 90, width: 90, align: 'right' },
  ];
  const top = doc.y + 6;
  let below = top;
  for (const [index, text] of cells.entries()) {
    const cell = doc.struct(isBold ? 'TH' : 'TD');
    row.add(cell);
    doc.y = top;
    if (text) await write(pdf, cell, text, { ...(places[index] as Place), size: 9.5, isBold });
    cell.end();
    below = Math.max(below, doc.y);
  }
  row.end();
  doc.y = below + 4;
}

function titleOf(head: StatementHead): string {
  return head.kind === 'payout' ? `Statement ${head.number}` : `Statement of ${head.month}`;
}

/** The lines above and below the table, each with its amount. */
function framesOf(head: StatementHead): {
  lead: string;
  before: [string, number] | null;
  after: [string, number];
} {
  if (head.kind === 'month')
    return {
      lead: 'Every movement of the month, by the day on which it happened (UTC).',
      before: ['Owed before', head.openingCents],
      after: ['Owed after', head.closingCents],
    };
  const { email, reference, state, cutoffAt, amountCents } = head;
  const way = reference ? `by hand (${reference})` : `by PayPal to ${email}`;
  return {
    lead: `${payoutWords[state].text}, ${way}. All that was approved by ${day(cutoffAt)} and not paid before.`,
    before: null,
    after: [sumWords(state), amountCents],
  };
}

/** What the rows of a statement come to. */
const sumOf = (head: StatementHead) =>
  head.kind === 'payout' ? head.amountCents : head.closingCents - head.openingCents;

/** Whose commissions a statement is of: the site, and who runs it. */
export interface StatementIssuer {
  brandName: string;
  operator: { name: string; address: string };
}

/** When a statement was made, as far as its file says: the same each time. */
const madeAtOf = (head: StatementHead) =>
  head.kind === 'payout' ? head.createdAt : new Date(`${head.month}-01T00:00:00Z`);

const count = (rows: number) => rows.toLocaleString('en-US');

/** Which rows a part has, in words. */
const rangeOf = ({ entries, part, parts, first, rowCount }: StatementPart) =>
  `Part ${part} of ${parts}: rows ${count(first)} to ${count(first + entries.length - 1)} of ${count(rowCount)}, the latest first.`;

/**
 * A statement as a tagged PDF with its rows; of one that does not change any more always the same bytes. Of one that is several files
 * each says what the rows before and after its own come to, so that each adds up. It runs in a thread: see `writeStatementPdf`.
 */
export async function drawStatementPdf(
  owner: { name: string; email: string },
  statement: StatementPart,
  { brandName, operator }: StatementIssuer,
): Promise<Buffer> {
  const { head, entries, part, parts, beforeCents } = statement;
  const madeAt = madeAtOf(head);
  const title = titleOf(head);
  const pdf = beginPdf({
    size: 'A4',
    margins: { top: margin, bottom: margin, left: margin, right: margin },
    title,
    author: operator.name,
    subject: `${title} of the commissions of ${owner.name}`,
    madeAt,
  });
  const { doc, body } = pdf;
  doc.addPage();
  const width = measureOf(doc);
  drawOrnament(doc, 'Layout', () => doc.rect(0, 0, doc.page.width, 8).fill(palette.accent));
  await write(pdf, body, brandName, { x: margin, width, isBold: true, color: palette.accent });
  doc.y += 14;
  body.add(doc.struct('H1', {}, () => doc.font('serif-bold', 28).fillColor(palette.ink).text(title, margin)));
  doc.y += 4;
  const { lead, before, after } = framesOf(head);
  await write(pdf, body, lead, { x: margin, width, color: palette.muted });
  if (parts > 1) await write(pdf, body, rangeOf(statement), { x: margin, width, isBold: true });
  doc.y += 8;
  await write(pdf, body, `${owner.name}, ${owner.email}`, { x: margin, width });
  await write(pdf, body, `From ${operator.name}, ${operator.address}`, {
    x: margin,
    width,
    color: palette.muted,
  });
  doc.y += 16;
  const table = doc.struct('Table');
  body.add(table);
  await writeRow(pdf, table, ['Day', 'What', 'Amount'], true);
  rule(pdf, palette.ink);
  if (before) await writeRow(pdf, table, ['', before[0], exactMoney(before[1])], true);
  const carry = (what: string, cents: number) => {
    rule(pdf);
    return writeRow(pdf, table, ['', what, exactMoney(cents)], true);
  };
  if (part > 1)
    await carry(part === 2 ? 'The rows of part 1' : `The rows of parts 1 to ${part - 1}`, beforeCents);
  for (const entry of entries) {
    const { title: what, details } = wordsOf(entry);
    const state =
      head.kind === 'month' && stateWords[entry.state] ? ` (${stateWords[entry.state].toLowerCase()})` : '';
    rule(pdf);
    const amount = exactMoney(entry.cents, entry.currency);
    await writeRow(pdf, table, [day(entry.at), `${what}${details ? `: ${details}` : ''}${state}`, amount]);
  }
  if (part < parts) {
    const own = entries.reduce((sum, { cents }) => sum + cents, 0);
    const later =
      part + 1 === parts ? `The rows of part ${parts}` : `The rows of parts ${part + 1} to ${parts}`;
    await carry(later, sumOf(head) - beforeCents - own);
  }
  rule(pdf, palette.ink);
  await writeRow(pdf, table, ['', after[0], exactMoney(after[1])], true);
  table.end();
  doc.y += 12;
  const note = { x: margin, width, size: 9, typeface: 'sans', color: palette.muted } as const;
  await writeMissingNote(pdf, note, 'The page of this statement');
  return pdf.finish();
}
