import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { isId } from '#app/domain/core/audit/target.server.ts';
import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { waySql } from '#app/domain/core/values/cursor-sql.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import {
  type ReportedRow,
  reportedBatches,
  reportedFields,
} from '#app/domain/operating/imports/reported-rows.ts';
import { shownRejected } from '#app/domain/operating/imports/state-words.ts';
import { undoableSince } from '#app/domain/operating/imports/steps.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';

/** A file as the list shows it. */
interface ListedImport {
  id: string;
  fileName: string;
  state: string;
  createdAt: Date;
  newCount: number;
  author: string | null;
}

const perPage = 20;

/** A page of the files that were sent, the newest first. One query. */
export async function listImports(place: Place | null): Promise<ListPage<ListedImport>> {
  const { way, past } = waySql(place);
  const after =
    place && place !== 'last'
      ? Prisma.sql`AND (i.created_at, i.id) ${past} (${place.at}, ${place.id}::uuid)`
      : Prisma.empty;
  const rows = await prisma().$queryRaw<ListedImport[]>`
    SELECT i.id, i.file_name AS "fileName", i.state::text, i.created_at AS "createdAt", i.new_count AS "newCount", u.name AS author
    FROM people_imports i LEFT JOIN users u ON u.id = i.created_by
    WHERE i.state <> 'receiving' ${after} ORDER BY i.created_at ${way}, i.id ${way} LIMIT ${perPage + 1}`;
  return pageOf(rows, perPage, ({ createdAt: at, id }) => ({ at, id }), place);
}

/** A file with all that its page shows. */
export interface ImportDetail {
  id: string;
  fileName: string;
  byteCount: number;
  state: string;
  problem: string | null;
  source: string;
  columns: string[];
  sample: string[][];
  mapping: (string | null)[];
  position: number;
  rowCount: number;
  newCount: number;
  presentCount: number;
  changedCount: number;
  rejectedCount: number;
  passwordCount: number;
  raisedCount: number;
  subscribedCount: number;
  undoneCount: number;
  createdAt: Date;
  importedAt: Date | null;
  undoneAt: Date | null;
  /** Of an import under way or being undone: rows that are done, and all there are. */
  done: number;
  total: number;
  /** The first rows that are rejected. */
  rejected: { number: number; email: string; reason: string }[];
}

/** A file with what was read of it; null for an unknown one. One query. */
export async function findImport(id: string): Promise<ImportDetail | null> {
  if (!isId(id)) return null;
  const [row] = await prisma().$queryRaw<ImportDetail[]>`
    SELECT i.id, i.file_name AS "fileName", i.byte_count::float8 AS "byteCount", i.state::text, i.problem, i.source, i.columns,
      i.sample, i.mapping, i.position::float8 AS position, i.row_count AS "rowCount", i.new_count AS "newCount",
      i.present_count AS "presentCount", i.changed_count AS "changedCount", i.rejected_count AS "rejectedCount",
      i.password_count AS "passwordCount", i.raised_count AS "raisedCount", i.subscribed_count AS "subscribedCount", i.undone_count AS "undoneCount",
      i.created_at AS "createdAt", i.imported_at AS "importedAt", i.undone_at AS "undoneAt",
      i.done_row AS done, i.row_count AS total,
      coalesce((SELECT json_agg(r) FROM (SELECT number, email, reason FROM people_import_rows
        WHERE import_id = i.id AND outcome = 'rejected' ORDER BY number LIMIT ${shownRejected}) r), '[]') AS rejected
    FROM people_imports i WHERE i.id = ${id}::uuid AND i.state <> 'receiving'`;
  return row ?? null;
}

/**
 * Writes down that the rows of a file are taken out of the site, and gives them, batch by batch.
 * @throws {Refusal} not_allowed; not_found
 * @throws {ConfirmationNeeded}
 */
export async function beginRowsExport(
  actor: Actor,
  id: string,
  form: string,
): Promise<AsyncGenerator<ReportedRow[]>> {
  if (!(await findImport(id))) throw new Refusal('not_found', 'There is no such import.');
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'users:import');
    await recordAudit(tx, actor, {
      action: 'people_import_exported',
      subject: { type: 'people_import', id },
      after: { form },
    });
  });
  return rowsOf(id);
}

const rowsOf = (importId: string) =>
  reportedBatches((page, take) =>
    prisma().peopleImportRow.findMany({
      where: { importId, ...page },
      orderBy: { number: 'asc' },
      take,
      select: reportedFields,
    }),
  );

/**
 * Deletes what of files is needed no more: one that was cut off after a day, one that nobody imported after a week, the rows of an import
 * once it can't be undone any more. The worker calls it daily.
 */
export async function deleteOldImports(): Promise<void> {
  const before = (days: number) => new Date(now().getTime() - days * dayMs);
  await prisma().peopleImport.deleteMany({ where: { state: 'receiving', createdAt: { lt: before(1) } } });
  await prisma().peopleImport.deleteMany({
    where: { state: { in: ['mapping', 'checking', 'checked', 'failed'] }, createdAt: { lt: before(7) } },
  });
  await prisma().peopleImportRow.deleteMany({
    where: { import: { state: { in: ['imported', 'undone'] }, importedAt: { lt: undoableSince() } } },
  });
}
