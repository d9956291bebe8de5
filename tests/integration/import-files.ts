import { setImmediate } from 'node:timers/promises';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { receiveFile } from '#app/domain/operating/imports/receiving.server.ts';
import { startImport } from '#app/domain/operating/imports/steps.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { doQueued } from '#tests/integration/queued-jobs.ts';

/** A file as it comes in from a connection: a chunk of so many bytes in each turn. */
export async function* chunksOf(content: string | Buffer, size = 1_000): AsyncGenerator<Uint8Array> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  for (let at = 0; at < bytes.length; at += size) {
    await setImmediate();
    yield bytes.subarray(at, at + size);
  }
}

/** Sends a file and has it checked. */
export async function checkFile(
  actor: Actor,
  content: string | Buffer,
  name = 'people.csv',
): Promise<string> {
  const id = await receiveFile(actor, { name, chunks: chunksOf(content) });
  await doQueued('check-people-import');
  return id;
}

/** Imports a file that was checked. */
export async function importFile(
  actor: Actor,
  id: string,
  options: { givesRoles?: 'on'; reason?: string } = {},
): Promise<void> {
  await startImport(actor, id, { reason: '', ...options });
  await doQueued('import-people');
}

/** What the dry run has counted. */
export const countsOf = (id: string) =>
  prisma().peopleImport.findUniqueOrThrow({
    where: { id },
    select: { state: true, newCount: true, presentCount: true, changedCount: true, rejectedCount: true },
  });

/** The rows of a file as they were read. */
export const rowsOf = (importId: string) =>
  prisma().peopleImportRow.findMany({
    where: { importId },
    orderBy: { number: 'asc' },
    select: { number: true, outcome: true, email: true, reason: true },
  });
