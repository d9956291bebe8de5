import { settleRole } from '#app/domain/core/access/roles.server.ts';
import type { AffiliateBefore } from '#app/domain/operating/affiliate-imports/done-rows.server.ts';
import { takeOpeningBalanceBack } from '#app/domain/programme/commissions/opening-balances.server.ts';
import { settleClosingOf } from '#app/domain/programme/payouts/closings.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';

const batchSize = 100;

/** Undoes an import of affiliates or referrals, batch by batch. A job, which goes on where it stopped. */
export async function undoImportOfAffiliates({ importId }: { importId: string }): Promise<void> {
  while (await undoNext(importId));
}

async function undoNext(id: string): Promise<boolean> {
  return transaction(async (tx) => {
    await tx.db.$executeRaw`SELECT FROM affiliate_imports WHERE id = ${id}::uuid FOR UPDATE`;
    const file = await tx.db.affiliateImport.findUnique({ where: { id } });
    if (file?.state !== 'undoing') return false;
    const rows = await tx.db.affiliateImportRow.findMany({
      where: { importId: id, number: { gt: file.doneRow }, isDone: true },
      orderBy: { number: 'asc' },
      take: batchSize,
    });
    const last = rows.at(-1);
    if (!last) {
      await tx.db.affiliateImport.update({ where: { id }, data: { state: 'undone', undoneAt: now() } });
      return false;
    }
    const userIds = rows.flatMap(({ userId }) => userId ?? []);
    await tx.db
      .$executeRaw`SELECT FROM users WHERE id = ANY(${userIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
    let stayed = 0;
    for (const { userId, before } of rows)
      if (userId && before && !(await takeBack(tx, id, userId, before as AffiliateBefore))) stayed += 1;
    await tx.db.affiliateImport.update({
      where: { id },
      data: { doneRow: last.number, stayedCount: { increment: stayed } },
    });
    return true;
  }, 60_000);
}

/** Takes back what a row has changed; false where something of it had to stay. */
async function takeBack(
  tx: Transaction,
  importId: string,
  userId: string,
  before: AffiliateBefore,
): Promise<boolean> {
  if (before.referrerId) return releaseReferral(tx, userId, before.referrerId);
  const isBalanceBack = !before.hasBalance || (await takeOpeningBalanceBack(tx, userId, importId));
  // Of somebody who was paid, or has referrals, nothing else is taken: what they have earned counts on it.
  if (!isBalanceBack || (await hasEarned(tx, userId))) return false;
  const codes = before.codes ?? (before.code ? [before.code] : []);
  await tx.db.affiliateCode.deleteMany({ where: { userId, code: { in: codes } } });
  if (before.paypalEmail)
    await tx.db.user.updateMany({
      where: { id: userId, paypalEmail: before.paypalEmail },
      data: { paypalEmail: null },
    });
  if (before.rate)
    await tx.db.user.updateMany({
      where: { id: userId, commissionRate: before.rate.to },
      data: { commissionRate: before.rate.from },
    });
  if (before.role) await endRole(tx, userId);
  if (before.madeAccount) return deleteUnused(tx, userId);
  return true;
}

/** Whether somebody has referrals, or has earned of a payment here. */
async function hasEarned(tx: Transaction, userId: string): Promise<boolean> {
  const referral = await tx.db.user.findFirst({ where: { referredById: userId }, select: { id: true } });
  if (referral) return true;
  const entry = await tx.db.commission.findFirst({
    where: { referrerId: userId, paymentId: { not: null } },
    select: { id: true },
  });
  return entry !== null;
}

async function endRole(tx: Transaction, userId: string): Promise<void> {
  const { count } = await tx.db.user.updateMany({
    where: { id: userId, assignedRole: 'affiliate' },
    data: { assignedRole: 'member', role: 'member' },
  });
  if (count === 0) return;
  await settleRole(tx, userId);
  await settleClosingOf(tx, userId, { cause: 'agreement_ended' });
}

/** Deletes an account that the import made and nobody has signed in to; one with a ledger stays, as an account without a role. */
async function deleteUnused(tx: Transaction, userId: string): Promise<boolean> {
  const awaited = await tx.db.importedPerson.findFirst({
    where: { userId, isAwaited: true },
    select: { userId: true },
  });
  const entry = await tx.db.commission.findFirst({ where: { referrerId: userId }, select: { id: true } });
  // A code that it has still is of another import, which made it an affiliate as well.
  const otherCode = await tx.db.affiliateCode.findFirst({ where: { userId }, select: { code: true } });
  if (!awaited || otherCode) return false;
  if (entry || (await tx.db.ticket.findFirst({ where: { userId }, select: { id: true } }))) {
    await endRole(tx, userId);
    return true;
  }
  await tx.db.sellerTerms.deleteMany({ where: { userId } });
  await tx.db.user.delete({ where: { id: userId } });
  await tx.db.$executeRaw`INSERT INTO figures_stale (user_id) VALUES (${userId}::uuid)`;
  return true;
}

/** Makes a customer nobody's again, unless they have paid meanwhile. */
async function releaseReferral(tx: Transaction, userId: string, referrerId: string): Promise<boolean> {
  const { count } = await tx.db.user.updateMany({
    where: { id: userId, referredById: referrerId, payments: { none: {} } },
    data: { referredById: null },
  });
  return count > 0;
}
