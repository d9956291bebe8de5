import { payoutWords, stateWords, sumWords, wordsOf } from '#app/domain/programme/payouts/entry-words.ts';
import type { StatementHead, StatementPart } from '#app/domain/programme/payouts/statements.server.ts';
import { formatDay } from '#app/platform/date-format.ts';
import {
  beginLetter,
  drawRule,
  finishLetter,
  type LetterCell,
  letterMargin as margin,
  writeParagraph,
  writeTableRow,
} from '#app/platform/documents/letterhead.server.ts';
import { measureOf, type Pdf } from '#app/platform/documents/pdf.server.ts';
import { palette } from '#app/platform/palette.ts';

/** With two decimals always: amounts below each other. */
const exactMoney = (cents: number, currency = 'usd') =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);

/** A row of the table: a day, what it is, and how much. */
function writeRow(
  pdf: Pdf,
  table: PDFKit.PDFStructureElement,
  [when, what, amount]: [string, string, string],
  isBold = false,
): Promise<void> {
  const { doc } = pdf;
  const style = { size: 9.5, isBold };
  const cells: LetterCell[] = [
    { isHeading: isBold, lines: [{ text: when, x: margin, width: 84, ...style }] },
    {
      isHeading: isBold,
      lines: [{ text: what, x: margin + 90, width: measureOf(doc) - 90 - 96, ...style }],
    },
    {
      isHeading: isBold,
      lines: [{ text: amount, x: doc.page.width - margin - 90, width: 90, align: 'right', ...style }],
    },
  ];
  return writeTableRow(pdf, table, cells, { height: 44, padding: 6 });
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
    lead: `${payoutWords[state].text}, ${way}. All that was approved by ${formatDay(cutoffAt)} and not paid before.`,
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
  const subject = `${title} of the commissions of ${owner.name}`;
  const pdf = await beginLetter({ title, author: operator.name, subject, madeAt }, brandName);
  const { doc, body } = pdf;
  const { lead, before, after } = framesOf(head);
  await writeParagraph(pdf, lead, { color: palette.muted });
  if (parts > 1) await writeParagraph(pdf, rangeOf(statement), { isBold: true });
  doc.y += 8;
  await writeParagraph(pdf, `${owner.name}, ${owner.email}`);
  await writeParagraph(pdf, `From ${operator.name}, ${operator.address}`, { color: palette.muted });
  doc.y += 16;
  const table = doc.struct('Table');
  body.add(table);
  await writeRow(pdf, table, ['Day', 'What', 'Amount'], true);
  drawRule(pdf, palette.ink);
  if (before) await writeRow(pdf, table, ['', before[0], exactMoney(before[1])], true);
  const carry = (what: string, cents: number) => {
    drawRule(pdf);
    return writeRow(pdf, table, ['', what, exactMoney(cents)], true);
  };
  if (part > 1)
    await carry(part === 2 ? 'The rows of part 1' : `The rows of parts 1 to ${part - 1}`, beforeCents);
  for (const entry of entries) {
    const { title: what, details } = wordsOf(entry);
    const state =
      head.kind === 'month' && stateWords[entry.state] ? ` (${stateWords[entry.state].toLowerCase()})` : '';
    drawRule(pdf);
    const amount = exactMoney(entry.cents, entry.currency);
    await writeRow(pdf, table, [
      formatDay(entry.at),
      `${what}${details ? `: ${details}` : ''}${state}`,
      amount,
    ]);
  }
  if (part < parts) {
    const own = entries.reduce((sum, { cents }) => sum + cents, 0);
    const later =
      part + 1 === parts ? `The rows of part ${parts}` : `The rows of parts ${part + 1} to ${parts}`;
    await carry(later, sumOf(head) - beforeCents - own);
  }
  drawRule(pdf, palette.ink);
  await writeRow(pdf, table, ['', after[0], exactMoney(after[1])], true);
  table.end();
  return finishLetter(pdf, 'The page of this statement');
}
