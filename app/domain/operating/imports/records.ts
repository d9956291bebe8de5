import { type CsvError, type Info, type Options, Parser } from 'csv-parse';
import type { FileEncoding, FileFormat } from '#app/domain/operating/imports/isolated-tasks.ts';
import { storable } from '#app/platform/storable-text.ts';

/** A row of a file may have so many bytes. */
export const maxRecordBytes = 500_000;

/** A file may have so many columns, and a cell so many characters; the rest of a cell is left out. */
export const maxColumns = 200;
const maxCell = 20_000;

/** The records of a part of a file, cell by cell. */
interface Records {
  records: string[][];
  /** Where each record ends, in bytes. */
  ends: number[];
  /** Why the part cannot be read any further, in words; null where it can. */
  problem: string | null;
}

interface Part {
  bytes: Uint8Array;
  /** Whether the file ends with it. */
  isLast: boolean;
  format: FileFormat;
  delimiter: string;
  encoding: FileEncoding;
  /** Of JSON lines, the names of the columns. */
  columns: readonly string[];
}

/** Reads the records of a part of a file; the last one only where the part has its end. */
export async function readRecords(part: Part, atMost = Number.POSITIVE_INFINITY): Promise<Records> {
  return part.format === 'csv' ? readCsv(part, atMost) : readJsonLines(part, atMost);
}

const windows1252 = new TextDecoder('windows-1252');

/** A cell as it can be stored: text without what no database takes. */
function cleanCell(text: string, encoding: FileEncoding): string {
  const decoded =
    encoding === 'windows-1252' && /[\x80-\x9f]/.test(text)
      ? windows1252.decode(Buffer.from(text, 'latin1'))
      : text;
  return storable(decoded.slice(0, maxCell)).trim();
}

function readCsv({ bytes, isLast, delimiter, encoding }: Part, atMost: number): Promise<Records> {
  const options: Options = {
    delimiter,
    // Every byte is a character of its own in windows-1252, as in latin1, which the parser knows.
    encoding: encoding === 'utf-8' ? 'utf8' : 'latin1',
    bom: true,
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
  };
  return new Promise((resolve) => {
    const parser = new Parser(options);
    const batch: Records = { records: [], ends: [], problem: null };
    const finish = () => resolve(batch);
    parser.on('readable', () => {
      for (let next = take(parser); next && batch.records.length < atMost; next = take(parser)) {
        batch.records.push(next.record.map((cell) => cleanCell(cell, encoding)));
        batch.ends.push(next.info.bytes);
      }
      if (batch.records.length >= atMost) finish();
    });
    parser.on('error', (error) => {
      batch.problem = csvProblem(error as CsvError);
      finish();
    });
    parser.on('end', finish);
    parser.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), () => {
      if (isLast) parser.end();
      // What was read is handed out in a later turn.
      else setImmediate(finish);
    });
  });
}

const take = (parser: Parser) => parser.read() as { record: string[]; info: Info } | null;

const csvProblem = ({ code }: CsvError): string =>
  code === 'CSV_QUOTE_NOT_CLOSED'
    ? 'A quotation mark in this file is never closed, so we can’t tell where its row ends. Find the row in a text editor, close the quotation mark, and upload the file again.'
    : 'This file is not a table we can read. Open it in a spreadsheet, save it as CSV, and upload that.';

function readJsonLines({ bytes, isLast, columns }: Part, atMost: number): Records {
  const batch: Records = { records: [], ends: [], problem: null };
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let start = 0; start < all.length && batch.records.length < atMost; ) {
    const end = all.indexOf(0x0a, start);
    if (end < 0 && !isLast) break;
    const line = all.toString('utf8', start, end < 0 ? all.length : end);
    start = end < 0 ? all.length : end + 1;
    const row = readLine(line.replace(/^\uFEFF/, ''));
    batch.records.push(
      row ? columns.map((column) => jsonCell(Object.hasOwn(row, column) ? row[column] : null)) : [],
    );
    batch.ends.push(start);
  }
  return batch;
}

/** An object of a line; null for a line that is none, an empty one too. */
export function readLine(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function jsonCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return cleanCell(typeof value === 'object' ? JSON.stringify(value) : String(value), 'utf-8');
}
