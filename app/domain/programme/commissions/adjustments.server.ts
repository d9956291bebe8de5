import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { isId, takeTarget } from '#app/domain/core/audit/target.server.ts';
import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { centsField } from '#app/domain/core/values/typed-number-fields.ts';
import { hasVisibleText } from '#app/domain/core/values/typed-text.ts';
import { adjustWithin, checkAdjustment } from '#app/domain/programme/commissions/decisions.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';

/** Above this another admin has to agree, in cents; so does the database. What one person gets within a day counts together. */
export const aloneCents = 50_000;

export const adjustmentSchema = z.object({
  /** Whose account, by address or user name. */
  who: z
    .string({ error: 'Please enter whose account' })
    .trim()
    .toLowerCase()
    .max(254, 'That is no address and no user name'),
  /** "12.50", or "-12.50" to take away. */
  amount: centsField('Please enter an amount such as 12.50, or -12.50 to take away').pipe(
    z
      .number()
      .min(-99_999_999, 'Please take away at most $999,999.99')
      .max(99_999_999, 'Please enter at most $999,999.99'),
  ),
  reason: z
    .string({ error: 'Please say why: the affiliate reads it.' })
    .trim()
    .refine(hasVisibleText, 'Please say why: the affiliate reads it.')
    .max(300, 'Please use at most 300 characters'),
  key: z.uuid('This form is out of date. Please send it once more.'),
});
export type AdjustmentForm = z.input<typeof adjustmentSchema>;

/** Who acts, as the rooms of money are told it. */
export const operatorOf = ({ id }: Actor): { id?: string } => (id === null ? {} : { id });

async function findOwner(tx: Transaction, who: string): Promise<string> {
  const user = await tx.db.user.findFirst({
    where: who.includes('@') ? { email: who } : { username: who },
    select: { id: true },
  });
  if (!user) throw new Refusal('not_found', 'Nobody has this address or user name.', 'who');
  return user.id;
}

/** Whether an adjustment of somebody's account needs another admin, with what was adjusted alone within a day. */
async function isLarge(tx: Transaction, userId: string, cents: number): Promise<boolean> {
  const alone = await tx.db.commissionAdjustment.findMany({
    where: { userId, state: 'made', decidedAt: null, requestedAt: { gt: new Date(now().getTime() - dayMs) } },
    select: { cents: true },
  });
  return alone.reduce((sum, row) => sum + Math.abs(row.cents), Math.abs(cents)) > aloneCents;
}

/**
 * Adds to somebody's account, or takes from it; a large sum waits until another admin agrees. The same form twice asks once.
 * @throws {Refusal} not_allowed, also for one's own account; not_found (field who); invalid
 * @throws {ConfirmationNeeded}
 */
export async function askAdjustment(
  actor: Actor,
  { who, amount: cents, reason, key }: z.output<typeof adjustmentSchema>,
): Promise<'made' | 'waiting' | 'known'> {
  return transaction(async (tx) => {
    await requirePermission(tx, actor, 'money:move');
    const userId = await findOwner(tx, who);
    if (userId === actor.id)
      throw new Refusal('not_allowed', 'Your own account is for another admin to adjust.', 'who');
    await takeTarget(tx, actor, 'money:move', userId);
    checkAdjustment({ cents, reason });
    const state = (await isLarge(tx, userId, cents)) ? 'waiting' : 'made';
    const { count } = await tx.db.commissionAdjustment.createMany({
      data: {
        userId,
        cents,
        reason,
        state,
        formKey: key,
        requestedById: actor.id,
        requestedAt: now(),
      },
      skipDuplicates: true,
    });
    if (count === 0) return 'known';
    await recordAudit(tx, actor, {
      action: state === 'made' ? 'adjustment_made' : 'adjustment_asked',
      subject: { type: 'user', id: userId },
      after: { cents },
      reason,
      formKey: key,
    });
    if (state === 'made') await adjustWithin(tx, { userId, cents, reason, key }, operatorOf(actor));
    return state;
  });
}

/**
 * Agrees to what another admin has asked for, or declines it; one's own one can only take back. Decided is decided.
 * @throws {Refusal} not_allowed; not_found; conflict where it was decided
 * @throws {ConfirmationNeeded}
 */
export async function decideAdjustment(
  actor: Actor,
  id: string,
  decision: 'made' | 'declined',
): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'money:move');
    const asked = isId(id) ? await tx.db.commissionAdjustment.findUnique({ where: { id } }) : null;
    if (!asked) throw new Refusal('not_found', 'There is no such adjustment.');
    const { userId, cents, reason, requestedById, formKey: key } = asked;
    if (decision === 'made' && (requestedById === actor.id || userId === actor.id))
      throw new Refusal('not_allowed', 'Another admin has to agree to this.');
    await lockUser(tx, userId);
    const { count } = await tx.db.commissionAdjustment.updateMany({
      where: { id, state: 'waiting' },
      data: { state: decision, decidedById: actor.id, decidedAt: now() },
    });
    if (count === 0) throw new Refusal('conflict', 'This was decided already.');
    await recordAudit(tx, actor, {
      action: decision === 'made' ? 'adjustment_made' : 'adjustment_declined',
      subject: { type: 'user', id: userId },
      after: { cents, adjustment: id },
      reason,
    });
    if (decision === 'made') await adjustWithin(tx, { userId, cents, reason, key }, operatorOf(actor));
  });
}

/** An adjustment as the list shows it. Integer cents. */
export interface ListedAdjustment {
  id: string;
  userId: string;
  userName: string;
  cents: number;
  reason: string;
  state: 'waiting' | 'made' | 'declined';
  requestedById: string | null;
  requestedByName: string | null;
  requestedAt: Date;
  decidedByName: string | null;
  decidedAt: Date | null;
}

const perPage = 40;

/** A page of adjustments, the latest first. One query. */
export async function listAdjustments(place: Place | null): Promise<ListPage<ListedAdjustment>> {
  const { past, order } = pageSql(Prisma.sql`a.requested_at`, Prisma.sql`a.id`, place);
  const found = await prisma().$queryRaw<ListedAdjustment[]>`
    SELECT a.id, a.user_id AS "userId", u.name AS "userName", a.cents, a.reason, a.state::text,
      a.requested_by AS "requestedById", asker.name AS "requestedByName", a.requested_at AS "requestedAt",
      decider.name AS "decidedByName", a.decided_at AS "decidedAt"
    FROM (SELECT * FROM commission_adjustments a WHERE true ${past} ORDER BY ${order} LIMIT ${perPage + 1}) a
    JOIN users u ON u.id = a.user_id
    LEFT JOIN users asker ON asker.id = a.requested_by LEFT JOIN users decider ON decider.id = a.decided_by
    ORDER BY ${order}`;
  return pageOf(found, perPage, ({ requestedAt: at, id }) => ({ at, id }), place);
}

/** What waits for another admin, the oldest first. One query. */
export function listWaitingAdjustments(): Promise<ListedAdjustment[]> {
  return prisma().$queryRaw<ListedAdjustment[]>`
    SELECT a.id, a.user_id AS "userId", u.name AS "userName", a.cents, a.reason, a.state::text,
      a.requested_by AS "requestedById", asker.name AS "requestedByName", a.requested_at AS "requestedAt",
      NULL::text AS "decidedByName", a.decided_at AS "decidedAt"
    FROM commission_adjustments a JOIN users u ON u.id = a.user_id LEFT JOIN users asker ON asker.id = a.requested_by
    WHERE a.state = 'waiting' ORDER BY a.requested_at, a.id LIMIT 100`;
}
