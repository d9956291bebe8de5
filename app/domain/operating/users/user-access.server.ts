import { z } from 'zod';
import { grantWith, revokeWith } from '#app/domain/core/access/grants.server.ts';
import { reasonField } from '#app/domain/core/audit/reason.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { takeTarget } from '#app/domain/core/audit/target.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { parseDay } from '#app/domain/core/values/typed-moment.ts';
import { now } from '#app/platform/clock.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';

/** What an admin can give. */
export const grantable = ['membership', 'ebook', 'reseller', 'reseller_pro'] as const;

const reason = reasonField();

export const grantSchema = z.object({
  entitlement: z.enum(grantable, { error: 'Choose what to give' }),
  reason,
  endsOn: z
    .union([z.literal(''), z.string().refine((day) => parseDay(day) !== null, 'Please enter a day')])
    .default('')
    .transform((day) => (day === '' ? null : new Date(`${day}T23:59:59.999Z`))),
});

export const revokeSchema = z.object({ grant: z.uuid(), reason });

export type GrantForm = z.input<typeof grantSchema>;

/**
 * Gives a user something without payment, up to the end of a day (UTC) or for good.
 * @throws {Refusal} not_allowed; not_found; invalid for a day that is over (field endsOn); conflict where they have it so already
 * @throws {ConfirmationNeeded}
 */
export async function giveAccess(
  actor: Actor,
  userId: string,
  given: z.output<typeof grantSchema>,
): Promise<void> {
  const { entitlement, endsOn } = given;
  if (endsOn && endsOn <= now()) throw new Refusal('invalid', 'This day is over.', 'endsOn');
  await transaction(async (tx) => {
    await takeTarget(tx, actor, 'roles:change', userId);
    const standing = await tx.db.entitlementGrant.count({
      where: {
        userId,
        entitlement,
        revokedAt: null,
        // A gift that waits has no end yet, and is not for good.
        gift: null,
        OR: [{ endsAt: null }, ...(endsOn ? [{ endsAt: { gte: endsOn } }] : [])],
      },
    });
    if (standing > 0)
      throw new Refusal('conflict', 'They have been given this for as long already.', 'entitlement');
    await grantWith(tx, { userId, entitlement, reason: given.reason, endsAt: endsOn, actorId: actor.id });
    await recordAudit(tx, actor, {
      action: 'access_granted',
      subject: { type: 'user', id: userId },
      after: { entitlement, ends: endsOn ? endsOn.toISOString().slice(0, 10) : 'never' },
      reason: given.reason,
    });
  });
}

/**
 * Takes back what was given to a user without payment; false when it was already.
 * @throws {Refusal} not_allowed; not_found, also for a grant of somebody else
 * @throws {ConfirmationNeeded}
 */
export async function takeAccess(
  actor: Actor,
  userId: string,
  { grant, reason: why }: z.output<typeof revokeSchema>,
): Promise<boolean> {
  return transaction(async (tx) => {
    await takeTarget(tx, actor, 'roles:change', userId);
    const own = await tx.db.entitlementGrant.count({ where: { id: grant, userId } });
    if (own === 0) throw new Refusal('not_found', 'There is no such grant.');
    const taken = await revokeWith(tx, grant, actor.id);
    if (!taken) return false;
    await recordAudit(tx, actor, {
      action: 'access_revoked',
      subject: { type: 'user', id: userId },
      before: { entitlement: taken.entitlement },
      reason: why,
    });
    return true;
  });
}
