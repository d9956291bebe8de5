/**
 * A cell as spreadsheets read it. A text that begins like a formula gets an apostrophe before it: what visitors bring (a campaign's name)
 * must not be reckoned by the program that opens the file.
 */
function cell(value: string | number | null): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows as CSV (RFC 4180), the names of the columns first. */
export function csv(head: readonly string[], rows: Iterable<readonly (string | number | null)[]>): string {
  let text = '';
  for (const row of [head, ...rows]) text += `${row.map(cell).join(',')}\r\n`;
  return text;
}
