import { randomBytes } from 'node:crypto';
import type { Confirmed } from '#app/domain/core/access/confirmation.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { queueSecurityNotice } from '#app/domain/people/safety/notices.server.ts';
import {
  lockSecondFactor,
  settleSecondFactor,
  turnOnSecondFactor,
} from '#app/domain/people/safety/second-factor.server.ts';
import { otpauthUrl, stepOfCode, toBase32 } from '#app/domain/people/safety/totp.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';
import { seal, unseal } from '#app/platform/secrets/sealing.server.ts';

/** A secret that no app was confirmed with is offered for so long, in hours. */
const setUpHours = 24;

const setUpLimit: RateLimit = { name: 'authenticator-set-up', points: 20, seconds: 15 * 60 };

/** The secret of an app, out of its column; null where there is none, or it was encrypted under another secret. */
function openSecret(sealed: Uint8Array | null | undefined, userId: string): Buffer | null {
  const secret = sealed ? unseal(sealed, userId) : null;
  return secret === null ? null : Buffer.from(secret, 'base64');
}

/** A fresh secret for an app, and as it is stored. */
export function newAuthenticatorSecret(userId: string): { secret: Buffer; sealed: Uint8Array<ArrayBuffer> } {
  const secret = randomBytes(20);
  return { secret, sealed: seal(secret.toString('base64'), userId) };
}

const offeredSince = () => new Date(now().getTime() - setUpHours * 3600 * 1000);

/** What an app is set up with: the address for its QR code, and the secret to be typed. */
interface AuthenticatorOffer {
  url: string;
  /** In groups of four. */
  secret: string;
}

/** Puts a fresh secret in the place of one that is offered no more. */
async function beginOffer({ userId, sessionId }: Confirmed): Promise<void> {
  const fresh = { pendingSecret: newAuthenticatorSecret(userId).sealed, pendingSince: now() };
  await transaction(async (tx) => {
    await lockSecondFactor(tx, userId, sessionId);
    await tx.db.authenticator.createMany({ data: [{ userId }], skipDuplicates: true });
    await tx.db.authenticator.updateMany({
      where: { userId, OR: [{ pendingSince: null }, { pendingSince: { lte: offeredSince() } }] },
      data: fresh,
    });
  });
}

async function findOffer(userId: string): Promise<AuthenticatorOffer | null> {
  const row = await prisma().authenticator.findUnique({
    where: { userId, pendingSince: { gt: offeredSince() } },
    select: { pendingSecret: true, user: { select: { email: true } } },
  });
  const secret = openSecret(row?.pendingSecret, userId);
  if (!row || !secret) return null;
  return {
    url: otpauthUrl(config().brandName, row.user.email, secret),
    secret:
      toBase32(secret)
        .match(/.{1,4}/g)
        ?.join(' ') ?? '',
  };
}

/**
 * Offers a secret for an app to be set up with. For a day it is the same one, so that a page may be looked at twice; nothing counts
 * before `confirmAuthenticator`.
 */
export async function offerAuthenticator(confirmed: Confirmed): Promise<AuthenticatorOffer> {
  const { userId } = confirmed;
  const offered = await findOffer(userId);
  if (offered) return offered;
  await beginOffer(confirmed);
  const begun = await findOffer(userId);
  if (!begun) throw new Refusal('unavailable', 'That did not work just now. Please try again.');
  return begun;
}

/**
 * Takes the offered secret into use, once an app has shown by a code that it has it; it takes the place of an app there was before.
 * From then on a second step is asked for. Says whether there are new recovery codes to be shown.
 * @throws {RateLimitExceeded}
 * @throws {Refusal} conflict, where nothing is offered; invalid (field code)
 */
export async function confirmAuthenticator(
  { userId, sessionId }: Confirmed,
  typed: string,
): Promise<{ hasNewCodes: boolean }> {
  await consumeRateLimit(setUpLimit, userId);
  return transaction(async (tx) => {
    await lockSecondFactor(tx, userId, sessionId);
    const row = await tx.db.authenticator.findUnique({
      where: { userId, pendingSince: { gt: offeredSince() } },
    });
    if (!row?.pendingSecret) throw noLongerOffered();
    const hasNewCodes = await useSecret(tx, { userId, sessionId }, row.pendingSecret, typed, null);
    if (row.confirmedAt) await queueSecurityNotice(tx, userId, 'authenticator_replaced');
    return { hasNewCodes };
  });
}

const noLongerOffered = () => new Refusal('conflict', 'This code is no longer offered. Please begin again.');

/** An authenticator app that was enrolled through the auth API: its id there, and what it is called. */
interface EnrolledAuthenticator {
  id: string;
  name: string;
  sealedSecret: Uint8Array<ArrayBuffer>;
}

/**
 * Takes an app into use that was enrolled through the auth API, together with what `then` does in the same transaction. It replaces
 * none: of several enrolled ones the first that is verified counts.
 * @throws {RateLimitExceeded}
 * @throws {Refusal} conflict, where the account has an app; invalid (field code)
 */
export async function addAuthenticator<T>(
  { userId, sessionId }: Confirmed,
  { sealedSecret, ...factor }: EnrolledAuthenticator,
  typed: string,
  then: (tx: Transaction) => Promise<T>,
): Promise<T> {
  await consumeRateLimit(setUpLimit, userId);
  return transaction(async (tx) => {
    await lockSecondFactor(tx, userId, sessionId);
    if ((await tx.db.authenticator.count({ where: { userId, confirmedAt: { not: null } } })) > 0)
      throw new Refusal('conflict', 'An account has one authenticator app. Remove it first.');
    await useSecret(tx, { userId, sessionId }, sealedSecret, typed, factor);
    return then(tx);
  });
}

/** Takes a secret into use as part of `tx`, if the code is of it. Says whether there are new recovery codes to be shown. */
async function useSecret(
  tx: Transaction,
  { userId, sessionId }: Pick<Confirmed, 'userId' | 'sessionId'>,
  sealedSecret: Uint8Array<ArrayBuffer>,
  typed: string,
  factor: { id: string; name: string } | null,
): Promise<boolean> {
  const secret = openSecret(sealedSecret, userId);
  if (!secret) throw noLongerOffered();
  const step = stepOfCode(secret, typed.replace(/\s/g, ''), now());
  if (step === null)
    throw new Refusal('invalid', 'That is not the code the app shows now. Is its clock right?', 'code');
  const data = {
    sealedSecret,
    confirmedAt: now(),
    lastStep: step,
    pendingSecret: null,
    pendingSince: null,
    factorId: factor?.id ?? null,
    name: factor?.name ?? '',
  };
  await tx.db.authenticator.upsert({ where: { userId }, create: { userId, ...data }, update: data });
  return turnOnSecondFactor(tx, userId, sessionId);
}

/** Takes the app away; without another second factor none is asked for any more. Taking away what is gone is fine. */
export async function removeAuthenticator({ userId, sessionId }: Confirmed): Promise<void> {
  await transaction(async (tx) => {
    await lockSecondFactor(tx, userId, sessionId);
    await deleteAuthenticator(tx, userId);
  });
}

/** The same as part of `tx`, for a caller that holds the account's lock. */
export async function deleteAuthenticator(tx: Transaction, userId: string): Promise<void> {
  await tx.db.authenticator.deleteMany({ where: { userId } });
  await settleSecondFactor(tx, userId);
}

/** Takes a code of the app as part of `tx`; false where it is not shown now, or was taken before. */
export async function takeAuthenticatorCode(tx: Transaction, userId: string, code: string): Promise<boolean> {
  const row = await tx.db.authenticator.findUnique({ where: { userId }, select: { sealedSecret: true } });
  const secret = openSecret(row?.sealedSecret, userId);
  const step = secret && stepOfCode(secret, code, now());
  if (step === null) return false;
  const { count } = await tx.db.authenticator.updateMany({
    where: { userId, lastStep: { lt: step } },
    data: { lastStep: step },
  });
  return count > 0;
}
