import type { ColumnMapping } from '#app/domain/operating/imports/fields.ts';

export type FileFormat = 'csv' | 'jsonl';
export type FileEncoding = 'utf-8' | 'windows-1252';

/** What the beginning of a file says of it; `problem` in words where it is none that can be imported. */
export type InspectedFile =
  | { problem: string }
  | {
      problem: null;
      format: FileFormat;
      delimiter: string;
      columns: string[];
      sample: string[][];
      /** Where the first row begins, in bytes. */
      start: number;
    };

/** How a file is read, as it was inspected and mapped. */
export interface Reading {
  format: FileFormat;
  delimiter: string;
  encoding: FileEncoding;
  columns: string[];
  mapping: ColumnMapping;
  /** The site's own name, which nobody can have. */
  brandName: string;
}

/** How far somebody was in a course of the old system, by the address that the course has here. */
export interface CourseData {
  course: string;
  /** Numbers of modules; all of them with a certificate, or 100 percent. */
  modules: number[];
  /** A whole percentage; 0 where the file says none. */
  percent: number;
  /** ISO 8601. */
  certificateAt?: string;
}

/** What a row says of somebody. Moments are ISO 8601. */
export interface PersonData {
  name?: string;
  verifiedAt?: string;
  createdAt?: string;
  phone?: string;
  company?: string;
  bio?: string;
  contactEmail?: string;
  paypalEmail?: string;
  role?: 'affiliate' | 'reseller' | 'pro_reseller';
  commissionRate?: number;
  isInactive?: true;
  note?: string;
  tags?: string[];
  courses?: CourseData[];
}

/** A row, read: somebody, or why it is none. */
export interface ReadRow {
  /** As a spreadsheet counts it. */
  number: number;
  email: string;
  /** Why it cannot be imported; null where it can. */
  problem: string | null;
  /** What of it is left out, in words. */
  notes: string[];
  data: PersonData;
  passwordHash: string | null;
}

/** Rows of a part of a file. */
export interface ReadRows {
  rows: ReadRow[];
  /** The number of the last row, blank ones included. */
  lastNumber: number;
  /** So many bytes of the part are read; the rest is the beginning of a row that ends in the next part. */
  consumed: number;
  /** Why the file cannot be read any further, in words; null where it can. */
  problem: string | null;
}

declare module '#app/platform/runtime/workers/tasks.ts' {
  interface IsolatedTasks {
    /** Says what a file of people is, by its first bytes. */
    'inspect-people-file': {
      input: { bytes: Uint8Array<ArrayBuffer>; isWhole: boolean; encoding: FileEncoding };
      output: InspectedFile;
    };
    /** Reads the rows of a part of such a file. */
    'read-people-rows': {
      input: Reading & { bytes: Uint8Array<ArrayBuffer>; isLast: boolean; lastNumber: number };
      output: ReadRows;
    };
  }
}
