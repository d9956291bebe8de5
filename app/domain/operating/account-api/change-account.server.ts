import { maskedEmail } from '#app/domain/core/audit/mask.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import type { Target } from '#app/domain/core/audit/target.server.ts';
import {
  type AdminUser,
  asProtocolError,
  emailExists,
  readAccount,
  takeAccount,
  userNotFound,
} from '#app/domain/operating/account-api/account.server.ts';
import { deleteUser } from '#app/domain/operating/users/delete-user.server.ts';
import { settleNewAddress } from '#app/domain/operating/users/new-address.server.ts';
import { setStatus } from '#app/domain/operating/users/user-status.server.ts';
import { proveMailbox } from '#app/domain/people/accounts/mailbox-proof.server.ts';
import { setPassword } from '#app/domain/people/accounts/password.server.ts';
import { refusePersonalPassword } from '#app/domain/people/accounts/password-rules.server.ts';
import { mergeMetadata } from '#app/domain/people/auth-api/metadata.ts';
import { refuseWeakPassword } from '#app/domain/people/auth-api/sign-up.server.ts';
import { now } from '#app/platform/clock.server.ts';
import {
  isUniqueViolation,
  prisma,
  type Transaction,
  transaction,
} from '#app/platform/database/client.server.ts';
import type { Prisma } from '#app/platform/database/generated/client.ts';
import { daySeconds } from '#app/platform/durations.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';
import { hashPassword, verifyPassword } from '#app/platform/secrets/crypto.server.ts';

/** What a program changes of an account; null leaves a thing as it is. */
interface AccountEdit {
  email: string | null;
  password: string | null;
  /** Whether the operator's word is that the address is its owner's. */
  verifies: boolean;
  isBanned: boolean | null;
  userMetadata: Record<string, unknown> | null;
  appMetadata: Record<string, unknown> | null;
}

/** The hash of a new password; null where none is set, or it is the one the account has: asked twice, it is changed once. */
async function hashOfNew(userId: string, password: string | null): Promise<string | null> {
  if (password === null) return null;
  refuseWeakPassword(password);
  const user = await prisma().user.findUnique({
    where: { id: userId },
    select: { passwordHash: true, email: true, name: true },
  });
  if (!user) throw userNotFound();
  refusePersonalPassword(password, user);
  return (await verifyPassword(password, user.passwordHash)) ? null : hashPassword(password);
}

/** New addresses of an account by programs: each is told to two mailboxes. */
const addressLimit: RateLimit = { name: 'account-address-mail', points: 10, seconds: daySeconds };

/** Puts another address into an account: it has to be verified, the former one is told, and whoever was in is out. */
async function changeAddress(tx: Transaction, target: Target, email: string): Promise<void> {
  await tx.db.user.update({ where: { id: target.id }, data: { email } });
  await tx.db.apiAccount.updateMany({ where: { userId: target.id }, data: { isAnonymous: false } });
  await settleNewAddress(tx, target, { email, name: target.name });
}

/**
 * Takes the operator's word that an address is its owner's, as a proof of the mailbox (P181). What was set up before stays where the
 * operator's programs made the account, or its address had been verified before a program or admin changed it.
 */
async function verifyByWord(tx: Transaction, userId: string): Promise<void> {
  const { passwordHash, formerEmailVerifiedAt, apiAccount } = await tx.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      passwordHash: true,
      formerEmailVerifiedAt: true,
      apiAccount: { select: { isMadeByKey: true } },
    },
  });
  const isTrusted = apiAccount?.isMadeByKey === true || formerEmailVerifiedAt !== null;
  await proveMailbox(tx, userId, isTrusted ? { passwordHash } : {});
}

async function changeMetadata(
  tx: Transaction,
  userId: string,
  { userMetadata, appMetadata }: AccountEdit,
): Promise<void> {
  const present = await tx.db.apiAccount.findUnique({
    where: { userId },
    select: { userMetadata: true, appMetadata: true },
  });
  type Json = Record<string, unknown> | null;
  const merged = {
    userMetadata: mergeMetadata(
      (present?.userMetadata ?? null) as Json,
      userMetadata ?? {},
    ) as Prisma.InputJsonObject,
    appMetadata: mergeMetadata(
      (present?.appMetadata ?? null) as Json,
      appMetadata ?? {},
    ) as Prisma.InputJsonObject,
  };
  await tx.db.apiAccount.upsert({ where: { userId }, create: { userId, ...merged }, update: merged });
  await tx.db.user.update({ where: { id: userId }, data: { updatedAt: now() } });
}

/**
 * Changes an account for an operator's program, by the commands of the site's own forms. A new address is told to both, a new password
 * ends sessions and API keys, and a ban deactivates the account.
 * @throws {AuthApiError} user_not_found, not_admin, email_exists, weak_password, validation_failed
 * @throws {Refusal} invalid (field password)
 * @throws {RateLimitExceeded} after ten addresses of an account a day
 */
export async function changeAccountByKey(
  actor: Actor,
  userId: string,
  edit: AccountEdit,
): Promise<AdminUser> {
  try {
    // Before the password is looked at: the time that takes would tell what an admin's is (P218).
    await transaction((tx) => takeAccount(tx, actor, 'users:edit', userId));
    const passwordHash = await hashOfNew(userId, edit.password);
    await transaction((tx) => change(tx, actor, userId, edit, passwordHash));
  } catch (error) {
    throw isUniqueViolation(error, 'email') ? emailExists() : asProtocolError(error);
  }
  return readAccount(userId);
}

async function change(
  tx: Transaction,
  actor: Actor,
  userId: string,
  edit: AccountEdit,
  passwordHash: string | null,
): Promise<void> {
  const target = await takeAccount(tx, actor, 'users:edit', userId);
  const { email, isBanned } = edit;
  const before: Record<string, string | boolean> = {};
  const after: Record<string, string | boolean> = {};
  const status = isBanned ? 'inactive' : 'active';
  if (isBanned !== null && status !== target.status) await setStatus(tx, actor, target, status);
  if (email !== null && email !== target.email) {
    await takeAccount(tx, actor, 'users:set_address', userId);
    await consumeRateLimit(addressLimit, userId);
    await changeAddress(tx, target, email);
    before.email = maskedEmail(target.email);
    after.email = maskedEmail(email);
  }
  if (edit.verifies && (!target.isVerified || after.email !== undefined)) {
    await takeAccount(tx, actor, 'users:set_address', userId);
    await verifyByWord(tx, userId);
    after.verified = true;
  }
  if (passwordHash !== null) {
    await takeAccount(tx, actor, 'users:set_address', userId);
    await setPassword(tx, userId, passwordHash, null, null);
    after.password = 'changed';
  }
  if (edit.userMetadata !== null || edit.appMetadata !== null) {
    await changeMetadata(tx, userId, edit);
    if (edit.userMetadata !== null) after.user_metadata = 'changed';
    if (edit.appMetadata !== null) after.app_metadata = 'changed';
  }
  if (Object.keys(after).length > 0)
    await recordAudit(tx, actor, {
      action: 'user_edited',
      subject: { type: 'user', id: userId },
      before,
      after,
    });
}

/**
 * Deletes an account as an admin does it: what renews is canceled, its owner is signed out, and it is erased once nothing that is paid
 * runs any more. Of several at once one does it.
 * @throws {AuthApiError} user_not_found, not_admin
 * @throws {Refusal} unavailable where a provider cannot be reached
 */
export async function deleteAccount(actor: Actor, userId: string): Promise<void> {
  try {
    await deleteUser(actor, userId, 'By a program, through the auth API');
  } catch (error) {
    throw asProtocolError(error);
  }
}
