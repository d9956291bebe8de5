import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';

/** Who changes something about their own account, and by which session. */
export interface AccountHolder {
  userId: string;
  sessionId: string | null;
}

interface Standing {
  isVerified: boolean;
  isSignedOut: boolean;
}

/**
 * Locks the account of whoever asks until `tx` ends, and refuses a request whose session was revoked after the request began.
 * Without this, a request under way could give back what a revocation has just taken away.
 * @throws {Refusal} not_allowed
 */
export async function lockOwnAccount(
  tx: Transaction,
  { userId, sessionId }: AccountHolder,
): Promise<{ isVerified: boolean }> {
  await lockUser(tx, userId);
  // A statement of its own: one that waited for the lock would still see the session as it was before.
  const [standing] = await tx.db.$queryRaw<Standing[]>`
    SELECT email_verified_at IS NOT NULL AS "isVerified",
      EXISTS (SELECT 1 FROM sessions s WHERE s.id = ${sessionId ?? null}::uuid AND s.revoked_at IS NOT NULL) AS "isSignedOut"
    FROM users WHERE id = ${userId}::uuid`;
  if (standing?.isSignedOut)
    throw new Refusal('not_allowed', 'You have been signed out. Sign in, then try again.');
  return { isVerified: standing?.isVerified ?? false };
}

/**
 * The same, for what gives lasting access or money: that needs a verified address, since until then anybody may have registered it (P181).
 * `purpose` says what for, as in "to make an API key".
 * @throws {Refusal} not_allowed
 */
export async function lockVerifiedAccount(
  tx: Transaction,
  holder: AccountHolder,
  purpose: string,
): Promise<void> {
  const { isVerified } = await lockOwnAccount(tx, holder);
  if (!isVerified)
    throw new Refusal(
      'not_allowed',
      `Verify your email address ${purpose}. We sent you a link; “Send the email again” at the top of the page sends another.`,
    );
}
