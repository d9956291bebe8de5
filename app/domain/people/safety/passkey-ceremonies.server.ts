import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { queueSecurityNotice } from '#app/domain/people/safety/notices.server.ts';
import { signInTransaction } from '#app/domain/people/safety/sign-in-transaction.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { daySeconds } from '#app/platform/durations.ts';
import { consumeRateLimit, isWithinLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';
import { hashToken, newToken } from '#app/platform/secrets/crypto.server.ts';
import {
  credentialOf,
  isOwnHandle,
  requestOptions,
  verifyAssertion,
} from '#app/platform/secrets/webauthn.server.ts';

/** A browser has so long to sign what it was asked to, in minutes. */
export const ceremonyMinutes = 5;

/** What a passkey is asked for. */
export type PasskeyPurpose = 'add' | 'sign_in' | 'second_step' | 'confirm';

/** A question to a browser: what it is asked (WebAuthn's options, as JSON), and the secret by which its answer is known. */
export interface Ceremony<Options = object> {
  token: string;
  options: Options;
}

/** What a browser answers: the secret of the question, and what it has signed, as JSON. */
export interface PasskeyAnswer {
  token: string | null;
  answer: string;
  /** Where else than on the site's own pages it may come from: the origins of apps that use the auth API. */
  origins?: readonly string[];
}

/** So often a user's browsers are asked. */
const questionLimit: RateLimit = { name: 'passkey-question', points: 30, seconds: 15 * 60 };

/** Writes a question down, for one answer within five minutes. @throws {RateLimitExceeded} */
export async function beginCeremony<Options extends { challenge: string }>(
  purpose: PasskeyPurpose,
  userId: string | null,
  options: Options,
  token = newToken(),
): Promise<Ceremony<Options>> {
  if (userId) await consumeRateLimit(questionLimit, userId);
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + ceremonyMinutes * 60_000);
  const { challenge } = options;
  await prisma().passkeyCeremony.create({
    data: { tokenHash: hashToken(token), purpose, challenge, userId, createdAt, expiresAt },
  });
  return { token, options };
}

/** Asks for a passkey: one of a user's, or at a sign-in whichever its owner has. */
export async function askPasskey(
  purpose: Exclude<PasskeyPurpose, 'add'>,
  userId: string | null,
  token?: string,
): Promise<Ceremony> {
  const own = userId
    ? await prisma().passkey.findMany({
        where: { userId },
        select: { credentialId: true, transports: true },
        orderBy: { id: 'asc' },
      })
    : null;
  if (own?.length === 0) throw new Refusal('conflict', 'There is no passkey in this account.');
  return beginCeremony(purpose, userId, await requestOptions(own), token);
}

/** Whether a question waits for its answer. */
export async function isCeremonyPending(
  token: string,
  purpose: PasskeyPurpose,
  userId: string | null,
): Promise<boolean> {
  const where = { tokenHash: hashToken(token), purpose, userId, expiresAt: { gt: now() } };
  return (await prisma().passkeyCeremony.count({ where })) > 0;
}

/**
 * Takes a question off the list and returns its challenge: each is answered once, rightly or not.
 * @throws {Refusal} invalid, where there is none for this, it was answered, or has taken too long.
 */
export async function endCeremony(
  token: string | null,
  purpose: PasskeyPurpose,
  userId: string | null,
): Promise<string> {
  const [ceremony] = await prisma().$queryRaw<{ challenge: string }[]>`
    DELETE FROM passkey_ceremonies
    WHERE token_hash = ${hashToken(token ?? '')} AND purpose = ${purpose}::passkey_purpose
      AND user_id IS NOT DISTINCT FROM ${userId}::uuid AND expires_at > ${now()}
    RETURNING challenge`;
  if (!ceremony) throw new Refusal('invalid', 'That has taken too long. Please press the button once more.');
  return ceremony.challenge;
}

/**
 * Takes what a browser has signed with a passkey, together with what `then` does in the same transaction for whoever it belongs to. Nobody
 * is told why an answer is not right, or whose a passkey is. One whose own count has gone back may have been copied: it opens nothing, and
 * its owner is told.
 * @throws {Refusal} invalid, where the question is too old or the answer not right
 */
export async function takePasskey<T>(
  { token, answer, origins }: PasskeyAnswer,
  purpose: Exclude<PasskeyPurpose, 'add'>,
  userId: string | null,
  then: (tx: Transaction, ownerId: string) => Promise<T>,
): Promise<T> {
  const challenge = await endCeremony(token, purpose, userId);
  const credentialId = credentialOf(answer);
  const passkey =
    credentialId &&
    (await prisma().passkey.findUnique({
      where: { credentialId, ...(userId ? { userId } : {}) },
      select: { id: true, userId: true, name: true, credentialId: true, publicKey: true },
    }));
  // WebAuthn 7.2, step 6: the passkey names its owner, at the latest where nobody else does.
  if (passkey && !isOwnHandle(answer, passkey.userId, { isRequired: userId === null })) throw wrongPasskey();
  const counter = passkey && (await verifyAssertion(answer, challenge, passkey, origins));
  if (!passkey || counter === null) throw wrongPasskey();
  const done = await signInTransaction(async (tx) => {
    await lockUser(tx, passkey.userId);
    // Removed meanwhile.
    if ((await tx.db.passkey.count({ where: { id: passkey.id } })) === 0) throw wrongPasskey();
    const used = await tx.db.$executeRaw`
      UPDATE passkeys SET counter = ${counter}::bigint, last_used_at = ${now()}
      WHERE id = ${passkey.id}::uuid AND (counter < ${counter}::bigint OR (counter = 0 AND ${counter}::bigint = 0))`;
    return used === 0 ? copied : then(tx, passkey.userId);
  });
  if (done !== copied) return done;
  if (await isWithinLimit(copiedLimit, passkey.userId))
    await transaction((tx) => queueSecurityNotice(tx, passkey.userId, 'passkey_copied', passkey.name));
  throw wrongPasskey();
}

const copied: unique symbol = Symbol('copied');

/** The owner is told of a passkey that may have been copied once a day. */
const copiedLimit: RateLimit = { name: 'passkey-copied', points: 1, seconds: daySeconds };

const wrongPasskey = () =>
  new Refusal('invalid', 'That passkey opens nothing here. Please try another, or another way.');

/** Deletes questions that nobody has answered; the worker calls it daily. */
export async function deleteExpiredCeremonies(): Promise<void> {
  await prisma().passkeyCeremony.deleteMany({ where: { expiresAt: { lte: now() } } });
}
