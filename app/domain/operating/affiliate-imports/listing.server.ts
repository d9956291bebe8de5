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
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** A file as the list shows it. */
interface ListedAffiliateImport {
  id: string;
  kind: string;
  fileName: string;
  state: string;
  createdAt: Date;
  author: string | null;
}

const perPage = 20;

/** A page of the files that were sent, the newest first. One query. */
export async function listAffiliateImports(place: Place | null): Promise<ListPage<ListedAffiliateImport>> {
  const { way, past } = waySql(place);
  const after =
    place && place !== 'last'
      ? Prisma.sql`WHERE (i.created_at, i.id) ${past} (${place.at}, ${place.id}::uuid)`
      : Prisma.empty;
  const rows = await prisma().$queryRaw<ListedAffiliateImport[]>`
    SELECT i.id, i.kind, i.file_name AS "fileName", i.state::text, i.created_at AS "createdAt", u.name AS author
    FROM affiliate_imports i LEFT JOIN users u ON u.id = i.created_by
    ${after} ORDER BY i.created_at ${way}, i.id ${way} LIMIT ${perPage + 1}`;
  return pageOf(rows, perPage, ({ createdAt: at, id }) => ({ at, id }), place);
}

/** A file with all that its page shows. Money is integer cents. */
export interface AffiliateImportDetail {
  id: string;
  kind: string;
  fileName: string;
  state: string;
  newCount: number;
  presentCount: number;
  changedCount: number;
  rejectedCount: number;
  raisedCount: number;
  balanceCents: number;
  stayedCount: number;
  reason: string;
  importedAt: Date | null;
  undoneAt: Date | null;
  done: number;
  total: number;
  /** The first rows that are rejected. */
  rejected: { number: number; email: string; reason: string }[];
}

/** A file with what was read of it; null for an unknown one. One query. */
export async function findAffiliateImport(id: string): Promise<AffiliateImportDetail | null> {
  if (!isId(id)) return null;
  const [row] = await prisma().$queryRaw<AffiliateImportDetail[]>`
    SELECT i.id, i.kind, i.file_name AS "fileName", i.state::text, i.new_count AS "newCount", i.present_count AS "presentCount",
      i.changed_count AS "changedCount", i.rejected_count AS "rejectedCount", i.raised_count AS "raisedCount",
      i.balance_cents::float8 AS "balanceCents", i.stayed_count AS "stayedCount", i.reason, i.imported_at AS "importedAt",
      i.undone_at AS "undoneAt", i.done_row AS done,
      coalesce((SELECT max(number) FROM affiliate_import_rows WHERE import_id = i.id), 1) AS total,
      coalesce((SELECT json_agg(r) FROM (SELECT number, email, reason FROM affiliate_import_rows
        WHERE import_id = i.id AND outcome = 'rejected' ORDER BY number LIMIT ${shownRejected}) r), '[]') AS rejected
    FROM affiliate_imports i WHERE i.id = ${id}::uuid`;
  return row ?? null;
}

/**
 * Writes down that the rows of a file are taken out of the site, and gives them, batch by batch.
 * @throws {Refusal} not_allowed; not_found
 * @throws {ConfirmationNeeded}
 */
export async function beginAffiliateRowsExport(
  actor: Actor,
  id: string,
  form: string,
): Promise<AsyncGenerator<ReportedRow[]>> {
  if (!(await findAffiliateImport(id))) throw new Refusal('not_found', 'There is no such import.');
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'users:import');
    await recordAudit(tx, actor, {
      action: 'affiliate_import_exported',
      subject: { type: 'affiliate_import', id },
      after: { form },
    });
  });
  return rowsOf(id);
}

const rowsOf = (importId: string) =>
  reportedBatches((page, take) =>
    prisma().affiliateImportRow.findMany({
      where: { importId, ...page },
      orderBy: { number: 'asc' },
      take,
      select: reportedFields,
    }),
  );
