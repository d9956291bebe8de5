import type { Confirmed } from '#app/domain/core/access/confirmation.server.ts';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { lockOwnAccount } from '#app/domain/core/access/own-account.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { doubleSubmitWindow } from '#app/domain/core/values/double-submit.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { mailLimits, mayMailStranger } from '#app/domain/people/accounts/attempts.server.ts';
import {
  hashesOf,
  newSideSecrets,
  queueChangeMail,
  type Side,
} from '#app/domain/people/accounts/email-change-mails.server.ts';
import {
  type OwnershipEvidence,
  proveMailbox,
  proveNewMailbox,
} from '#app/domain/people/accounts/mailbox-proof.server.ts';
import { type AppMail, hashOfCode } from '#app/domain/people/accounts/mailed-codes.server.ts';
import { hashOfNetwork } from '#app/domain/people/accounts/network.server.ts';
import { takeFromUnproven } from '#app/domain/people/accounts/unproven-account.server.ts';
import { queueSecurityNotice } from '#app/domain/people/safety/notices.server.ts';
import { now } from '#app/platform/clock.server.ts';
import {
  isUniqueViolation,
  prisma,
  type Transaction,
  transaction,
} from '#app/platform/database/client.server.ts';
import { daySeconds } from '#app/platform/durations.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';
import { hashToken } from '#app/platform/secrets/crypto.server.ts';

/** Both addresses are to say yes within so many hours. */
export const emailChangeHours = 48;

const changeLimit: RateLimit = { name: 'email-change', points: 5, seconds: daySeconds };

/**
 * Begins the change of an account's address: both addresses are mailed a link, and the change is made when both have said yes. One that
 * was begun before is dropped. Whether the new address has an account already shows in the mail to it alone.
 * @throws {RateLimitExceeded}
 * @throws {Refusal} invalid (field email), for the address the account has
 */
export async function requestEmailChange(
  { userId, sessionId }: Confirmed,
  newEmail: string,
  app: (AppMail & { address: string }) | null = null,
): Promise<void> {
  await consumeRateLimit(changeLimit, userId);
  const isMailed = await mayMailStranger(newEmail, mailLimits.emailChange);
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + emailChangeHours * 3600_000);
  const secrets = { old: newSideSecrets(app !== null), new: newSideSecrets(app !== null) };
  const hashes = { old: hashesOf(userId, 'old', secrets.old), new: hashesOf(userId, 'new', secrets.new) };
  const row = {
    newEmail,
    oldTokenHash: hashes.old.tokenHash,
    newTokenHash: hashes.new.tokenHash,
    oldConfirmedAt: null as Date | null,
    newConfirmedAt: null,
    newConfirmedByOwner: false,
    oldCodeHash: hashes.old.codeHash,
    newCodeHash: hashes.new.codeHash,
    challenge: app?.challenge ?? null,
    requestNetwork: app && hashOfNetwork(app.address),
    createdAt,
    expiresAt,
  };
  await transaction(async (tx) => {
    await lockOwnAccount(tx, { userId, sessionId });
    const user = await tx.db.user.findUniqueOrThrow({
      where: { id: userId },
      select: { email: true, name: true, apiAccount: { select: { isAnonymous: true } } },
    });
    // There is nobody at the made-up address of an account without one.
    const isAnonymous = user.apiAccount?.isAnonymous === true;
    if (isAnonymous) row.oldConfirmedAt = createdAt;
    if (user.email === newEmail)
      throw new Refusal('invalid', 'That is the address your account has.', 'email');
    // The links of the first press go on working.
    const pressed = { userId, newEmail, createdAt: doubleSubmitWindow() };
    if ((await tx.db.emailChange.count({ where: pressed })) > 0) return;
    await tx.db.emailChange.upsert({ where: { userId }, create: { userId, ...row }, update: row });
    await recordActivity(tx, { kind: 'email_change_requested', userId, actorId: userId });
    if (!isAnonymous) await queueChangeMail(tx, user, newEmail, 'old', secrets.old, { app });
    if (isMailed) await queueChangeMail(tx, user, newEmail, 'new', secrets.new, { app });
  });
}

/**
 * The change that a code mailed to one of its addresses is of, for an app; null where there is none, or the code is not right. The
 * caller counts the tries.
 */
export async function findEmailChangeByCode(
  email: string,
  code: string,
): Promise<{ userId: string; side: Side } | null> {
  const rows = await prisma().emailChange.findMany({
    where: { expiresAt: { gt: now() }, OR: [{ newEmail: email }, { user: { email } }] },
    select: {
      userId: true,
      newEmail: true,
      oldCodeHash: true,
      newCodeHash: true,
      oldConfirmedAt: true,
      newConfirmedAt: true,
    },
    // An address may be the wish of several accounts.
    take: 20,
  });
  for (const { userId, newEmail, ...row } of rows) {
    const side = newEmail === email ? 'new' : 'old';
    const codeHash = side === 'old' ? row.oldCodeHash : row.newCodeHash;
    // A code is taken once.
    if (side === 'old' ? row.oldConfirmedAt : row.newConfirmedAt) continue;
    if (codeHash && Buffer.from(codeHash).equals(hashOfCode(`email_change\n${userId}\n${side}`, code)))
      return { userId, side };
  }
  return null;
}

/** A change that waits for one of its addresses, as the page of a mailed link shows it. */
interface PendingEmailChange {
  userId: string;
  side: Side;
  newEmail: string;
  isConfirmed: boolean;
}

/** The change that a mailed link is of; null when there is none (any more). One query. */
export async function findEmailChange(token: string): Promise<PendingEmailChange | null> {
  const tokenHash = hashToken(token);
  const row = await prisma().emailChange.findFirst({
    where: { OR: [{ oldTokenHash: tokenHash }, { newTokenHash: tokenHash }], expiresAt: { gt: now() } },
  });
  if (!row) return null;
  const side = Buffer.from(row.oldTokenHash).equals(tokenHash) ? 'old' : 'new';
  const confirmedAt = side === 'old' ? row.oldConfirmedAt : row.newConfirmedAt;
  return { userId: row.userId, side, newEmail: row.newEmail, isConfirmed: confirmedAt !== null };
}

const gone = () => new Refusal('conflict', 'This link has been used, or is too old. Please begin again.');

/** By what a browser or an app shows that it is signed in to the account whose address changes. */
interface ChangeEvidence extends OwnershipEvidence {
  /** The address of an app that confirms: the change was asked for from the same network. */
  address?: string;
}

/** How far a change is once one of its addresses has said yes, and whose it is. */
interface ChangeConfirmed {
  state: 'waiting' | 'done';
  userId: string;
  /** The challenge of the app that asked for the change. */
  challenge: string | null;
}

/**
 * Says yes for one of the two addresses; when both have, the account has the new one, which is verified by that. Whoever says yes for the
 * new one in a browser that is signed in to the account keeps all access to it; for anybody else it is the first proof of that mailbox,
 * and what there was before ends (P181).
 * @throws {Refusal} conflict, when the link is of no change any more, or the new address has an account meanwhile
 */
export async function confirmEmailChange(
  token: string,
  evidence: ChangeEvidence = {},
): Promise<'waiting' | 'done'> {
  const change = await findEmailChange(token);
  if (!change) throw gone();
  return (await confirmSide(change, evidence, token)).state;
}

/** The same where it is known which side says yes, by a link or by a code. A link that has been used or replaced since is refused. */
export async function confirmSide(
  { userId, side }: { userId: string; side: Side },
  evidence: ChangeEvidence,
  token: string | null = null,
): Promise<ChangeConfirmed> {
  const tokenHash = token === null ? null : hashToken(token);
  const hash = tokenHash && (side === 'old' ? { oldTokenHash: tokenHash } : { newTokenHash: tokenHash });
  try {
    return await transaction(async (tx) => {
      await lockUser(tx, userId);
      const isOwner = side === 'new' && (await isAskedByOwner(tx, userId, evidence));
      const [row] = await tx.db.emailChange.updateManyAndReturn({
        where: { userId, ...hash, expiresAt: { gt: now() } },
        data:
          side === 'old'
            ? { oldConfirmedAt: now() }
            : { newConfirmedAt: now(), ...(isOwner ? { newConfirmedByOwner: true } : {}) },
      });
      if (!row) throw gone();
      const { challenge } = row;
      // The mailbox of the old address is proven too. Its owner has just agreed to the change, so that stays.
      if (side === 'old') await proveMailbox(tx, userId, evidence, { keepsEmailChange: true });
      if (!row.oldConfirmedAt || !row.newConfirmedAt) return { state: 'waiting', userId, challenge };
      await apply(tx, userId, row.newEmail, row.newConfirmedByOwner);
      return { state: 'done', userId, challenge };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('conflict', 'That address has an account already.');
    throw error;
  }
}

/** Whether whoever says yes is the one who asked for the change: signed in to the account, or an app on the network it was asked from. */
async function isAskedByOwner(tx: Transaction, userId: string, evidence: ChangeEvidence): Promise<boolean> {
  const network = evidence.address === undefined ? null : hashOfNetwork(evidence.address);
  if (network && (await tx.db.emailChange.count({ where: { userId, requestNetwork: network } })) > 0)
    return true;
  return isSignedInTo(tx, userId, evidence);
}

/** Whether the browser that brings a link is signed in to the account that the link is about. */
async function isSignedInTo(
  tx: Transaction,
  userId: string,
  { sessionId }: OwnershipEvidence,
): Promise<boolean> {
  if (!sessionId) return false;
  const live = { id: sessionId, userId, revokedAt: null, expiresAt: { gt: now() } };
  return (await tx.db.session.count({ where: live })) > 0;
}

/** Both addresses are told. Links to the old one open nothing any more. */
async function apply(tx: Transaction, userId: string, newEmail: string, isOwner: boolean): Promise<void> {
  await queueSecurityNotice(tx, userId, 'email_changed', newEmail);
  await takeFromUnproven(tx, newEmail);
  await tx.db.user.update({ where: { id: userId }, data: { email: newEmail } });
  await tx.db.apiAccount.updateMany({ where: { userId }, data: { isAnonymous: false } });
  await tx.db.accountToken.deleteMany({ where: { userId, usedAt: null } });
  await tx.db.emailChange.delete({ where: { userId } });
  await tx.db.factorRecovery.deleteMany({ where: { userId } });
  await recordActivity(tx, { kind: 'email_changed', userId, actorId: userId });
  await queueSecurityNotice(tx, userId, 'email_changed', newEmail);
  await proveNewMailbox(tx, userId, isOwner);
}

/** Says no, by a link mailed to either address: the account keeps the address it has. */
export async function refuseEmailChange(token: string): Promise<boolean> {
  const found = await findEmailChange(token);
  return found !== null && drop(found.userId);
}

/** Drops one's own change that was begun. */
export const withdrawEmailChange = ({ id }: { id: string }): Promise<boolean> => drop(id);

function drop(userId: string): Promise<boolean> {
  return transaction(async (tx) => {
    const { count } = await tx.db.emailChange.deleteMany({ where: { userId } });
    if (count > 0) await recordActivity(tx, { kind: 'email_change_dropped', userId });
    return count > 0;
  });
}

/** The change somebody has begun themselves; null where there is none. One query. */
export function findOwnEmailChange(
  userId: string,
): Promise<{ newEmail: string; oldConfirmedAt: Date | null; newConfirmedAt: Date | null } | null> {
  return prisma().emailChange.findFirst({
    where: { userId, expiresAt: { gt: now() } },
    select: { newEmail: true, oldConfirmedAt: true, newConfirmedAt: true },
  });
}

/** Deletes changes that waited in vain; the worker calls it daily. */
export async function deleteExpiredEmailChanges(): Promise<void> {
  await prisma().emailChange.deleteMany({ where: { expiresAt: { lte: now() } } });
}
