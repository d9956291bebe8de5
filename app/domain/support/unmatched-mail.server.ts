import { requirePermission } from '#app/domain/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/audit/record.server.ts';
import { type ListPage, type Place, pageOf } from '#app/domain/cursor.ts';
import { pageSql } from '#app/domain/cursor-sql.server.ts';
import { Refusal } from '#app/domain/errors.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** A mail that fits no ticket of its sender's. */
export interface UnmatchedMail {
  id: string;
  fromAddress: string;
  fromName: string;
  subject: string;
  body: string;
  reason: string;
  createdAt: Date;
}

const perPage = 20;

/** A page of the mails that fit no ticket, the latest first. One query. */
export async function listUnmatched(place: Place | null): Promise<ListPage<UnmatchedMail>> {
  const { past, order } = pageSql(Prisma.sql`created_at`, Prisma.sql`id`, place);
  const found = await prisma().$queryRaw<UnmatchedMail[]>`
    SELECT id, from_address AS "fromAddress", from_name AS "fromName", subject, body, reason, created_at AS "createdAt"
    FROM unmatched_mails WHERE true ${past} ORDER BY ${order} LIMIT ${perPage + 1}`;
  return pageOf(found, perPage, ({ createdAt: at, id }) => ({ at, id }), place);
}

/** Deletes a mail that fits no ticket. @throws {Refusal} not_allowed; not_found */
export async function deleteUnmatched(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'tickets:answer');
    const { count } = await tx.db.unmatchedMail.deleteMany({ where: { id } });
    if (count === 0) throw new Refusal('not_found', 'That mail is not there any more.');
    await recordAudit(tx, actor, {
      action: 'unmatched_mail_deleted',
      subject: { type: 'unmatched_mail', id },
    });
  });
}
