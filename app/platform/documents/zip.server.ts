import { type Zippable, zipSync } from 'fflate';

/** A file of an archive. */
export interface ArchivedFile {
  name: string;
  bytes: Uint8Array;
  /** Left as it is, for what is compressed already or must be readable in place. */
  isStored?: boolean;
}

/** The time every archived file carries, so that the same files make the same archive: the first that zip knows. */
const fixedTime = new Date(1980, 0, 1);

/** A zip archive of these files, in this order. */
export function zip(files: readonly ArchivedFile[]): Buffer {
  const entries: Zippable = {};
  for (const { name, bytes, isStored } of files)
    entries[name] = [bytes, { level: isStored ? 0 : 9, mtime: fixedTime }];
  return Buffer.from(zipSync(entries));
}
