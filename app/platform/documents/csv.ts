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

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * A cell as it stands in a file of comma-separated values (RFC 4180). Spreadsheets take what begins like a formula for one, and would
 * run what a stranger typed as a name: such a text is led by an apostrophe.
 */
function written(cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell === 'object' && 'formula' in cell) return quoted(`=${cell.formula}`);
  if (typeof cell === 'object') return (cell.cents / 100).toFixed(2);
  if (typeof cell !== 'string') return String(cell);
  return quoted(/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);
}

/** One line of comma-separated values, with its end. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(written).join(',')}\r\n`;

/** Rows as CSV, the names of the columns first. */
export function csv(head: readonly string[], rows: Iterable<readonly Cell[]>): string {
  let text = '';
  for (const row of [head, ...rows]) text += csvLine(row);
  return text;
}
