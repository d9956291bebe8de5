import { createHash } from 'node:crypto';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import { doubleSubmitWindow } from '#app/domain/core/values/double-submit.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { type AffiliateFileKind, recognizeColumns } from '#app/domain/operating/affiliate-imports/columns.ts';
import {
  type ComparedAffiliateRow,
  compareAffiliates,
} from '#app/domain/operating/affiliate-imports/compare-affiliates.server.ts';
import { compareReferrals } from '#app/domain/operating/affiliate-imports/compare-referrals.server.ts';
import { type AffiliateRow, readAffiliateRow } from '#app/domain/operating/affiliate-imports/read-rows.ts';
import { EncodingReader } from '#app/domain/operating/imports/encoding.ts';
import type { ReceivedFile } from '#app/domain/operating/imports/receiving.server.ts';
import { undoableSince } from '#app/domain/operating/imports/steps.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import { IsolatedTaskError, runIsolated } from '#app/platform/runtime/workers/isolated-tasks.server.ts';
import { storableFileName } from '#app/platform/storable-text.ts';

/** A file of affiliates may have so many bytes and rows. */
const maxAffiliateBytes = 10_000_000;
const maxRows = 100_000;
/** So many rows are compared with what is here at once. */
const batchSize = 1_000;

const refused = (problem: string) => new Refusal('invalid', problem, 'files');

/**
 * Reads a file of affiliates, or of customers and whose they are, and compares each row with what is here (P234). Nothing is imported.
 * @returns the import's id
 * @throws {Refusal} not_allowed; invalid (field files), in words for whoever sent it
 * @throws {ConfirmationNeeded}
 */
export async function receiveAffiliateFile(actor: Actor, file: ReceivedFile): Promise<string> {
  const sameMoment = doubleSubmitWindow();
  await transaction((tx) => requirePermission(tx, actor, 'users:import'));
  const fileName = storableFileName(file.name, 'affiliates');
  const { bytes, encoding, contentHash } = await collect(file.chunks);
  const { kind, rows } = await readRowsOf(bytes, encoding);
  const compared: ComparedAffiliateRow[] = [];
  const seen = { emails: new Map<string, number>(), codes: new Map<string, number>() };
  const usualRate = siteSettings().programme.affiliatePercent;
  for (let start = 0; start < rows.length; start += batchSize) {
    const batch = rows.slice(start, start + batchSize);
    compared.push(
      ...(kind === 'affiliates'
        ? await compareAffiliates(batch, seen, usualRate)
        : await compareReferrals(batch, seen)),
    );
  }
  return keep(actor, { kind, fileName, contentHash, compared, sameMoment });
}

async function collect(chunks: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  const reader = new EncodingReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > maxAffiliateBytes)
      throw refused('This file is larger than 10 MB. Split it, and upload the parts.');
    hash.update(chunk);
    parts.push(reader.read(chunk));
  }
  if (size === 0) throw refused('This file is empty.');
  return {
    bytes: new Uint8Array(Buffer.concat(parts)),
    encoding: reader.end(),
    contentHash: new Uint8Array(hash.digest()),
  };
}

async function readRowsOf(
  bytes: Uint8Array<ArrayBuffer>,
  encoding: 'utf-8' | 'windows-1252',
): Promise<{ kind: AffiliateFileKind; rows: AffiliateRow[] }> {
  const table = await runIsolated(
    'read-table',
    { bytes, encoding },
    { lane: 'imports', timeoutMs: 60_000, transfer: [bytes.buffer] },
  ).catch((error: unknown) => {
    if (error instanceof IsolatedTaskError && error.isTemporary)
      throw refused('Too many files are being read right now. Please try again in a minute.');
    if (error instanceof IsolatedTaskError) throw refused('This file takes too long to read.');
    throw error;
  });
  if (table.problem !== null) throw refused(table.problem);
  if (table.records.length > maxRows)
    throw refused(
      `This file has more than ${maxRows.toLocaleString('en-US')} rows. Split it, and upload the parts.`,
    );
  const recognized = recognizeColumns(table.columns);
  if (recognized.problem !== null) throw refused(recognized.problem);
  const { kind, places } = recognized;
  const reading = { kind, places, columnCount: table.columns.length, brandName: config().brandName };
  const rows = table.records.flatMap(
    (cells, index) => readAffiliateRow(cells, table.firstNumber + index, reading) ?? [],
  );
  if (rows.length === 0) throw refused('This file has no rows below its first one.');
  return { kind, rows };
}

interface Compared {
  kind: AffiliateFileKind;
  fileName: string;
  contentHash: Uint8Array<ArrayBuffer>;
  compared: readonly ComparedAffiliateRow[];
  sameMoment: { gt: Date; lt: Date };
}

/** @returns the import's id; of a file that was sent twice at once, the id of the one that was stored first */
async function keep(
  actor: Actor,
  { kind, fileName, contentHash, compared, sameMoment }: Compared,
): Promise<string> {
  const count = (outcome: ComparedAffiliateRow['outcome']) =>
    compared.filter((row) => row.outcome === outcome).length;
  return transaction(async (tx) => {
    if (actor.id) await lockUser(tx, actor.id);
    const twin = await tx.db.affiliateImport.findFirst({
      where: { createdById: actor.id, contentHash, createdAt: sameMoment },
      select: { id: true },
    });
    if (twin) return twin.id;
    const { id } = await tx.db.affiliateImport.create({
      data: {
        kind,
        fileName,
        contentHash,
        newCount: count('new'),
        presentCount: count('present'),
        changedCount: count('changed'),
        rejectedCount: count('rejected'),
        raisedCount: compared.filter(({ isRaise }) => isRaise).length,
        balanceCents: compared.reduce((sum, { addsCents }) => sum + addsCents, 0),
        createdById: actor.id,
        createdAt: now(),
      },
      select: { id: true },
    });
    for (let start = 0; start < compared.length; start += batchSize)
      await tx.db.affiliateImportRow.createMany({
        data: compared.slice(start, start + batchSize).map((row) => ({
          importId: id,
          number: row.number,
          outcome: row.outcome,
          email: row.email,
          reason: [row.problem, ...(row.outcome === 'rejected' ? [] : row.notes)].filter(Boolean).join('. '),
          data: row.outcome === 'rejected' ? {} : { ...row.data },
          userId: row.userId,
        })),
      });
    await recordAudit(tx, actor, {
      action: 'affiliate_file_uploaded',
      subject: { type: 'affiliate_import', id },
      after: { kind, rows: compared.length },
    });
    return id;
  }, 120_000);
}

/** So many days a file waits to be imported. */
const waitingDays = 7;

/** Deletes files that nobody imported after a week, and the rows of those that can't be undone any more. The worker calls it daily. */
export async function deleteOldAffiliateImports(): Promise<void> {
  const before = new Date(now().getTime() - waitingDays * dayMs);
  await prisma().affiliateImport.deleteMany({ where: { state: 'checked', createdAt: { lt: before } } });
  await prisma().affiliateImportRow.deleteMany({
    where: { import: { state: { in: ['imported', 'undone'] }, importedAt: { lt: undoableSince() } } },
  });
}
