import { randomUUID } from 'node:crypto';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import type { Attempt } from '#app/domain/people/accounts/attempts.server.ts';
import { confirmedFor } from '#app/domain/people/auth-api/account-changes.server.ts';
import type { FactorRow } from '#app/domain/people/auth-api/api-user.ts';
import { AuthApiError, validationFailed } from '#app/domain/people/auth-api/errors.ts';
import { findFactor, forgetEnrolled } from '#app/domain/people/auth-api/factors.server.ts';
import { passkeyOrigins } from '#app/domain/people/auth-api/redirects.server.ts';
import { raiseSession } from '#app/domain/people/auth-api/session-level.server.ts';
import {
  type ApiSessionBegun,
  type ApiViewer,
  replyWithSession,
  type SessionReply,
} from '#app/domain/people/auth-api/sessions.server.ts';
import { addAuthenticator } from '#app/domain/people/safety/authenticator.server.ts';
import { takeCode } from '#app/domain/people/safety/codes.server.ts';
import {
  askPasskey,
  ceremonyMinutes,
  isCeremonyPending,
  type PasskeyPurpose,
  takePasskey,
} from '#app/domain/people/safety/passkey-ceremonies.server.ts';
import { addPasskey, offerPasskey } from '#app/domain/people/safety/passkeys.server.ts';
import { readRecoveryCode } from '#app/domain/people/safety/recovery-codes.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';

/** So often an account's apps ask for a code. */
const challengeLimit: RateLimit = { name: 'factor-challenge', points: 60, seconds: 15 * 60 };

/** A question for a factor, as the protocol shows it. */
interface FactorChallenge {
  id: string;
  type: FactorRow['kind'];
  /** In seconds since 1970. */
  expires_at: number;
  webauthn?: { type: 'create' | 'request'; credential_options: { publicKey: object } };
}

/** What a factor is verified with. */
interface FactorProof {
  challengeId: string;
  code: string;
  /** What a browser has signed with a passkey. */
  webauthn: { type: string; answer: object } | null;
}

/** Asks for a factor of the viewer's. @throws {AuthApiError} mfa_factor_not_found @throws {RateLimitExceeded} */
export async function challengeFactor(viewer: ApiViewer, factorId: string): Promise<FactorChallenge> {
  const factor = await findFactor(viewer, factorId);
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + ceremonyMinutes * 60_000);
  const id = randomUUID();
  const challenge = { id, type: factor.kind, expires_at: Math.floor(expiresAt.getTime() / 1000) };
  if (factor.kind === 'webauthn') {
    const { options } = factor.isVerified
      ? await askPasskey('confirm', viewer.id, id)
      : await offerPasskey(confirmedFor(viewer), id);
    const type = factor.isVerified ? 'request' : 'create';
    return { ...challenge, webauthn: { type, credential_options: { publicKey: options } } };
  }
  await consumeRateLimit(challengeLimit, viewer.id);
  await prisma().apiFactorChallenge.create({
    data: { id, userId: viewer.id, factorId: factor.id, createdAt, expiresAt },
  });
  return challenge;
}

const unknownChallenge = () =>
  new AuthApiError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');

const verificationFailed = (message: string) => new AuthApiError(422, 'mfa_verification_failed', message);

/**
 * Verifies a factor by its proof and raises the session to aal2. An enrolled one guards the account from then on.
 * @throws {AuthApiError} mfa_factor_not_found, mfa_challenge_expired, mfa_verification_failed, reauthentication_needed
 * @throws {RateLimitExceeded} after too many tries at the account, by whichever door
 */
export async function verifyFactor(
  attempt: Attempt<'second_step'>,
  viewer: ApiViewer,
  factorId: string,
  proof: FactorProof,
  userAgent: string | null,
): Promise<SessionReply> {
  const factor = await findFactor(viewer, factorId);
  try {
    const begun =
      factor.kind === 'totp'
        ? await verifyCode(attempt, viewer, factor, proof)
        : await verifyPasskey(viewer, factor, proof, userAgent);
    return await replyWithSession(begun);
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind === 'not_allowed') throw error;
    await transaction((tx) =>
      recordActivity(tx, {
        kind: 'second_step_refused',
        userId: viewer.id,
        details: { by: factor.kind === 'totp' ? 'code' : 'passkey' },
      }),
    );
    throw verificationFailed(factor.kind === 'totp' ? 'Invalid TOTP code entered' : error.message);
  }
}

/** Looks a question up that is answered by a code. It stays until the right one comes. */
async function findChallenge(viewer: ApiViewer, factorId: string, id: string): Promise<void> {
  const row = /^[0-9a-f-]{36}$/i.test(id)
    ? await prisma().apiFactorChallenge.findFirst({ where: { id, userId: viewer.id, factorId } })
    : null;
  if (!row) throw unknownChallenge();
  if (row.expiresAt <= now())
    throw new AuthApiError(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${row.id} has expired, verify against another challenge or create a new challenge.`,
    );
}

async function verifyCode(
  { by: address }: Attempt<'second_step'>,
  viewer: ApiViewer,
  factor: FactorRow,
  { challengeId, code }: FactorProof,
): Promise<ApiSessionBegun> {
  if (code === '') throw validationFailed('Code needs to be non-empty');
  await findChallenge(viewer, factor.id, challengeId);
  const raise = async (tx: Transaction, method: string) => {
    // Of two answers at once one raises the session.
    const { count } = await tx.db.apiFactorChallenge.deleteMany({ where: { id: challengeId } });
    if (count === 0) throw unknownChallenge();
    return raiseSession(tx, viewer, method);
  };
  if (factor.isVerified) {
    const method = readRecoveryCode(code) === null ? 'totp' : 'recovery_code';
    return takeCode({ userId: viewer.id, address, deviceId: null }, code, (tx) => raise(tx, method));
  }
  const confirmed = confirmedFor(viewer);
  const enrolled = await prisma().apiFactor.findUnique({
    where: { id: factor.id, userId: viewer.id },
    select: { sealedSecret: true },
  });
  if (!enrolled?.sealedSecret) throw unknownChallenge();
  const app = { id: factor.id, name: factor.name, sealedSecret: enrolled.sealedSecret };
  return addAuthenticator(confirmed, app, code, async (tx) => {
    await forgetEnrolled(tx, viewer.id, 'totp');
    return raise(tx, 'totp');
  });
}

async function verifyPasskey(
  viewer: ApiViewer,
  factor: FactorRow,
  { challengeId, webauthn }: FactorProof,
  userAgent: string | null,
): Promise<ApiSessionBegun> {
  if (!webauthn) throw validationFailed('WebAuthn config required');
  const type = factor.isVerified ? 'request' : 'create';
  if (webauthn.type !== type) throw validationFailed(`WebAuthn type must be ${type} for this factor`);
  const purpose: PasskeyPurpose = factor.isVerified ? 'confirm' : 'add';
  if (!(await isCeremonyPending(challengeId, purpose, viewer.id))) throw unknownChallenge();
  const answer = {
    token: challengeId,
    answer: JSON.stringify(webauthn.answer),
    origins: passkeyOrigins(),
  };
  const raise = (tx: Transaction) => raiseSession(tx, viewer, 'webauthn');
  if (factor.isVerified) return takePasskey(answer, 'confirm', viewer.id, raise);
  const named = { id: factor.id, name: factor.name, userAgent };
  const { result } = await addPasskey(confirmedFor(viewer), answer, named, async (tx) => {
    await forgetEnrolled(tx, viewer.id, 'webauthn');
    return raise(tx);
  });
  if (!result) throw unknownChallenge();
  return result;
}
