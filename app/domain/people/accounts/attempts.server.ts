import { type Device, isKnownDevice } from '#app/domain/people/accounts/devices.server.ts';
import type { Prisma } from '#app/platform/database/generated/client.ts';
import { networkOf } from '#app/platform/http/client-address.server.ts';
import { strangerMailLimit } from '#app/platform/mail/stranger-limit.server.ts';
import {
  consumeRateLimit,
  consumeRateLimits,
  forgiveAttempts,
  forgivenessSql,
  isWithinLimits,
  type LimitedSubject,
  type RateLimit,
  RateLimitExceeded,
} from '#app/platform/rate-limit.server.ts';

const minutes = (count: number) => count * 60;
const hours = (count: number) => count * 3600;

/** How often one user may type their own password or code, at whichever page: whoever has a stolen session guesses it at all of them. */
const ownProof: RateLimit = { name: 'own-proof', points: 10, seconds: minutes(15) };

/** How often one visitor's address may try, and at the last two how often one user. */
const attemptLimits = {
  sign_in: { name: 'sign-in-address', points: 30, seconds: minutes(15) },
  registration: { name: 'registration', points: 20, seconds: hours(1) },
  reset_request: { name: 'reset-address', points: 20, seconds: hours(1) },
  sign_in_link_request: { name: 'sign-in-link-address', points: 20, seconds: hours(1) },
  sign_in_by_link: { name: 'sign-in-by-link-address', points: 20, seconds: hours(1) },
  verification_request: { name: 'verification-address', points: 20, seconds: hours(1) },
  mailed_code: { name: 'mailed-code-address', points: 30, seconds: minutes(15) },
  token_refresh: { name: 'token-refresh-address', points: 1_800, seconds: minutes(15) },
  identity_sign_in: { name: 'identity-sign-in-address', points: 60, seconds: minutes(15) },
  password_reset: { name: 'new-password-address', points: 20, seconds: hours(1) },
  second_step: { name: 'second-step-address', points: 30, seconds: minutes(15) },
  passkey_question: { name: 'passkey-question-address', points: 60, seconds: minutes(15) },
  passkey_sign_in: { name: 'passkey-address', points: 60, seconds: minutes(15) },
  password_change: ownProof,
  identity_confirmation: ownProof,
} satisfies Record<string, RateLimit>;

/** Tried by somebody signed in. */
const byUser: readonly AttemptKind[] = ['password_change', 'identity_confirmation'];

/** How often the addresses of one network (see `networkOf`) may together: one connection is handed as many as it likes. */
const networkLimit = ({ name, points, seconds }: RateLimit): RateLimit => ({
  name: `${name}-network`,
  points: 3 * points,
  seconds,
});

/** How often a browser that has signed in before may try, wherever it is. */
const signInFromDevice: RateLimit = { name: 'sign-in-device', points: 30, seconds: minutes(15) };

type AttemptKind = keyof typeof attemptLimits;

const admitted: unique symbol = Symbol('admitted');

/** Leave to try something once. Only `admit` gives it, so that no door can ask a command without its limit. */
export interface Attempt<K extends AttemptKind> {
  readonly kind: K;
  /** The visitor's address; of what is tried by somebody signed in the user's id. */
  readonly by: string;
  /** The browser it is made with, where that has signed in before. */
  readonly device: Device | null;
  /** The address of the account that it is counted at already; null where it is counted there later. */
  readonly countedAt: string | null;
  readonly [admitted]: true;
}

/**
 * Counts one attempt, before anything of it is parsed or reckoned. A sign-in on a browser that has signed in before is counted by
 * that, and by its address only where it turns out to be at another account.
 * @throws {RateLimitExceeded} when there were too many.
 */
export async function admit<K extends AttemptKind>(
  kind: K,
  by: string,
  device: Device | null = null,
): Promise<Attempt<K>> {
  if (byUser.includes(kind)) await consumeRateLimit(attemptLimits[kind], by);
  else
    await consumeRateLimits(
      kind === 'sign_in' && device ? limitsOfDevice(device) : limitsOfAddress(kind, by),
    );
  return { kind, by, device, countedAt: null, [admitted]: true };
}

/**
 * Counts a sign-in like `admit`, and by the same statement at the account of an address, as `countSignIn` does.
 * @throws {RateLimitExceeded} when there were too many.
 */
export async function admitSignIn(
  by: string,
  device: Device | null,
  email: string,
): Promise<Attempt<'sign_in'>> {
  const attempt = { kind: 'sign_in', by, device, countedAt: email, [admitted]: true } as const;
  await consumeRateLimits([
    ...(device ? limitsOfDevice(device) : limitsOfAddress('sign_in', by)),
    ...limitsAtAccount(attempt, email),
  ]);
  return attempt;
}

/**
 * Counts a registration like `admit`, and by the same statement the mail that it sends to an address, as `mayMailStranger` does. Only for
 * what is to be registered: who is refused for what they typed is mailed nothing.
 * @returns the attempt, and whether the mail may go there.
 * @throws {RateLimitExceeded} when there were too many.
 */
export async function admitRegistration(by: string, email: string): Promise<RegistrationAttempt> {
  const mails = limitsOfMail(email, [mailLimits.registration, strangerMailLimit]);
  const isMailLimit = (limit: RateLimit | null) => mails.some(([each]) => each === limit);
  const mayMail = await consumeRateLimits([...limitsOfAddress('registration', by), ...mails]).then(
    () => true,
    (error: unknown) => {
      if (error instanceof RateLimitExceeded && isMailLimit(error.limit)) return false;
      throw error;
    },
  );
  return { kind: 'registration', by, device: null, countedAt: email, mayMail, [admitted]: true };
}

/** `mayMail` where the mail is counted already. */
export type RegistrationAttempt = Attempt<'registration'> & { readonly mayMail?: boolean };

const limitsOfDevice = ({ id }: Device): LimitedSubject[] => [[signInFromDevice, id]];

const limitsOfAddress = (kind: AttemptKind, address: string): LimitedSubject[] => [
  [attemptLimits[kind], address],
  [networkLimit(attemptLimits[kind]), networkOf(address)],
];

/**
 * Limits by account. Strangers share the wide one, 100 sign-ins a quarter of an hour; one address may use up a tenth of it and one
 * network (see `networkOf`) a fifth. Known devices are counted apart, each for itself.
 */
export const accountLimits = {
  signInFromDevice: { name: 'sign-in-account-device', points: 10, seconds: minutes(15) },
  signInFromAddress: { name: 'sign-in-account-address', points: 10, seconds: minutes(15) },
  signInFromNetwork: { name: 'sign-in-account-network', points: 20, seconds: minutes(15) },
  signIn: { name: 'sign-in-account', points: 100, seconds: minutes(15) },
  signInLinkFromAddress: { name: 'sign-in-link-account-address', points: 5, seconds: hours(6) },
  /** Six digits can be guessed: a code is tried ten times an hour at an account, whoever tries. Links go on working. */
  mailedCode: { name: 'mailed-code-account', points: 10, seconds: hours(1) },
  resetFromAddress: { name: 'reset-account-address', points: 5, seconds: hours(6) },
} satisfies Record<string, RateLimit>;

/** Mails that anybody can have sent to any address, by address: nobody's mailbox is to be filled. */
export const mailLimits = {
  registration: { name: 'registration-mail', points: 3, seconds: hours(24) },
  reauthentication: { name: 'reauthentication-mail', points: 5, seconds: hours(1) },
  emailChange: { name: 'email-change-mail', points: 3, seconds: hours(24) },
  verification: { name: 'verification-resend', points: 3, seconds: hours(24) },
  resetByHour: { name: 'reset-mail-hour', points: 3, seconds: hours(1) },
  /** What strangers leave of a day's mails is for the account's own devices. */
  resetByStrangers: { name: 'reset-mail-strangers', points: 4, seconds: hours(24) },
  resetByDay: { name: 'reset-mail-day', points: 5, seconds: hours(24) },
  signInLinkByHour: { name: 'sign-in-link-mail-hour', points: 5, seconds: hours(1) },
  signInLinkByStrangers: { name: 'sign-in-link-mail-strangers', points: 6, seconds: hours(24) },
  signInLinkByDay: { name: 'sign-in-link-mail-day', points: 10, seconds: hours(24) },
} satisfies Record<string, RateLimit>;

/** What a sign-in at an account counts against, in order: who has used up a tight limit takes nothing more from a wider one. */
function limitsOf(
  { by, device }: Attempt<'sign_in'>,
  email: string,
): { own: LimitedSubject[]; shared: LimitedSubject[] } {
  if (isKnownDevice(device, email))
    return { own: [[accountLimits.signInFromDevice, [email, device.id]]], shared: [] };
  return {
    own: [[accountLimits.signInFromAddress, [email, by]]],
    shared: [
      [accountLimits.signInFromNetwork, [email, networkOf(by)]],
      [accountLimits.signIn, email],
    ],
  };
}

/**
 * Counts a sign-in at the account of an address, whether there is one or not, unless it is counted there already.
 * @throws {RateLimitExceeded} when there were too many, from this device or address, this network or all strangers.
 */
export async function countSignIn(attempt: Attempt<'sign_in'>, email: string): Promise<void> {
  if (attempt.countedAt !== email) await consumeRateLimits(limitsAtAccount(attempt, email));
}

function limitsAtAccount(attempt: Attempt<'sign_in'>, email: string): LimitedSubject[] {
  const { by, device } = attempt;
  const { own, shared } = limitsOf(attempt, email);
  // Counted by its device so far, which is another's.
  const first = device && !isKnownDevice(device, email) ? limitsOfAddress('sign_in', by) : [];
  return [...first, ...own, ...shared];
}

/** Forgets the attempts before one that turned out well, and takes that one back from what it shares with others. */
export async function forgiveSignIn(attempt: Attempt<'sign_in'>, email: string): Promise<void> {
  const { own, shared } = limitsOf(attempt, email);
  await forgiveAttempts(own, shared);
}

/** The same as parts of a statement with `WITH`, under a condition. */
export function signInForgivenessSql(
  attempt: Attempt<'sign_in'>,
  email: string,
  condition: Prisma.Sql,
): Prisma.Sql {
  const { own, shared } = limitsOf(attempt, email);
  return forgivenessSql(own, shared, condition);
}

/** Counts a mail with a link to choose a new password to an address, and says whether it may go there. */
export const mayMailReset = ({ device }: Attempt<'reset_request'>, email: string): Promise<boolean> =>
  mayMail(email, [
    mailLimits.resetByHour,
    ...(isKnownDevice(device, email) ? [] : [mailLimits.resetByStrangers]),
    mailLimits.resetByDay,
  ]);

/** Counts a mail with a link to sign in by to an address, and says whether it may go there. */
export const mayMailSignInLink = (
  { device }: Attempt<'sign_in_link_request' | 'sign_in'>,
  email: string,
): Promise<boolean> =>
  mayMail(email, [
    mailLimits.signInLinkByHour,
    ...(isKnownDevice(device, email) ? [] : [mailLimits.signInLinkByStrangers]),
    mailLimits.signInLinkByDay,
  ]);

/** Counts a mail that anybody can have sent to an address against a limit of its form and that of all forms; says whether it may go. */
export const mayMailStranger = (email: string, limit: RateLimit): Promise<boolean> =>
  mayMail(email, [limit, strangerMailLimit]);

const mayMail = (email: string, limits: readonly RateLimit[]): Promise<boolean> =>
  isWithinLimits(limitsOfMail(email, limits));

const limitsOfMail = (email: string, limits: readonly RateLimit[]): LimitedSubject[] =>
  limits.map((limit) => [limit, email]);
