import { foldHeader, guessMapping } from '#app/domain/operating/imports/fields.ts';
import type { FileEncoding, InspectedFile } from '#app/domain/operating/imports/isolated-tasks.ts';
import { maxColumns, readLine, readRecords } from '#app/domain/operating/imports/records.ts';
import { cutText, storable } from '#app/platform/storable-text.ts';

/** So many rows are shown while columns are chosen. */
const sampleRows = 5;

const saveAsCsv = 'Open it in a spreadsheet, save it as CSV, and upload that.';

/** Files that are no text, by how they begin (hexadecimal). */
const binaries: readonly [start: string, problem: string][] = [
  ['504b0304', `This is an Excel or ZIP file. ${saveAsCsv}`],
  ['504b0506', `This is an empty ZIP file. ${saveAsCsv}`],
  ['d0cf11e0', `This is an Excel file. ${saveAsCsv}`],
  ['1f8b', 'This file is compressed. Unpack it, and upload what is inside.'],
  ['89504e47', 'This is a picture. Upload a CSV file or JSON lines.'],
  ['ffd8ff', 'This is a picture. Upload a CSV file or JSON lines.'],
  ['47494638', 'This is a picture. Upload a CSV file or JSON lines.'],
  ['52494646', 'This is a picture. Upload a CSV file or JSON lines.'],
  ['25504446', 'This is a PDF. Upload a CSV file or JSON lines.'],
];

function binaryProblem(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('hex');
  const binary = binaries.find(([signature]) => start.startsWith(signature));
  if (binary) return binary[1];
  return bytes.includes(0) ? 'This is not a text file. Upload a CSV file or JSON lines.' : null;
}

/**
 * Says what a file of people is by its first bytes: format, columns and first rows, or why it cannot be imported, in words. The whole file
 * need not be here: `isWhole` says whether it is.
 */
export async function inspectFile({
  bytes,
  isWhole,
  encoding,
}: {
  bytes: Uint8Array<ArrayBuffer>;
  isWhole: boolean;
  encoding: FileEncoding;
}): Promise<InspectedFile> {
  const problem = binaryProblem(bytes);
  if (problem) return { problem };
  const head = new TextDecoder(encoding).decode(bytes.subarray(0, 100)).trimStart();
  if (head === '') return { problem: 'This file is empty.' };
  return head.startsWith('{') ? inspectJson(bytes, isWhole) : inspectCsv(bytes, isWhole, encoding);
}

async function inspectJson(bytes: Uint8Array<ArrayBuffer>, isWhole: boolean): Promise<InspectedFile> {
  const end = isWhole ? bytes.length : bytes.lastIndexOf(0x0a);
  const lines = new TextDecoder().decode(bytes.subarray(0, end)).split('\n');
  const rows = lines.map(readLine);
  if (!rows[0])
    return { problem: 'This file begins like JSON lines, but its first line is not an object of its own.' };
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row ?? {})))].map(storable);
  const refusal = columnProblem(columns, columns);
  if (refusal) return { problem: refusal };
  const part = {
    bytes,
    isLast: isWhole,
    format: 'jsonl',
    delimiter: '',
    encoding: 'utf-8',
    columns,
  } as const;
  const { records } = await readRecords(part, sampleRows);
  return {
    problem: null,
    format: 'jsonl',
    delimiter: '',
    columns,
    sample: sampleOf(records, columns),
    start: 0,
  };
}

async function inspectCsv(
  bytes: Uint8Array<ArrayBuffer>,
  isWhole: boolean,
  encoding: FileEncoding,
): Promise<InspectedFile> {
  const readings = await Promise.all(
    [',', ';', '\t'].map(async (delimiter) => {
      const part = { bytes, isLast: isWhole, format: 'csv', delimiter, encoding, columns: [] } as const;
      return { delimiter, ...(await readRecords(part, sampleRows + 1)) };
    }),
  );
  const widths = readings.map(({ records }) => records[0]?.length ?? 0);
  const widest = Math.max(...widths);
  const unreadable = readings.find(({ problem }) => problem !== null);
  if (widest <= 1 && unreadable?.problem) return { problem: unreadable.problem };
  const reading = readings[widths.indexOf(widest)];
  const [first, ...rest] = reading?.records ?? [];
  if (!reading || !first)
    return {
      problem:
        'The first row of this file is longer than any row can be. Most likely a quotation mark in it is never closed.',
    };
  const hasHeader = !first.some((cell) => cell.includes('@'));
  const columns = hasHeader ? uniqueNames(first) : first.map((_, index) => `Column ${index + 1}`);
  const problem = columnProblem(columns, hasHeader ? first : []) ?? reading.problem;
  if (problem) return { problem };
  return {
    problem: null,
    format: 'csv',
    delimiter: reading.delimiter,
    columns,
    sample: sampleOf(hasHeader ? rest : [first, ...rest].slice(0, sampleRows), columns),
    start: hasHeader ? (reading.ends[0] ?? 0) : 0,
  };
}

/** Columns by their headers; one without a header, or with another's, by its place too. */
function uniqueNames(headers: readonly string[]): string[] {
  const used = new Set<string>();
  return headers.map((header, index) => {
    const name = cutText(header, 100);
    const unique = name === '' || used.has(name) ? `${name || 'Column'} ${index + 1}`.trim() : name;
    used.add(unique);
    return unique;
  });
}

function columnProblem(columns: readonly string[], headers: readonly string[]): string | null {
  if (columns.length > maxColumns)
    return `This file has ${columns.length.toLocaleString('en-US')} columns. We can read ${maxColumns} at most: delete those you don’t need.`;
  // A list of nothing but addresses is fine, where it says so.
  if (columns.length === 1 && !guessMapping(headers).includes('email'))
    return 'This file has one column only. If it should have more, save it with commas, semicolons or tabs between them. If it is a list of addresses, write “email” in its first row.';
  if (columns.length === 0 || columns.every((name) => foldHeader(name) === ''))
    return 'The first row of this file has no column names.';
  return null;
}

/** The first rows as they are shown and stored: short, and without passwords. */
function sampleOf(records: readonly string[][], columns: readonly string[]): string[][] {
  const passwords = guessMapping(columns).indexOf('password_hash');
  const isSecret = (cell: string, index: number) => index === passwords || /^[$]\w+[$]/.test(cell);
  return records.map((cells) =>
    cells
      .slice(0, maxColumns)
      .map((cell, index) => (isSecret(cell, index) && cell ? `${cutText(cell, 4)}…` : cutText(cell, 80))),
  );
}
