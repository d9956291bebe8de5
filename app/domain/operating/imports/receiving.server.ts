import { createHash } from 'node:crypto';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { doubleSubmitWindow } from '#app/domain/core/values/double-submit.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { EncodingReader } from '#app/domain/operating/imports/encoding.ts';
import {
  type ColumnMapping,
  foldHeader,
  guessMapping,
  isImportField,
  mappingProblem,
  recognizeSource,
} from '#app/domain/operating/imports/fields.ts';
import type { FileEncoding } from '#app/domain/operating/imports/isolated-tasks.ts';
import { PieceWriter, readStored } from '#app/domain/operating/imports/pieces.server.ts';
import { maxRecordBytes } from '#app/domain/operating/imports/records.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import { IsolatedTaskError, runIsolated } from '#app/platform/runtime/workers/isolated-tasks.server.ts';
import { storableFileName } from '#app/platform/storable-text.ts';

/** A file that is uploaded may have so many bytes; at the command line it may be larger. */
const maxUploadBytes = 200_000_000;

export interface ReceivedFile {
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

/**
 * Stores a file of people as it comes and says what it is. Where its columns are known it is checked at once; else somebody says which is
 * which. Of a file that cannot be imported nothing stays.
 * @returns the import's id
 * @throws {Refusal} not_allowed; invalid (field files), in words for whoever sent it
 * @throws {ConfirmationNeeded}
 */
export async function receiveFile(
  actor: Actor,
  { name, chunks }: ReceivedFile,
  maxBytes = maxUploadBytes,
): Promise<string> {
  const sameMoment = doubleSubmitWindow();
  const fileName = storableFileName(name, 'people');
  const { id } = await transaction(async (tx) => {
    await requirePermission(tx, actor, 'users:import');
    return tx.db.peopleImport.create({
      data: { fileName, createdById: actor.id, createdAt: now() },
      select: { id: true },
    });
  });
  try {
    return await open(actor, { id, fileName, ...(await store(id, chunks, maxBytes)) }, sameMoment);
  } catch (error) {
    await prisma().peopleImport.deleteMany({ where: { id } });
    throw error;
  }
}

async function store(
  id: string,
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Omit<Stored, 'id' | 'fileName'>> {
  const hash = createHash('sha256');
  const writer = new PieceWriter(id);
  const encoding = new EncodingReader();
  let [received, byteCount] = [0, 0];
  for await (const chunk of chunks) {
    received += chunk.byteLength;
    if (received > maxBytes)
      throw refused(
        'This file is larger than 200 MB. Split it, or import it at the command line: npm run operate -- import FILE.',
      );
    hash.update(chunk);
    const bytes = encoding.read(chunk);
    byteCount += bytes.byteLength;
    await writer.write(bytes);
  }
  await writer.end();
  return { byteCount, encoding: encoding.end(), contentHash: new Uint8Array(hash.digest()) };
}

const refused = (problem: string) => new Refusal('invalid', problem, 'files');

interface Stored {
  id: string;
  fileName: string;
  byteCount: number;
  encoding: FileEncoding;
  contentHash: Uint8Array<ArrayBuffer>;
}

/** @returns the import's id; of a file that was sent twice at once, the id of the one that was stored first */
async function open(
  actor: Actor,
  { id, fileName, byteCount, encoding, contentHash }: Stored,
  sameMoment: { gt: Date; lt: Date },
): Promise<string> {
  const bytes = await readStored(id, 0, maxRecordBytes);
  const inspected = await runIsolated(
    'inspect-people-file',
    { bytes, isWhole: bytes.length === byteCount, encoding },
    { lane: 'imports', timeoutMs: 30_000, transfer: [bytes.buffer] },
  ).catch((error: unknown) => {
    if (error instanceof IsolatedTaskError && error.isTemporary)
      throw refused('Too many files are being read right now. Please try again in a minute.');
    if (error instanceof IsolatedTaskError) throw refused('This file takes too long to read.');
    throw error;
  });
  if (inspected.problem !== null) throw refused(inspected.problem);
  const { columns, format, delimiter, sample, start } = inspected;
  const remembered = await rememberedMapping(columns);
  const source = recognizeSource(columns);
  const mapping = remembered ?? guessMapping(columns);
  const isKnown = (remembered !== null || source !== '') && mappingProblem(mapping) === null;
  return transaction(async (tx) => {
    if (actor.id) await lockUser(tx, actor.id);
    const twin = await tx.db.peopleImport.findFirst({
      where: { createdById: actor.id, contentHash, createdAt: sameMoment, state: { not: 'receiving' } },
      select: { id: true },
    });
    if (twin) {
      await tx.db.peopleImport.delete({ where: { id } });
      return twin.id;
    }
    await tx.db.peopleImport.update({
      where: { id },
      data: {
        contentHash,
        byteCount,
        encoding,
        format,
        delimiter,
        columns,
        sample,
        source,
        mapping,
        position: start,
        // Of a file with names of columns, rows are counted from the second on, as spreadsheets do.
        rowCount: start > 0 ? 1 : 0,
        state: isKnown ? 'checking' : 'mapping',
      },
    });
    await recordAudit(tx, actor, {
      action: 'people_file_uploaded',
      subject: { type: 'people_import', id },
      after: { bytes: byteCount, source: source || 'unknown', form: fileName.split('.').at(-1) ?? '' },
    });
    if (isKnown) await sendJobWith(tx, 'check-people-import', { importId: id });
    return id;
  });
}

const hashOfColumns = (columns: readonly string[]) =>
  new Uint8Array(
    createHash('sha256')
      .update(JSON.stringify(columns.map(foldHeader)))
      .digest(),
  );

/** Which field each of these columns was the last time; null where nobody has said. */
async function rememberedMapping(columns: readonly string[]): Promise<ColumnMapping | null> {
  const row = await prisma().importMapping.findUnique({ where: { columnsHash: hashOfColumns(columns) } });
  return row && readMapping(row.mapping, columns.length);
}

/** A mapping as it is stored, for so many columns. */
export function readMapping(stored: unknown, count: number): ColumnMapping {
  const fields = Array.isArray(stored) ? stored : [];
  return Array.from({ length: count }, (_, index) => (isImportField(fields[index]) ? fields[index] : null));
}

/** Remembers which field each of some columns is, for the next file that has the same ones. */
export async function rememberMapping(
  tx: Transaction,
  columns: readonly string[],
  mapping: ColumnMapping,
): Promise<void> {
  const columnsHash = hashOfColumns(columns);
  await tx.db.importMapping.upsert({
    where: { columnsHash },
    create: { columnsHash, mapping, updatedAt: now() },
    update: { mapping, updatedAt: now() },
  });
}
