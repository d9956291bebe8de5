import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { mostAtOnce } from '#app/domain/core/audit/change-many.server.ts';
import { maskedEmail } from '#app/domain/core/audit/mask.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { isId } from '#app/domain/core/audit/target.server.ts';
import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { countMatches } from '#app/domain/core/values/match-count.server.ts';
import { hasVisibleText } from '#app/domain/core/values/typed-text.ts';
import { emailSchema } from '#app/domain/people/accounts/schemas.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import type { SuppressionReason } from '#app/platform/database/generated/enums.ts';

export const suppressionReason = z
  .string({ error: 'Please write why' })
  .trim()
  .refine(hasVisibleText, 'Please write why')
  .max(300, 'Please use at most 300 characters');

export const newSuppressionSchema = z.object({ email: emailSchema, why: suppressionReason });

/** An address that gets no bulk mail, as admins see it. */
interface Suppression {
  id: string;
  address: string;
  reason: SuppressionReason;
  source: string;
  detail: string;
  createdAt: Date;
}

const perPage = 40;

/** What the list is narrowed to: addresses that begin with it, in small letters; empty for all. */
export const readAddressFilter = (query: URLSearchParams): string =>
  (query.get('address') ?? '').trim().toLowerCase().replaceAll('\0', '').slice(0, 254);

/** By the index on the bytes of addresses, which neither the collation of the database nor a prepared statement hides. */
const beginsWith = (start: string) =>
  start === '' ? Prisma.sql`true` : Prisma.sql`address ~>=~ ${start} AND address ~<~ ${`${start}\u{10FFFF}`}`;

/** A page of the suppression list, the newest first. One query. */
export async function listSuppressions(start: string, place: Place | null): Promise<ListPage<Suppression>> {
  const { past, order } = pageSql(Prisma.sql`created_at`, Prisma.sql`id`, place);
  const rows = await prisma().$queryRaw<Suppression[]>`
    SELECT id, address, reason::text, source, detail, created_at AS "createdAt"
    FROM mail_suppressions WHERE ${beginsWith(start)} ${past} ORDER BY ${order} LIMIT ${perPage + 1}`;
  return pageOf(rows, perPage, ({ createdAt: at, id }) => ({ at, id }), place);
}

/** How many addresses on the list begin so, up to 10,000. One query. */
export const countSuppressions = (start: string) =>
  countMatches(Prisma.sql`FROM mail_suppressions WHERE ${beginsWith(start)}`);

/** The entries of addresses that begin so, one more than a bulk action takes at most. One query. */
export async function findMatchingSuppressions(start: string): Promise<string[]> {
  const rows = await prisma().$queryRaw<{ id: string }[]>`
    SELECT id FROM mail_suppressions WHERE ${beginsWith(start)} ORDER BY id LIMIT ${mostAtOnce + 1}`;
  return rows.map(({ id }) => id);
}

/** An entry of the suppression list; null where there is none of this id. One query. */
export const findSuppression = async (id: string): Promise<Suppression | null> =>
  isId(id) ? prisma().mailSuppression.findUnique({ where: { id } }) : null;

export const suppressionSubject = (id: string) => ({ type: 'mail_suppression', id }) as const;

/**
 * Puts an address on the suppression list. One that is there already stays as it is.
 * @throws {Refusal} not_allowed; conflict where it is on the list (field email)
 */
export async function addSuppression(
  actor: Actor,
  { email: address, why: detail }: z.output<typeof newSuppressionSchema>,
): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'letters:edit');
    const id = crypto.randomUUID();
    const data = { id, address, reason: 'manual', source: 'admin', detail } as const;
    const { count } = await tx.db.mailSuppression.createMany({
      data: [{ ...data, createdById: actor.id, createdAt: now() }],
      skipDuplicates: true,
    });
    if (count === 0) throw new Refusal('conflict', 'This address is already on the list.', 'email');
    await recordAudit(tx, actor, {
      action: 'suppression_added',
      subject: suppressionSubject(id),
      after: { address: maskedEmail(address), reason: 'manual' },
    });
  });
}
