import type { z } from 'zod';
import { readCursor, writeCursor } from '#app/domain/core/values/cursor.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { type SyncQuery, type SyncResource, syncRecords } from '#app/domain/operating/devops/sync-schemas.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** A record as programs are told it. */
export type SyncRecord = Record<string, unknown> & { id: string };

/** A page of records, by the order in which they changed. */
interface SyncPage {
  data: SyncRecord[];
  has_more: boolean;
  next_cursor: string | null;
}

/** A moment as text in SQL, with milliseconds: what a Date would make of it, without making one for each row. */
const text = (column: string) =>
  Prisma.raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

const alive = (column: string) => Prisma.raw(`CASE WHEN d.done_at IS NULL THEN r.${column} END AS ${column}`);

/** Where the rows of a resource are, and what is told of each. */
const sources: Record<SyncResource, { table: Prisma.Sql; columns: Prisma.Sql; joins: Prisma.Sql }> = {
  users: {
    table: Prisma.sql`users`,
    joins: Prisma.sql`LEFT JOIN account_deletions d ON d.user_id = r.id`,
    columns: Prisma.sql`r.id, ${alive('email')}, ${alive('name')}, ${alive('username')}, r.role::text, r.status::text, r.plan,
      r.commission_rate, r.email_verified_at IS NOT NULL AS is_email_verified, r.referred_by, d.done_at IS NOT NULL AS deleted,
      ${text('r.created_at')} AS created_at, ${text('r.changed_at')} AS updated_at`,
  },
  revenue: {
    table: Prisma.sql`payments`,
    joins: Prisma.empty,
    columns: Prisma.sql`r.id, r.user_id, r.product, r.provider::text, r.amount_cents, r.tax_cents,
      r.amount_refunded_cents AS refunded_cents, r.charged_back_cents, r.disputed_cents, r.fee_cents, r.currency, r.status::text,
      ${text('r.paid_at')} AS paid_at, ${text('r.created_at')} AS created_at, ${text('r.changed_at')} AS updated_at`,
  },
  commissions: {
    table: Prisma.sql`commissions`,
    joins: Prisma.empty,
    columns: Prisma.sql`r.id, r.referrer_username AS user_id, r.kind::text, r.tier::text, r.payment_id,
      r.commission AS commission_cents, r.basis_cents, r.rate_percent, r.currency, ${text('r.available_at')} AS available_at,
      ${text('r.timestamp')} AS occurred_at, ${text('r.created_at')} AS created_at, ${text('r.changed_at')} AS updated_at`,
  },
};

/**
 * Rows that a transaction which still runs may yet add to are not told: they would come before what was told already, and be missed.
 * What a transaction changes is as old as its beginning.
 */
const horizon = Prisma.sql`(
  SELECT date_trunc('milliseconds', coalesce(min(a.xact_start), now())) FROM pg_stat_activity a
  WHERE a.datname = current_database() AND a.pid <> pg_backend_pid() AND a.xact_start IS NOT NULL
    AND a.backend_type = 'client backend')`;

async function readRows(resource: SyncResource, from: Prisma.Sql, limit: number): Promise<SyncRecord[]> {
  const { table, columns, joins } = sources[resource];
  const rows = await prisma().$queryRaw<SyncRecord[]>`
    SELECT ${columns} FROM (
      SELECT * FROM ${table} r WHERE ${from} AND r.changed_at < least(${horizon}, date_trunc('milliseconds', now()))
      ORDER BY r.changed_at, r.id LIMIT ${limit}) r ${joins}
    ORDER BY r.changed_at, r.id`;
  const schema: z.ZodType<unknown> = syncRecords[resource];
  for (const row of rows) schema.parse(row);
  return rows;
}

function beginning({
  cursor,
  updated_since: since,
}: Pick<SyncQuery, 'cursor' | 'updated_since'>): Prisma.Sql {
  const after = readCursor(cursor ?? null);
  if (after) return Prisma.sql`(r.changed_at, r.id) > (${after.at}, ${after.id}::uuid)`;
  return since ? Prisma.sql`r.changed_at >= ${new Date(since)}` : Prisma.sql`true`;
}

const cursorOf = (record: SyncRecord): string =>
  writeCursor({ at: new Date(String(record.updated_at)), id: record.id });

/** The names that `fields` asks for; null for all. @throws {Refusal} invalid for a name that is none */
function readFields(resource: SyncResource, fields: string | undefined): string[] | null {
  if (fields === undefined) return null;
  const known = Object.keys(syncRecords[resource].shape);
  const asked = fields.split(',').map((name) => name.trim());
  const unknown = asked.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Refusal(
      'invalid',
      `fields: there is no field ${JSON.stringify(unknown)}. There are: ${known.join(', ')}.`,
    );
  return ['id', ...asked.filter((name) => name !== 'id')];
}

const narrowed = (record: SyncRecord, fields: string[] | null): SyncRecord =>
  fields ? ({ ...Object.fromEntries(fields.map((name) => [name, record[name]])) } as SyncRecord) : record;

/** A page of what changed, the longest ago first. One query. @throws {Refusal} invalid for a field that there is not */
export async function readSyncPage(resource: SyncResource, query: SyncQuery): Promise<SyncPage> {
  const fields = readFields(resource, query.fields);
  const found = await readRows(resource, beginning(query), query.limit + 1);
  const rows = found.slice(0, query.limit);
  const last = rows.at(-1);
  return {
    data: rows.map((row) => narrowed(row, fields)),
    has_more: found.length > query.limit,
    next_cursor: last ? cursorOf(last) : (query.cursor ?? null),
  };
}

const perBatch = 1_000;

/** Everything from where the query begins, in batches: however much, it takes the memory of one. @throws {Refusal} as `readSyncPage` */
export function walkSync(resource: SyncResource, query: SyncQuery): AsyncGenerator<SyncRecord[]> {
  const fields = readFields(resource, query.fields);
  return walk(resource, query, fields);
}

async function* walk(
  resource: SyncResource,
  query: SyncQuery,
  fields: string[] | null,
): AsyncGenerator<SyncRecord[]> {
  let from = beginning(query);
  for (;;) {
    const rows = await readRows(resource, from, perBatch);
    if (rows.length > 0) yield rows.map((row) => narrowed(row, fields));
    const last = rows.at(-1);
    if (!last || rows.length < perBatch) return;
    from = beginning({ cursor: cursorOf(last) });
  }
}
