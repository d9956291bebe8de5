import { settleRole } from '#app/domain/core/access/roles.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import type { Entitlement } from '#app/domain/core/catalogue/product.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { now } from '#app/platform/clock.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';

/** What an operator gives somebody without payment. */
interface NewGrant {
  userId: string;
  entitlement: Entitlement;
  /** Why, in the operator's words. */
  reason: string;
  /** Null: for good. */
  endsAt: Date | null;
  /** The admin who gives it; null at the command line. */
  actorId: string | null;
}

/** Gives somebody something without payment, and says which grant it is. @throws {Refusal} not_found, or invalid for an end that is past */
export function grantEntitlement(grant: NewGrant): Promise<string> {
  return transaction((tx) => grantWith(tx, grant));
}

/** The same as part of `tx`. */
export async function grantWith(tx: Transaction, grant: NewGrant): Promise<string> {
  const { userId, entitlement, reason, endsAt, actorId } = grant;
  if (endsAt && endsAt <= now()) throw new Refusal('invalid', 'The end has to be in the future.', 'endsAt');
  const user = await tx.db.user.findUnique({ where: { id: userId }, select: { id: true } });
  if (!user) throw new Refusal('not_found', 'There is no such user.');
  const { id } = await tx.db.entitlementGrant.create({
    data: { userId, entitlement, reason, endsAt, grantedById: actorId, createdAt: now() },
    select: { id: true },
  });
  await settleRole(tx, userId);
  await recordGrant(tx, 'entitlement_granted', { userId, entitlement, actorId });
  return id;
}

/** Takes a grant back; one that is taken back already stays as it is. @throws {Refusal} not_found */
export async function revokeGrant(id: string, actorId: string | null): Promise<void> {
  await transaction((tx) => revokeWith(tx, id, actorId));
}

/** The same as part of `tx`: whose it was and what it gave; null for one that is taken back already. */
export async function revokeWith(
  tx: Transaction,
  id: string,
  actorId: string | null,
): Promise<{ userId: string; entitlement: string } | null> {
  const grant = await tx.db.entitlementGrant.findUnique({ where: { id } });
  if (!grant) throw new Refusal('not_found', 'There is no such grant.');
  const { count } = await tx.db.entitlementGrant.updateMany({
    where: { id, revokedAt: null },
    data: { revokedAt: now() },
  });
  if (count === 0) return null;
  const { userId, entitlement } = grant;
  await settleRole(tx, userId);
  await recordGrant(tx, 'entitlement_revoked', { userId, entitlement, actorId });
  return { userId, entitlement };
}

async function recordGrant(
  tx: Transaction,
  kind: 'entitlement_granted' | 'entitlement_revoked',
  { userId, entitlement, actorId }: { userId: string; entitlement: string; actorId: string | null },
): Promise<void> {
  await recordActivity(tx, { kind, userId, ...(actorId ? { actorId } : {}), details: { entitlement } });
}
