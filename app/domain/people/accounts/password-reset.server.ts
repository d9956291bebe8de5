import { randomUUID } from 'node:crypto';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { type Attempt, accountLimits, mayMailReset } from '#app/domain/people/accounts/attempts.server.ts';
import { type Device, rememberDevice } from '#app/domain/people/accounts/devices.server.ts';
import { proveMailbox } from '#app/domain/people/accounts/mailbox-proof.server.ts';
import { type AppMail, queueCodeMail } from '#app/domain/people/accounts/mailed-codes.server.ts';
import { setPassword } from '#app/domain/people/accounts/password.server.ts';
import { refusePersonalPassword } from '#app/domain/people/accounts/password-rules.server.ts';
import {
  findTokenOwner,
  findUsedJustNow,
  isLinkPressedTwice,
  issueToken,
  tokenLifetimeMinutes,
  useToken,
} from '#app/domain/people/accounts/tokens.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { sendJob } from '#app/platform/jobs/queue.server.ts';
import { isMailQueued, queueMail } from '#app/platform/mail/outbox.server.ts';
import { consumeRateLimit } from '#app/platform/rate-limit.server.ts';
import { hashPassword, verifyPassword } from '#app/platform/secrets/crypto.server.ts';

/**
 * Has a link to choose a new password mailed, if the address belongs to an active account. Neither the answer nor the work done
 * before it tells whether it does: the mail is a job's, and there is a job for nobody too. To one address go three of them an hour
 * and five a day at most, which the answer does not tell either.
 * @throws {RateLimitExceeded} after too many for one account from this address.
 */
export async function requestPasswordReset(
  attempt: Attempt<'reset_request'>,
  email: string,
  app: AppMail | null = null,
): Promise<void> {
  await consumeRateLimit(accountLimits.resetFromAddress, [email, attempt.by]);
  if (!(await mayMailReset(attempt, email))) return;
  const user = await prisma().user.findUnique({ where: { email }, select: { id: true } });
  await sendJob('mail-reset-link', {
    userId: user?.id ?? null,
    mailKey: randomUUID(),
    ...(app ? { app } : {}),
  });
}

/** Mails a link to choose a new password, unless there is no such account or it is inactive. A job, safe to repeat. */
export async function mailResetLink({
  userId,
  mailKey = null,
  app,
}: {
  userId: string | null;
  mailKey?: string | null;
  app?: AppMail;
}): Promise<void> {
  if (userId === null) return;
  await transaction(async (tx) => {
    if (await isMailQueued(tx, mailKey)) return;
    const user = await tx.db.user.findUnique({
      where: { id: userId, status: 'active' },
      select: { id: true, name: true, email: true },
    });
    if (!user || (await isLinkPressedTwice(tx, user.id, 'reset_password'))) return;
    await recordActivity(tx, { kind: 'password_reset_requested', userId });
    if (app) return queueCodeMail(tx, user, 'reset_password', app, mailKey);
    const token = await issueToken(tx, user.id, 'reset_password');
    const mail = {
      name: user.name,
      resetUrl: `${config().appUrl}/reset-password/${token}`,
      expiresInMinutes: tokenLifetimeMinutes.reset_password,
    };
    await queueMail(tx, user.email, 'reset-password', mail, mailKey);
  });
}

const unusableLink = () =>
  new Refusal('invalid', 'This link has been used or is too old. Please ask for a new one.');

/**
 * Sets a new password by a mailed link, once; every session of the account ends, and at the first proof of the mailbox all other access
 * too (P181). Returned is what the browser is to be known by from now on: whoever has the mailbox gets in, whatever strangers have used
 * up. Null where it is to stay unknown: at an account with a second factor only the second step makes a browser known.
 * @throws {Refusal} invalid, when the link is unknown, used or too old; invalid (field password), when the password is the
 * person's own name or address.
 */
export async function resetPassword(
  attempt: Attempt<'password_reset'>,
  token: string,
  password: string,
): Promise<Device | null> {
  const owner = await findTokenOwner(token, 'reset_password');
  if (!owner) return deviceAfter(attempt, await ownerOfFirstPress(token, password));
  refusePersonalPassword(password, owner);
  const passwordHash = await hashPassword(password);
  const isSet = await transaction(async (tx) => {
    await lockUser(tx, owner.id);
    if (!(await useToken(tx, token, 'reset_password'))) return false;
    await proveMailbox(tx, owner.id, {}, { choosesPassword: true });
    await setPassword(tx, owner.id, passwordHash);
    return true;
  });
  return deviceAfter(attempt, isSet ? owner.email : await ownerOfFirstPress(token, password));
}

async function deviceAfter({ device }: Attempt<'password_reset'>, email: string): Promise<Device | null> {
  const hasSecondFactor =
    (await prisma().user.count({ where: { email, secondFactorSince: { not: null } } })) > 0;
  return hasSecondFactor ? null : rememberDevice(device, email);
}

/**
 * The address of the account that a link has just given this very password: who presses the button twice is told that it is done (P101).
 * @throws {Refusal} invalid, for any other link that is used, too old or unknown
 */
async function ownerOfFirstPress(token: string, password: string): Promise<string> {
  const found = await findUsedJustNow(token, 'reset_password');
  if (!found || !(await verifyPassword(password, found.passwordHash))) throw unusableLink();
  return found.email;
}
