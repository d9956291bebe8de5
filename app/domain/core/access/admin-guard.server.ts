import {
  type AdminLevel,
  levelMay,
  type Permission,
  wantsConfirmation,
} from '#app/domain/core/access/admin-policy.ts';
import { confirmationMinutes, hasConfirmed } from '#app/domain/core/access/confirmation.server.ts';
import { requireKeyPermission } from '#app/domain/core/access/key-guard.server.ts';
import { requiresSecondFactor } from '#app/domain/core/access/policy.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';

/**
 * Who asks: an admin by the session of their request, a program by its key, or whoever is at the command line (no ids), who may
 * everything.
 */
interface Asking {
  id: string | null;
  sessionId: string | null;
  keyId?: string;
}

interface Standing {
  level: AdminLevel | null;
  confirmedAt: Date | null;
  hasSecondFactor: boolean;
}

/** Something wants a fresh confirmation of who asks, by password or second factor. */
export class ConfirmationNeeded extends Refusal {
  constructor() {
    super(
      'not_allowed',
      `Please confirm that it is you: for this the last ${confirmationMinutes} minutes count. What you typed is kept here.`,
    );
  }
}

/**
 * Lets an admin do something as part of `tx`, by what the database says of them now: layouts ask too, but a session can end, and an
 * admin be none any more, between the page and its form. Until `tx` ends, nobody takes the admin's role away.
 * @throws {Refusal} not_allowed, also without a second factor where admins have to have one
 * @throws {ConfirmationNeeded} where the last confirmation is too long ago
 */
export async function requirePermission(
  tx: Transaction,
  { id, sessionId, keyId }: Asking,
  permission: Permission,
): Promise<void> {
  if (keyId !== undefined) return requireKeyPermission(tx, keyId, permission);
  if (id === null) return;
  const [standing] = await tx.db.$queryRaw<Standing[]>`
    SELECT CASE WHEN u.role = 'admin' THEN u.admin_level::text END AS level, s.confirmed_at AS "confirmedAt",
           u.second_factor_since IS NOT NULL AS "hasSecondFactor"
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ${sessionId}::uuid AND u.id = ${id}::uuid AND u.status = 'active'
      AND s.revoked_at IS NULL AND s.expires_at > ${now()}
    FOR KEY SHARE OF u`;
  if (!standing || !levelMay(standing.level, permission))
    throw new Refusal('not_allowed', 'You do not have the privileges for this.');
  if (!standing.hasSecondFactor && requiresSecondFactor({ role: 'admin' }))
    throw new Refusal('not_allowed', 'Set up a second factor first.');
  if (wantsConfirmation(permission) && !hasConfirmed(standing)) throw new ConfirmationNeeded();
}
