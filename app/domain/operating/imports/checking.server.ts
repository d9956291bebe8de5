import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import { type ComparedRow, compareRows } from '#app/domain/operating/imports/comparing.server.ts';
import type { FileEncoding, FileFormat, ReadRows } from '#app/domain/operating/imports/isolated-tasks.ts';
import { readStored } from '#app/domain/operating/imports/pieces.server.ts';
import { readMapping } from '#app/domain/operating/imports/receiving.server.ts';
import { maxRecordBytes } from '#app/domain/operating/imports/records.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { IsolatedTaskError, runIsolated } from '#app/platform/runtime/workers/isolated-tasks.server.ts';

/** The dry run: reads a file to its end and changes nobody. A job, which goes on where it stopped. */
export async function checkImport({ importId }: { importId: string }): Promise<void> {
  while (await checkNext(importId));
}

/** Reads the next part of a file; false when there is none. */
async function checkNext(id: string): Promise<boolean> {
  const file = await prisma().peopleImport.findUnique({ where: { id } });
  if (file?.state !== 'checking') return false;
  const position = Number(file.position);
  const bytes = await readStored(id, position, maxRecordBytes);
  const isLast = position + bytes.length >= Number(file.byteCount);
  const read = await readPart({ ...file, columns: file.columns as string[] }, bytes, isLast);
  if (read.problem) return fail(id, read.problem);
  // The same rate for everybody here: new accounts have it too.
  const compared = await compareRows(id, read.rows, siteSettings().programme.affiliatePercent);
  return transaction(async (tx) => {
    const [present] = await tx.db.$queryRaw<{ position: bigint; state: string }[]>`
      SELECT position, state::text FROM people_imports WHERE id = ${id}::uuid FOR UPDATE`;
    // Another process has read this part meanwhile, or somebody has thrown the file away.
    if (present?.state !== 'checking' || Number(present.position) !== position)
      return present?.state === 'checking';
    await tx.db.$executeRaw`
      INSERT INTO people_import_rows (import_id, number, outcome, email, reason, data, password_hash, user_id, is_raise)
      SELECT ${id}::uuid, r.number, r.outcome::people_import_outcome, r.email, r.reason, r.data, r.hash, r."userId"::uuid, r."isRaise"
      FROM jsonb_to_recordset(${JSON.stringify(compared.map(storedRow))}::jsonb) AS r(
        number int, outcome text, email text, reason text, data jsonb, hash text, "userId" text, "isRaise" boolean)`;
    const count = (outcome: ComparedRow['outcome']) => ({
      increment: compared.filter((row) => row.outcome === outcome).length,
    });
    await tx.db.peopleImport.update({
      where: { id },
      data: {
        position: position + read.consumed,
        rowCount: read.lastNumber,
        newCount: count('new'),
        presentCount: count('present'),
        changedCount: count('changed'),
        rejectedCount: count('rejected'),
        passwordCount: {
          increment: compared.filter(({ outcome, passwordHash }) => outcome === 'new' && passwordHash).length,
        },
        subscribedCount: { increment: compared.filter(({ isSubscribed }) => isSubscribed).length },
        raisedCount: { increment: compared.filter(({ isRaise }) => isRaise).length },
        ...(isLast ? { state: 'checked' } : {}),
      },
    });
    return !isLast;
  });
}

/** A row as it is stored: of one that is rejected nothing but what says which it is. */
function storedRow({
  number,
  outcome,
  email,
  problem,
  notes,
  data,
  passwordHash,
  userId,
  isRaise,
}: ComparedRow) {
  const isRejected = outcome === 'rejected';
  return {
    number,
    outcome,
    email,
    reason: [problem, ...(isRejected ? [] : notes)].filter(Boolean).join('. '),
    data: isRejected ? {} : data,
    hash: isRejected ? null : passwordHash,
    userId,
    isRaise,
  };
}

interface OpenFile {
  format: string;
  delimiter: string;
  encoding: string;
  columns: string[];
  mapping: unknown;
  rowCount: number;
}

async function readPart(
  { format, delimiter, encoding, columns, mapping, rowCount }: OpenFile,
  bytes: Uint8Array<ArrayBuffer>,
  isLast: boolean,
): Promise<ReadRows> {
  const reading = {
    format: format as FileFormat,
    encoding: encoding as FileEncoding,
    delimiter,
    columns,
    mapping: readMapping(mapping, columns.length),
    brandName: config().brandName,
  };
  try {
    return await runIsolated(
      'read-people-rows',
      { ...reading, bytes, isLast, lastNumber: rowCount },
      { lane: 'imports', timeoutMs: 60_000, transfer: [bytes.buffer] },
    );
  } catch (error) {
    if (!(error instanceof IsolatedTaskError) || error.isTemporary) throw error;
    const problem = `After row ${rowCount}: this part of the file takes too long to read.`;
    return { rows: [], lastNumber: rowCount, consumed: 0, problem };
  }
}

/** A file that cannot be read to its end is thrown away, with all that was read of it. */
async function fail(id: string, problem: string): Promise<false> {
  await transaction(async (tx) => {
    const { count } = await tx.db.peopleImport.updateMany({
      where: { id, state: 'checking' },
      data: { state: 'failed', problem, sample: [] },
    });
    if (count === 0) return;
    await tx.db.peopleImportRow.deleteMany({ where: { importId: id } });
    await tx.db.peopleImportPiece.deleteMany({ where: { importId: id } });
  });
  return false;
}
