import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { nameField, refineWholeName } from '#app/domain/core/names/name-schema.server.ts';
import type { Attempt } from '#app/domain/people/accounts/attempts.server.ts';
import type { AppMail } from '#app/domain/people/accounts/mailed-codes.server.ts';
import { passwordProblem } from '#app/domain/people/accounts/password-rules.server.ts';
import { registerAccount } from '#app/domain/people/accounts/registration.server.ts';
import { type ApiUser, toApiUser } from '#app/domain/people/auth-api/api-user.ts';
import { AuthApiError, type WeakPasswordReason } from '#app/domain/people/auth-api/errors.ts';
import { mergeMetadata, nameIn } from '#app/domain/people/auth-api/metadata.ts';
import { confirmsByItself, hasAnonymousUsers } from '#app/domain/people/auth-api/redirects.server.ts';
import {
  beginApiSession,
  replyWithSession,
  type SessionReply,
} from '#app/domain/people/auth-api/sessions.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';

const nameSchema = z
  .object({
    firstName: nameField({ kind: 'person', maxLength: 80, missing: null, isPart: true }),
    lastName: nameField({ kind: 'person', maxLength: 80, missing: null }),
  })
  .superRefine(refineWholeName);

/** The reason for a weak password by which apps tell people what to change. */
function reasonOf(problem: string, password: string): WeakPasswordReason {
  if (password.length < 6) return 'length';
  return /breach|most common/.test(problem) ? 'pwned' : 'characters';
}

/** Refuses a password that the site's forms refuse, in their words, or the protocol's. @throws {AuthApiError} weak_password */
export function refuseWeakPassword(password: string): void {
  const problem = passwordProblem(password);
  if (!problem) return;
  const reason = reasonOf(problem, password);
  const message = reason === 'length' ? 'Password should be at least 6 characters.' : problem;
  throw new AuthApiError(422, 'weak_password', message, [reason]);
}

/** What an app signs somebody up with. */
interface SignUp {
  email: string;
  password: string;
  data: Record<string, unknown>;
}

/** The name that an app or program has sent with an account, if the site takes it. @throws {AuthApiError} validation_failed */
export function readProfileName(data: Record<string, unknown>): { firstName: string; lastName: string } {
  const read = nameSchema.safeParse(nameIn(data));
  if (read.success) return read.data;
  throw new AuthApiError(
    422,
    'validation_failed',
    `Name: ${read.error.issues[0]?.message ?? 'it is no name'}`,
  );
}

/** An account as it is before its address is verified; the same shape, with an id of nobody's, where there was one already. */
function unconfirmed(
  id: string,
  email: string,
  data: Record<string, unknown>,
): ApiUser & { confirmation_sent_at: string } {
  const at = now();
  const user = toApiUser({
    id,
    email,
    createdAt: at,
    updatedAt: at,
    emailVerifiedAt: null,
    secondFactorSince: null,
    lastSignInAt: null,
    userMetadata: data,
    appMetadata: null,
    invitedAt: null,
    newEmail: null,
    emailChangeSentAt: null,
    isAnonymous: false,
    factors: null,
    identities: null,
  });
  return { ...user, confirmation_sent_at: at.toISOString() };
}

/**
 * Signs somebody up by the same command as the site's form. Whether the address has an account shows in the mail alone. On a test site
 * that asks for no confirmation, the answer is a session.
 * @throws {AuthApiError} weak_password, validation_failed; on such a test site user_already_exists
 * @throws {Refusal} invalid (field password)
 */
export async function signUpForApp(
  attempt: Attempt<'registration'>,
  { email, password, data }: SignUp,
  mail: AppMail,
  userAgent: string | null,
): Promise<SessionReply | ReturnType<typeof unconfirmed>> {
  refuseWeakPassword(password);
  const userMetadata = mergeMetadata({}, data);
  const registration = { ...readProfileName(data), email, password };
  const isVerified = confirmsByItself();
  const id = randomUUID();
  const app = { id, mail, userMetadata, isVerified, isMailedElsewhere: false };
  const { isNew } = await registerAccount(attempt, registration, null, null, app);
  if (!isVerified) return unconfirmed(id, email, userMetadata);
  if (!isNew) throw new AuthApiError(422, 'user_already_exists', 'User already registered');
  const begun = await transaction((tx) =>
    beginApiSession(tx, { id }, { userAgent, method: 'password', isConfirmed: true }),
  );
  return replyWithSession(begun);
}

/**
 * Lets somebody in who gives no address, where a test site allows that. The account can be given an address and a password later.
 * @throws {AuthApiError} anonymous_provider_disabled
 */
export async function signUpAnonymously(
  attempt: Attempt<'registration'>,
  data: Record<string, unknown>,
  userAgent: string | null,
): Promise<SessionReply> {
  if (!hasAnonymousUsers())
    throw new AuthApiError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  const id = randomUUID();
  const app = {
    id,
    mail: { redirectTo: '', challenge: null },
    userMetadata: mergeMetadata({}, data),
    isVerified: false,
    isMailedElsewhere: true,
    isAnonymous: true,
  };
  const account = { ...readProfileName(data), email: `${id}@anonymous.invalid`, password: null };
  await registerAccount(attempt, account, null, null, app);
  const begun = await transaction((tx) =>
    beginApiSession(tx, { id }, { userAgent, method: 'anonymous', isConfirmed: true }),
  );
  return replyWithSession(begun);
}

/** Makes an account without a password for who wants to sign in by mail and has none; whether one was made is not told. */
export async function registerByMail(
  attempt: Attempt<'registration'>,
  email: string,
  data: Record<string, unknown>,
  mail: AppMail,
): Promise<void> {
  const app = {
    id: randomUUID(),
    mail,
    userMetadata: mergeMetadata({}, data),
    isVerified: false,
    isMailedElsewhere: true,
  };
  await registerAccount(attempt, { ...readProfileName(data), email, password: null }, null, null, app);
}
