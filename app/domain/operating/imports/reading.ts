import type { Reading, ReadRow, ReadRows } from '#app/domain/operating/imports/isolated-tasks.ts';
import { readPerson } from '#app/domain/operating/imports/person.ts';
import { maxRecordBytes, readRecords } from '#app/domain/operating/imports/records.ts';

/**
 * Reads the rows of a part of a file that begins where a row does. `lastNumber` is the number of the row before. Where the part holds no
 * end of a row although it is as long as a row may be, the file cannot be read.
 */
export async function readRows({
  bytes,
  isLast,
  lastNumber,
  ...reading
}: Reading & {
  bytes: Uint8Array<ArrayBuffer>;
  isLast: boolean;
  lastNumber: number;
}): Promise<ReadRows> {
  const { records, ends, problem } = await readRecords({ ...reading, bytes, isLast });
  const rows: ReadRow[] = [];
  for (const [index, record] of records.entries()) {
    const row = readPerson(record, lastNumber + index + 1, reading);
    if (row) rows.push(row);
  }
  const consumed = ends.at(-1) ?? 0;
  const isStuck = problem === null && consumed === 0 && bytes.length >= maxRecordBytes;
  return {
    rows,
    lastNumber: lastNumber + records.length,
    consumed,
    problem: isStuck
      ? `Row ${lastNumber + 1} is longer than any row can be. Most likely a quotation mark in it is never closed.`
      : problem && `After row ${lastNumber + records.length}: ${problem}`,
  };
}
