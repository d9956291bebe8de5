import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { maskedEmail } from '#app/domain/core/audit/mask.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import {
  type AdminUser,
  asProtocolError,
  emailExists,
  readAccount,
  takeAccount,
} from '#app/domain/operating/account-api/account.server.ts';
import { setStatus } from '#app/domain/operating/users/user-status.server.ts';
import { type AppMail, queueCodeMail } from '#app/domain/people/accounts/mailed-codes.server.ts';
import { refusePersonalPassword } from '#app/domain/people/accounts/password-rules.server.ts';
import { usernameFrom } from '#app/domain/people/accounts/registration.server.ts';
import { mergeMetadata } from '#app/domain/people/auth-api/metadata.ts';
import { readProfileName, refuseWeakPassword } from '#app/domain/people/auth-api/sign-up.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { isUniqueViolation, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import type { Prisma } from '#app/platform/database/generated/client.ts';
import { daySeconds } from '#app/platform/durations.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';
import { hashPassword, newToken } from '#app/platform/secrets/crypto.server.ts';

/** An account that a program makes. */
interface NewAccount {
  email: string;
  /** Null where its owner signs in by mail, or chooses one later. */
  password: string | null;
  /** Whether the operator's word is that the address is its owner's. */
  isVerified: boolean;
  isBanned: boolean;
  userMetadata: Record<string, unknown>;
  appMetadata: Record<string, unknown>;
}

/** An account that is ready to be written: checked, its password hashed. */
export interface PreparedAccount {
  email: string;
  name: string;
  passwordHash: string | null;
  emailVerifiedAt: Date | null;
  invitedAt: Date | null;
  userMetadata: Record<string, unknown>;
  appMetadata: Record<string, unknown>;
}

/** Checks an account by the rules of the site's forms. @throws {AuthApiError} weak_password, validation_failed @throws {Refusal} invalid (field password) */
export async function prepareAccount({
  email,
  password,
  isVerified,
  userMetadata,
  appMetadata,
}: Omit<NewAccount, 'isBanned'>): Promise<PreparedAccount> {
  const { firstName, lastName } = readProfileName(userMetadata);
  const name = `${firstName} ${lastName}`.trim();
  if (password !== null) {
    refuseWeakPassword(password);
    refusePersonalPassword(password, { email, name });
  }
  return {
    email,
    name,
    passwordHash: password === null ? null : await hashPassword(password),
    emailVerifiedAt: isVerified ? now() : null,
    invitedAt: null,
    userMetadata: mergeMetadata({}, userMetadata),
    appMetadata: mergeMetadata({}, appMetadata),
  };
}

/** Writes a member's account as part of `tx`. A unique violation says that the address has one. @throws {Refusal} not_allowed */
export async function addAccount(tx: Transaction, actor: Actor, account: PreparedAccount): Promise<string> {
  await requirePermission(tx, actor, 'users:invite');
  const { email, name, passwordHash, emailVerifiedAt, invitedAt } = account;
  const { id } = await tx.db.user.create({
    data: {
      email,
      name,
      passwordHash,
      emailVerifiedAt,
      username: usernameFrom(email, newToken().slice(0, 10).toLowerCase()),
      apiAccount: {
        create: {
          userMetadata: account.userMetadata as Prisma.InputJsonObject,
          appMetadata: account.appMetadata as Prisma.InputJsonObject,
          invitedAt,
          isMadeByKey: true,
        },
      },
    },
    select: { id: true },
  });
  await recordActivity(tx, { kind: invitedAt ? 'member_invited' : 'member_added', userId: id });
  await recordAudit(tx, actor, {
    action: invitedAt ? 'user_invited' : 'user_added',
    subject: { type: 'user', id },
    after: { email: maskedEmail(email), verified: emailVerifiedAt !== null },
  });
  return id;
}

/**
 * Makes an account for an operator's program: a member's, whatever the program asks for. Of equal ones at once one is made.
 * @throws {AuthApiError} email_exists, weak_password, validation_failed, not_admin
 * @throws {Refusal} invalid (field password)
 */
export async function createAccount(actor: Actor, account: NewAccount): Promise<AdminUser> {
  const prepared = await prepareAccount(account);
  try {
    const id = await transaction(async (tx) => {
      const userId = await addAccount(tx, actor, prepared);
      if (account.isBanned)
        await setStatus(tx, actor, await takeAccount(tx, actor, 'users:set_status', userId), 'inactive');
      return userId;
    });
    return await readAccount(id);
  } catch (error) {
    throw isUniqueViolation(error, 'email') ? emailExists() : asProtocolError(error);
  }
}

/** Invitations to one address. */
const inviteLimit: RateLimit = { name: 'invitation-mail', points: 5, seconds: daySeconds };

/**
 * Mails somebody a code and a link to an account, which is made where there is none. To an account whose address was not verified the
 * mail goes once more.
 * @throws {AuthApiError} email_exists for a verified account, validation_failed, not_admin
 * @throws {RateLimitExceeded} after five a day
 */
export async function inviteAccount(
  actor: Actor,
  email: string,
  userMetadata: Record<string, unknown>,
  mail: AppMail,
): Promise<AdminUser> {
  const account = { email, password: null, isVerified: false, userMetadata, appMetadata: {} };
  const prepared = await prepareAccount(account);
  await consumeRateLimit(inviteLimit, email);
  const id = await inviteOnce(actor, prepared, mail);
  return readAccount(id);
}

async function inviteOnce(actor: Actor, prepared: PreparedAccount, mail: AppMail): Promise<string> {
  try {
    return await transaction(async (tx) => {
      const id = await openInvitation(tx, actor, prepared);
      const { email, name } = prepared;
      await queueCodeMail(tx, { id, email, name }, 'invite', mail);
      return id;
    });
  } catch (error) {
    // Another request has made the account meanwhile.
    throw isUniqueViolation(error, 'email') ? emailExists() : asProtocolError(error);
  }
}

/** The account that an invitation is for, as part of `tx`: a new one, or one whose address nobody has verified. @throws {AuthApiError} email_exists */
export async function openInvitation(
  tx: Transaction,
  actor: Actor,
  prepared: PreparedAccount,
): Promise<string> {
  const invitedAt = now();
  const { email } = prepared;
  const present = await tx.db.user.findUnique({ where: { email }, select: { id: true } });
  if (!present) return addAccount(tx, actor, { ...prepared, invitedAt });
  const target = await takeAccount(tx, actor, 'users:invite', present.id);
  if (target.isVerified || target.email !== email) throw emailExists();
  await tx.db.apiAccount.upsert({
    where: { userId: target.id },
    create: { userId: target.id, invitedAt },
    update: { invitedAt },
  });
  await recordActivity(tx, { kind: 'member_invited', userId: target.id });
  await recordAudit(tx, actor, { action: 'user_invited', subject: { type: 'user', id: target.id } });
  return target.id;
}
