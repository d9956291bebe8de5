import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const noteOf = (dataDir: string) => join(dataDir, 'moved');

/** Writes down that the embedded database of this folder lives on elsewhere, so that no start goes on with the old one unseen. */
export function noteMove(dataDir: string, to: string): void {
  writeFileSync(noteOf(dataDir), `${to} on ${new Date().toISOString()}\n`);
}

/** @throws an Error that says in one line what to do where the database has been moved. */
export function refuseMoved(dataDir: string): void {
  const note = noteOf(dataDir);
  if (!existsSync(note)) return;
  throw new Error(
    `The database of ${dataDir} was moved to ${readFileSync(note, 'utf8').trim()}: set DATABASE_URL to it. To go back to the data from before the move, remove ${note}.`,
  );
}
