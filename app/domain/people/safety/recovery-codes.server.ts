import { randomBytes } from 'node:crypto';
import type { Confirmed } from '#app/domain/core/access/confirmation.server.ts';
import { lockOwnAccount } from '#app/domain/core/access/own-account.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { doubleSubmitWindow } from '#app/domain/core/values/double-submit.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { queueSecurityNotice } from '#app/domain/people/safety/notices.server.ts';
import { toBase32 } from '#app/domain/people/safety/totp.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { hashSlowly, hashToken } from '#app/platform/secrets/crypto.server.ts';
import { seal, unseal } from '#app/platform/secrets/sealing.server.ts';

const codeCount = 10;

/** New codes can be looked at for so long, in minutes, unless their owner says before that they are written down. */
const shownMinutes = 60;

/** 80 bits: short enough to be typed. With fewer than 112 a hash has to be slow and salted (ASVS 6.5.2). */
const newCode = () => toBase32(randomBytes(10)).toLowerCase();

/** Length of a slow hash, in bytes: one more than SHA-256 has, which codes of an earlier release are kept by. */
const slowHashBytes = 33;

/** Made of the plain hash, so that codes of an earlier release can be given one though they are not known; the user's id is the salt. */
const slowHash = (plainHash: Uint8Array, userId: string) =>
  hashSlowly(plainHash, `recovery code\n${userId}`, slowHashBytes);

/** By what a typed code may be kept: its slow hash, or the plain one. Made before a transaction, which it would hold up. */
export async function hashesOfRecoveryCode(code: string, userId: string): Promise<Uint8Array<ArrayBuffer>[]> {
  const plainHash = hashToken(code);
  return [plainHash, await slowHash(plainHash, userId)];
}

/** A code as it is read and typed: abcd-efgh-ijkl-mnop. */
const spelled = (code: string) => code.match(/.{4}/g)?.join('-') ?? code;

/** A code as it was typed, without what makes it readable; null where it cannot be one. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed.toLowerCase().replace(/[\s-]/g, '');
  return /^[a-z2-7]{16}$/.test(code) ? code : null;
}

/** Puts new codes in the place of a user's old ones, as part of `tx`. */
export async function makeRecoveryCodes(tx: Transaction, userId: string): Promise<void> {
  const createdAt = now();
  const rows = Array.from({ length: codeCount }, newCode).map(async (code) => ({
    userId,
    codeHash: await slowHash(hashToken(code), userId),
    sealed: seal(code, userId),
    createdAt,
  }));
  await tx.db.recoveryCode.deleteMany({ where: { userId } });
  await tx.db.recoveryCode.createMany({ data: await Promise.all(rows) });
}

/** Takes a recovery code, once, as part of `tx`, by what it may be kept by; false when it is none of this user's, or used. */
export async function takeRecoveryCode(
  tx: Transaction,
  userId: string,
  hashes: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const { count } = await tx.db.recoveryCode.updateMany({
    where: { userId, codeHash: { in: [...hashes] }, usedAt: null },
    data: { usedAt: now(), sealed: null },
  });
  if (count === 0) return false;
  const left = await tx.db.recoveryCode.count({ where: { userId, usedAt: null } });
  await recordActivity(tx, { kind: 'recovery_code_used', userId, actorId: userId, details: { left } });
  await queueSecurityNotice(tx, userId, 'recovery_code_used', String(left));
  return true;
}

/** Codes of an earlier release that are hashed again at a time. */
const perBatch = 100;

/** Gives the codes of an earlier release, of which only a fast hash is kept, slow hashes; the worker calls it daily. */
export async function hashOldRecoveryCodes(): Promise<void> {
  for (;;) {
    const codes = await prisma().$queryRaw<
      { id: string; userId: string; codeHash: Uint8Array<ArrayBuffer> }[]
    >`
      SELECT id, user_id AS "userId", code_hash AS "codeHash" FROM recovery_codes
      WHERE octet_length(code_hash) < ${slowHashBytes} AND used_at IS NULL LIMIT ${perBatch}`;
    for (const { id, userId, codeHash } of codes)
      await prisma().recoveryCode.updateMany({
        where: { id, codeHash },
        data: { codeHash: await slowHash(codeHash, userId) },
      });
    if (codes.length < perBatch) return;
  }
}

/** New codes that are still shown to their owner; empty when they were written down, or made over an hour ago. */
export async function listNewRecoveryCodes({ userId }: Confirmed): Promise<string[]> {
  const since = new Date(now().getTime() - shownMinutes * 60_000);
  const rows = await prisma().recoveryCode.findMany({
    where: { userId, usedAt: null, sealed: { not: null }, createdAt: { gt: since } },
    orderBy: { id: 'asc' },
    select: { sealed: true },
  });
  return rows.flatMap(({ sealed }) => (sealed && unseal(sealed, userId)) ?? []).map(spelled);
}

/** Shows new codes no more: their owner has them. From here on nobody can read them, the site included. */
export async function forgetNewRecoveryCodes({ userId }: Confirmed): Promise<void> {
  await prisma().recoveryCode.updateMany({
    where: { userId, sealed: { not: null } },
    data: { sealed: null },
  });
}

/** Makes new codes; the old ones open nothing any more. @throws {Refusal} conflict, where no second step is asked for. */
export async function renewRecoveryCodes({ userId, sessionId }: Confirmed): Promise<void> {
  await transaction(async (tx) => {
    await lockOwnAccount(tx, { userId, sessionId });
    const { count } = await tx.db.user.updateMany({
      where: { id: userId, secondFactorSince: { not: null } },
      data: { updatedAt: now() },
    });
    if (count === 0)
      throw new Refusal('conflict', 'Two-step sign-in is off, so there is nothing to recover.');
    // Pressed twice, the codes of the first press are those that are shown.
    const shown = { userId, usedAt: null, sealed: { not: null }, createdAt: doubleSubmitWindow() };
    if ((await tx.db.recoveryCode.count({ where: shown })) > 0) return;
    await makeRecoveryCodes(tx, userId);
    await recordActivity(tx, { kind: 'recovery_codes_renewed', userId, actorId: userId });
    await queueSecurityNotice(tx, userId, 'recovery_codes_renewed');
  });
}

/** Forgets what codes were shown an hour ago; the worker calls it daily. */
export async function deleteShownRecoveryCodes(): Promise<void> {
  const before = new Date(now().getTime() - shownMinutes * 60_000);
  await prisma().recoveryCode.updateMany({
    where: { sealed: { not: null }, createdAt: { lte: before } },
    data: { sealed: null },
  });
}
