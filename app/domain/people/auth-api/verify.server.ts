import { randomUUID } from 'node:crypto';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { type Attempt, accountLimits } from '#app/domain/people/accounts/attempts.server.ts';
import {
  confirmSide,
  findEmailChange,
  findEmailChangeByCode,
} from '#app/domain/people/accounts/email-change.server.ts';
import { proveMailbox } from '#app/domain/people/accounts/mailbox-proof.server.ts';
import {
  type CodePurpose,
  challengePrefix,
  hashOfCode,
} from '#app/domain/people/accounts/mailed-codes.server.ts';
import { hashOfNetwork } from '#app/domain/people/accounts/network.server.ts';
import { recordRefusedSignIn } from '#app/domain/people/accounts/refused-sign-in.server.ts';
import { issueAuthCode } from '#app/domain/people/auth-api/auth-codes.server.ts';
import { AuthApiError, otpExpired, validationFailed } from '#app/domain/people/auth-api/errors.ts';
import { type ApiSessionBegun, beginApiSession } from '#app/domain/people/auth-api/sessions.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { daySeconds } from '#app/platform/durations.ts';
import { consumeRateLimit, returnAttempt } from '#app/platform/rate-limit.server.ts';
import { hashToken } from '#app/platform/secrets/crypto.server.ts';

/** What is proven with a code or link, as the protocol names it. */
type VerifyType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email' | 'email_change';

const purposesOf: Readonly<Record<Exclude<VerifyType, 'email_change'>, readonly CodePurpose[]>> = {
  signup: ['verify_email'],
  invite: ['invite'],
  magiclink: ['sign_in'],
  recovery: ['reset_password'],
  // What an app that asks for a code alone sends, whether there was an account before or not.
  email: ['verify_email', 'sign_in'],
};

const isVerifyType = (type: string): type is VerifyType =>
  type === 'email_change' || Object.hasOwn(purposesOf, type);

/** What somebody brings: the secret of a link, or the code with the address that it was mailed to. */
type MailProof = { token: string } | { email: string; code: string };

/** What the proof leads to: a session, a code for the app that asked (PKCE), or the wait for the other address of a change. */
export type Verified =
  | { kind: 'session'; begun: ApiSessionBegun }
  | { kind: 'code'; code: string }
  | { kind: 'waiting' };

/** Who proves: where from, with what, and whether the link's page can hand a code to the app that asked. */
interface Prover {
  address: string;
  userAgent: string | null;
  /** By a link in a browser the session goes to the app that has the verifier; a code or hash is brought by the app itself. */
  isLink: boolean;
}

const withoutPrefix = (token: string) =>
  token.startsWith(challengePrefix) ? token.slice(challengePrefix.length) : token;

interface CodeRow {
  id: string;
  userId: string;
  purpose: CodePurpose;
}

const usable = () => ({ isApi: true, usedAt: null, expiresAt: { gt: now() } });

async function findCode(proof: MailProof, purposes: readonly CodePurpose[]): Promise<CodeRow | null> {
  const where = { ...usable(), purpose: { in: [...purposes] } };
  const select = { id: true, userId: true, purpose: true } as const;
  if ('token' in proof)
    return prisma().accountToken.findFirst({
      where: { ...where, tokenHash: hashToken(withoutPrefix(proof.token)) },
      select,
    });
  const user = await prisma().user.findUnique({ where: { email: proof.email }, select: { id: true } });
  // Nobody's codes are looked for too: the time it takes must not tell who has an account.
  const userId = user?.id ?? randomUUID();
  const codeHash = { in: purposes.map((purpose) => hashOfCode(`${purpose}\n${userId}`, proof.code)) };
  return prisma().accountToken.findFirst({ where: { ...where, userId, codeHash }, select });
}

/** Uses up a code together with its link, once, as part of `tx`; false where another request has. */
async function useCode(tx: Transaction, id: string): Promise<CodeTaken | null> {
  const [row] = await tx.db.accountToken.updateManyAndReturn({
    where: { id, ...usable() },
    data: { usedAt: now() },
    select: { challenge: true },
  });
  return row ?? null;
}

interface CodeTaken {
  challenge: string | null;
}

/** How a session says that it began. A recovery or an invitation may choose a password. */
function methodOf(purpose: CodePurpose): string {
  if (purpose === 'reset_password') return 'recovery';
  return purpose === 'invite' ? 'invite' : 'otp';
}

/** How long after a registration its network says something about who verifies the address, in milliseconds: as long as a browser's cookie does. */
const evidenceMs = daySeconds * 1_000;

/**
 * The evidence that whoever proves a mailbox has set the account up (P181): with the code of the registration, within a day, from the network
 * it was registered from. Whoever comes in by another mail need not have registered: a colleague may have, in the same office.
 */
async function evidenceOf(tx: Transaction, userId: string, purpose: CodePurpose, { address }: Prover) {
  const { signupNetwork, passwordHash, createdAt } = await tx.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { signupNetwork: true, passwordHash: true, createdAt: true },
  });
  const isOfRegistration = purpose === 'verify_email' && now().getTime() - createdAt.getTime() < evidenceMs;
  const isSameNetwork = signupNetwork !== null && signupNetwork === hashOfNetwork(address);
  return isOfRegistration && isSameNetwork ? { passwordHash } : {};
}

async function finish(
  tx: Transaction,
  userId: string,
  method: string,
  challenge: string | null,
  { isLink, userAgent }: Prover,
): Promise<Verified> {
  if (isLink && challenge) return { kind: 'code', code: await issueAuthCode(tx, userId, challenge, method) };
  const begun = await beginApiSession(tx, { id: userId }, { userAgent, method, isConfirmed: false });
  return { kind: 'session', begun };
}

async function refuseInactive(tx: Transaction, userId: string): Promise<void> {
  if ((await tx.db.user.count({ where: { id: userId, status: 'active' } })) === 0)
    throw new AuthApiError(403, 'user_banned', 'User is banned');
}

/** Codes are counted before they are looked at; links cannot be guessed. */
async function countCode(proof: MailProof): Promise<() => Promise<void>> {
  if ('token' in proof) return async () => undefined;
  const { email } = proof;
  await consumeRateLimit(accountLimits.mailedCode, email);
  return () => returnAttempt(accountLimits.mailedCode, email);
}

const expired = (proof: MailProof) =>
  otpExpired('token' in proof ? 'Email link is invalid or has expired' : undefined);

/**
 * Takes a code or link that was mailed for an app, once. The first proof of a mailbox ends all access from before, except the password
 * where the code of a registration is used within a day from the network that registered (P181).
 * @throws {RateLimitExceeded} after too many codes at the account
 * @throws {AuthApiError} otp_expired, user_banned, validation_failed
 */
export async function verifyMail(
  _leave: Attempt<'mailed_code'>,
  type: VerifyType,
  proof: MailProof,
  prover: Prover,
): Promise<Verified> {
  if ('code' in proof && !/^\d{6}$/.test(proof.code)) throw expired(proof);
  const forgive = await countCode(proof);
  const verify = () =>
    type === 'email_change' ? verifyChange(proof, prover) : verifyCode(type, proof, prover);
  const verified = await verify().catch(async (error: unknown) => {
    if (error instanceof AuthApiError && error.code === 'otp_expired')
      await recordRefusedSignIn('mail', await findAccountOf(proof));
    throw error;
  });
  await forgive();
  return verified;
}

/** Whose code was tried; undefined for a link, and where nobody has the address. */
async function findAccountOf(proof: MailProof): Promise<string | undefined> {
  if ('token' in proof) return undefined;
  const user = await prisma().user.findUnique({ where: { email: proof.email }, select: { id: true } });
  return user?.id;
}

async function verifyCode(
  type: Exclude<VerifyType, 'email_change'>,
  proof: MailProof,
  prover: Prover,
): Promise<Verified> {
  const row = await findCode(proof, purposesOf[type]);
  if (!row) throw expired(proof);
  const { id, userId, purpose } = row;
  const verified = await transaction(async (tx) => {
    await lockUser(tx, userId);
    const taken = await useCode(tx, id);
    if (!taken) return null;
    await refuseInactive(tx, userId);
    await proveMailbox(tx, userId, await evidenceOf(tx, userId, purpose, prover));
    return finish(tx, userId, methodOf(purpose), taken.challenge, prover);
  });
  if (!verified) throw expired(proof);
  return verified;
}

async function verifyChange(proof: MailProof, prover: Prover): Promise<Verified> {
  const token = 'token' in proof ? withoutPrefix(proof.token) : null;
  const change =
    'token' in proof
      ? await findEmailChange(token ?? '')
      : await findEmailChangeByCode(proof.email, proof.code);
  if (!change || ('isConfirmed' in change && change.isConfirmed)) throw expired(proof);
  try {
    const { state, userId, challenge } = await confirmSide(change, { address: prover.address }, token);
    if (state === 'waiting') return { kind: 'waiting' };
    return await transaction(async (tx) => {
      await lockUser(tx, userId);
      await refuseInactive(tx, userId);
      return finish(tx, userId, 'otp', challenge, prover);
    });
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'conflict') throw expired(proof);
    throw error;
  }
}

/** @throws {AuthApiError} validation_failed */
export function readVerifyType(type: string): VerifyType {
  if (!isVerifyType(type)) throw validationFailed('Verify requires a verification type');
  return type;
}
