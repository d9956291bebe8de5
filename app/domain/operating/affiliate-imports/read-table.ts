import type { ReadTable } from '#app/domain/operating/affiliate-imports/isolated-tasks.ts';
import { inspectFile } from '#app/domain/operating/imports/inspecting.ts';
import type { FileEncoding } from '#app/domain/operating/imports/isolated-tasks.ts';
import { readRecords } from '#app/domain/operating/imports/records.ts';

/** Reads a small file of rows whole, as files of people are read. Blank rows are left out by whoever reads the records. */
export async function readTable({
  bytes,
  encoding,
}: {
  bytes: Uint8Array<ArrayBuffer>;
  encoding: FileEncoding;
}): Promise<ReadTable> {
  const inspected = await inspectFile({ bytes, isWhole: true, encoding });
  if (inspected.problem !== null) return inspected;
  const { format, delimiter, columns, start } = inspected;
  const part = { bytes: bytes.subarray(start), isLast: true, format, delimiter, encoding, columns } as const;
  const { records, problem } = await readRecords(part);
  if (problem !== null) return { problem };
  return { problem: null, columns, records, firstNumber: start > 0 ? 2 : 1 };
}
