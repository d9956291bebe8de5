import { z } from 'zod';
import { type BulkOutcome, changeMany, mostAtOnce } from '#app/domain/core/audit/change-many.server.ts';
import { reasonField } from '#app/domain/core/audit/reason.ts';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import {
  findUnderReview,
  type ReviewRow,
  reviewCommission,
} from '#app/domain/programme/commissions/review.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** What can be decided about several commissions under review at once. */
export const reviewDecisions = ['released', 'rejected'] as const;

/** What a decision would be about. */
interface ReviewCheck {
  ready: ReviewRow[];
  /** Those that are left as they are, and why. */
  leftOut: { id: string; referrerName: string; why: string }[];
  /** How many of those chosen are not under review any more. */
  decided: number;
  /** Whether more were chosen than are taken at once. */
  isMore: boolean;
}

/**
 * What a decision about chosen commissions would be about, the oldest first; `ids` are those of their oldest holds, null means all that
 * are under review. Changes nothing. One query.
 */
export async function checkReview(
  actorId: string | null,
  ids: readonly string[] | null,
  most: number,
): Promise<ReviewCheck> {
  const chosen = ids === null ? Prisma.empty : Prisma.sql`AND g.id = ANY(${[...ids]}::uuid[])`;
  const rows = await findUnderReview(chosen, Prisma.sql`g.opened_at, g.id`, most + 1);
  const selected = rows.slice(0, most);
  return {
    ready: selected.filter(({ referrerId }) => referrerId !== actorId),
    leftOut: selected
      .filter(({ referrerId }) => referrerId === actorId)
      .map(({ id, referrerName }) => ({
        id,
        referrerName,
        why: 'It is your own: another admin has to decide.',
      })),
    decided: ids === null ? 0 : Math.max(0, ids.length - rows.length),
    isMore: rows.length > most,
  };
}

const holdId = z.uuid();

/** The commissions that a page has shown, by the ids of their oldest holds. */
export const reviewManySchema = z.object({
  decision: z.enum(reviewDecisions, { error: 'Please release or reject them' }),
  rows: z
    .string()
    .transform((text) => text.split(','))
    .refine(
      (ids) => ids.length <= mostAtOnce && ids.every((id) => holdId.safeParse(id).success),
      'Open the list again',
    ),
  reason: reasonField(),
});

/**
 * Releases or rejects commissions under review one after the other, each by the rules for one (`reviewCommission`): one that is refused
 * holds up no other, and one that is decided already is left as it is (P320).
 * @throws {Refusal} not_allowed; where none can be decided, why the first cannot
 * @throws {ConfirmationNeeded}
 */
export const reviewCommissions = (
  actor: Actor,
  { decision, rows, reason }: z.output<typeof reviewManySchema>,
): Promise<BulkOutcome> =>
  changeMany(actor, 'money:move', rows, async (id) => {
    const hold = await prisma().commissionHold.findUnique({ where: { id } });
    if (!hold) throw new Refusal('not_found', 'It is not under review.');
    if (hold.decision !== null) return false;
    await reviewCommission(actor, {
      decision,
      paymentId: hold.paymentId,
      referrerId: hold.referrerId,
      reason,
    });
    return true;
  });
