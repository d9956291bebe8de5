import type { AuditAction } from '#app/domain/core/audit/actions.ts';
import { uuidPattern } from '#app/domain/core/audit/words.ts';
import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';

/** What the list can be narrowed to. */
export interface AuditFilter {
  action: AuditAction | null;
  /** The admin who did it, by user id. */
  actorId: string | null;
  /** Whom or what it was done to, by id. */
  subjectId: string | null;
  /** From this day on, and up to this day, both in UTC. */
  from: Date | null;
  to: Date | null;
}

/** A row as it is shown. Names are those of today: an erased person has none. */
export interface ListedAudit {
  id: string;
  action: string;
  actorId: string | null;
  actorName: string | null;
  /** The key that a program did it with, and its name. */
  keyId: string | null;
  keyName: string | null;
  subjectType: string | null;
  subjectId: string | null;
  subjectName: string | null;
  /** Of the people whose ids are in `before` and `after`; null where there are none. */
  names: Record<string, string> | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string | null;
  origin: string | null;
  createdAt: Date;
}

const perPage = 50;

function conditionOf({ action, actorId, subjectId, from, to }: AuditFilter): Prisma.Sql {
  const conditions = [
    action && Prisma.sql`a.action = ${action}`,
    actorId && Prisma.sql`a.actor_id = ${actorId}::uuid`,
    subjectId && Prisma.sql`a.subject_id = ${subjectId}`,
    from && Prisma.sql`a.created_at >= ${from}`,
    to && Prisma.sql`a.created_at < ${new Date(to.getTime() + dayMs)}`,
  ].filter((condition) => condition !== null && condition !== '');
  return conditions.length > 0 ? Prisma.join(conditions, ' AND ') : Prisma.sql`true`;
}

/** So many rows of the audit log, the newest first; read from its end where a page is asked for back. One query. */
function findRows(filter: AuditFilter, place: Place | null, limit: number): Promise<ListedAudit[]> {
  const { past, order } = pageSql(Prisma.sql`a.created_at`, Prisma.sql`a.id`, place);
  return prisma().$queryRaw<ListedAudit[]>`
    SELECT a.id, a.action, a.actor_id AS "actorId", actor.name AS "actorName",
           a.key_id AS "keyId", key.name AS "keyName",
           a.subject_type AS "subjectType", a.subject_id AS "subjectId", subject.name AS "subjectName",
           (SELECT json_object_agg(person.id, person.name) FROM users person
             WHERE person.name <> '' AND person.id = ANY (ARRAY(
               SELECT CASE WHEN field.value ~ ${uuidPattern.source} THEN field.value::uuid END
               FROM jsonb_each_text(coalesce(a.after, '{}'::jsonb)) field
               UNION ALL
               SELECT CASE WHEN field.value ~ ${uuidPattern.source} THEN field.value::uuid END
               FROM jsonb_each_text(coalesce(a.before, '{}'::jsonb)) field))) AS names,
           a.before, a.after, a.reason, a.origin, a.created_at AS "createdAt"
    FROM (SELECT * FROM audit_log a WHERE ${conditionOf(filter)} ${past}
          ORDER BY ${order} LIMIT ${limit}) a
    LEFT JOIN users actor ON actor.id = a.actor_id
    LEFT JOIN devops_keys key ON key.id = a.key_id
    LEFT JOIN users subject ON subject.id = CASE WHEN a.subject_type = 'user' THEN a.subject_id::uuid END
    ORDER BY ${order}`;
}

/** A page of the audit log, the newest first. One query. */
export async function listAudit(filter: AuditFilter, place: Place | null): Promise<ListPage<ListedAudit>> {
  const rows = await findRows(filter, place, perPage + 1);
  return pageOf(rows, perPage, ({ createdAt: at, id }) => ({ at, id }), place);
}

const perBatch = 1_000;

/** All of the audit log, the newest first, in batches: however long it is, it takes the memory of one. */
export async function* exportAudit(filter: AuditFilter): AsyncGenerator<ListedAudit[]> {
  let after: Place | null = null;
  for (;;) {
    const rows: ListedAudit[] = await findRows(filter, after, perBatch);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < perBatch) return;
    after = { at: last.createdAt, id: last.id };
  }
}
