/** What a cell can hold. */
export type Cell = string | number | boolean | Date | Amount | Formula | null;

/** Money in integer cents, written with two decimals. */
interface Amount {
  cents: number;
}

/** A spreadsheet's formula, without its "=": only ever one of the site's own. */
interface Formula {
  formula: string;
}

/** What stands between cells: where a comma is the decimal sign, spreadsheets expect semicolons. */
type Separator = ',' | ';';

/** At the beginning of a file: it tells spreadsheets that the text is UTF-8. */
export const csvMark = '\ufeff';

/** The signs by which spreadsheets know a formula, wide ones as East Asian keyboards type them included. */
const formulaSigns = '=+\\-@\uff1d\uff0b\uff0d\uff20';
/** What may stand before such a sign without keeping a spreadsheet from seeing it. */
const skipped = '[\\s\\p{Cc}\\p{Cf}"\']*';
const startsFormula = new RegExp(`^(?:${skipped}[${formulaSigns}]|[\\t\\r\\n])`, 'u');
/**
 * Where a spreadsheet that splits at other signs than the file does would begin a cell with a formula. A comma is common in sentences
 * (", - "): there a minus or plus counts only if it follows directly.
 */
const startsFormulaInside = new RegExp(
  `[;\\t\\r\\n](?=${skipped}[${formulaSigns}])|,(?=["']*[${formulaSigns}]|${skipped}[=@\uff1d\uff20])`,
  'gu',
);

/**
 * A text that no spreadsheet runs as a formula: an apostrophe stands before what begins like one, at the beginning and after each sign
 * that a spreadsheet may take for the end of a cell.
 */
function inert(text: string): string {
  const inside = text.replace(startsFormulaInside, "$&'");
  return startsFormula.test(inside) ? `'${inside}` : inside;
}

const quoted = (text: string) =>
  /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** A number with the decimal sign of those who use the separator. */
const decimal = (text: string, separator: Separator) => (separator === ';' ? text.replace('.', ',') : text);

/** A cell as it stands in a file (RFC 4180): texts inert, times in ISO 8601, money with two decimals. */
function csvCell(cell: Cell, separator: Separator): string {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell === 'object' && 'formula' in cell) return quoted(`=${cell.formula}`);
  if (typeof cell === 'object') return decimal((cell.cents / 100).toFixed(2), separator);
  if (typeof cell === 'number') return decimal(String(cell), separator);
  return typeof cell === 'string' ? quoted(inert(cell)) : String(cell);
}

/** One line of a file, with its end. */
export const csvLine = (cells: readonly Cell[], separator: Separator = ','): string =>
  `${cells.map((cell) => csvCell(cell, separator)).join(separator)}\r\n`;

/** A table as it is read: its columns' names, and its rows in batches. */
export interface Table {
  head: readonly string[];
  batches: AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>;
}
