import type { FileEncoding } from '#app/domain/operating/imports/isolated-tasks.ts';

/** A table read whole, cell by cell; or why it can't be, in words. */
export type ReadTable =
  | { problem: string }
  | {
      problem: null;
      columns: string[];
      records: string[][];
      /** The number of the first record, as a spreadsheet counts it. */
      firstNumber: number;
    };

declare module '#app/platform/runtime/workers/tasks.ts' {
  interface IsolatedTasks {
    /** Reads a small file of rows whole: CSV or JSON lines. */
    'read-table': {
      input: { bytes: Uint8Array<ArrayBuffer>; encoding: FileEncoding };
      output: ReadTable;
    };
  }
}
