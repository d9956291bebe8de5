import { settleRole } from '#app/domain/core/access/roles.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import {
  type PresentAffiliate,
  presentAffiliates,
  rateBy,
} from '#app/domain/operating/affiliate-imports/compare-affiliates.server.ts';
import {
  type AffiliateBefore,
  markDone,
  type WaitingRow,
} from '#app/domain/operating/affiliate-imports/done-rows.server.ts';
import { importReferrals } from '#app/domain/operating/affiliate-imports/import-referrals.server.ts';
import { codesOf } from '#app/domain/operating/affiliate-imports/read-rows.ts';
import { findErased } from '#app/domain/operating/imports/comparing.server.ts';
import { usernameFrom } from '#app/domain/people/accounts/registration.server.ts';
import { addOpeningBalance } from '#app/domain/programme/commissions/opening-balances.server.ts';
import { settleClosingOf } from '#app/domain/programme/payouts/closings.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { newToken } from '#app/platform/secrets/crypto.server.ts';

/** So many rows are imported in one transaction: what a kill can undo. */
const batchSize = 200;

/** Imports a checked file of affiliates or referrals, batch by batch. A job, which goes on where it stopped. */
export async function importAffiliates({ importId }: { importId: string }): Promise<void> {
  while (await importNext(importId));
}

/** The file that rows are of. */
interface OpenFile {
  id: string;
  kind: string;
  fileName: string;
  doneRow: number;
  givesRates: boolean;
}

async function importNext(id: string): Promise<boolean> {
  return transaction(async (tx) => {
    await tx.db.$executeRaw`SELECT FROM affiliate_imports WHERE id = ${id}::uuid FOR UPDATE`;
    const file = await tx.db.affiliateImport.findUnique({ where: { id } });
    if (file?.state !== 'importing') return false;
    const rows = (await tx.db.affiliateImportRow.findMany({
      where: { importId: id, number: { gt: file.doneRow }, outcome: { not: 'rejected' } },
      orderBy: { number: 'asc' },
      take: batchSize,
      select: { number: true, email: true, data: true },
    })) as WaitingRow[];
    const last = rows.at(-1);
    if (!last) {
      await tx.db.affiliateImport.update({ where: { id }, data: { state: 'imported', importedAt: now() } });
      return false;
    }
    if (file.kind === 'referrals') await importReferrals(tx, id, rows);
    else await importRows(tx, file, rows);
    await tx.db.affiliateImport.update({ where: { id }, data: { doneRow: last.number } });
    return true;
  }, 60_000);
}

async function importRows(tx: Transaction, file: OpenFile, rows: readonly WaitingRow[]): Promise<void> {
  const erased = await findErased(rows.map(({ email }) => email));
  const people = rows.filter(({ email }) => !erased.has(email));
  const emails = people.map(({ email }) => email);
  // In one order everywhere, so that no two wait for each other. What somebody enters meanwhile waits, and is not overwritten.
  await tx.db.$executeRaw`SELECT FROM users WHERE email = ANY(${emails}) ORDER BY id FOR NO KEY UPDATE`;
  const users = await presentAffiliates(tx.db, emails);
  for (const row of people) {
    const user = users.get(row.email);
    if (user?.role === 'admin') continue;
    await importRow(tx, file, row, user ?? null);
  }
}

async function importRow(
  tx: Transaction,
  file: OpenFile,
  row: WaitingRow,
  present: PresentAffiliate | null,
): Promise<void> {
  const { data } = row;
  const changes: AffiliateBefore = {};
  const usualRate = siteSettings().programme.affiliatePercent;
  const { rate, isRaise } = rateBy(present ?? undefined, data, usualRate);
  const joins = present === null || present.assignedRole === 'member';
  const givenRate = isRaise && !file.givesRates ? (joins ? usualRate : null) : rate;
  const userId = present?.id ?? (await makeAccount(tx, row, givenRate ?? usualRate));
  if (!present) changes.madeAccount = true;
  else await changeAccount(tx, present, { joins, givenRate, paypalEmail: data.paypalEmail }, changes);
  const added: string[] = [];
  for (const code of codesOf(data)) if (await addCode(tx, userId, code)) added.push(code);
  if (added.length > 0) changes.codes = added;
  if (data.balanceCents) {
    const reason = `Opening balance from line ${row.number} of ${file.fileName}: ${data.balanceText ?? ''}`;
    const balance = { userId, cents: data.balanceCents, reason, importId: file.id };
    if (await addOpeningBalance(tx, balance)) changes.hasBalance = true;
  }
  if (Object.keys(changes).length > 0) await markDone(tx, file.id, row.number, userId, changes);
}

/** Makes an account for an affiliate who has none. They get a sign-in link when they come. */
async function makeAccount(
  tx: Transaction,
  { email, data }: WaitingRow,
  commissionRate: number,
): Promise<string> {
  const at = now();
  const { id } = await tx.db.user.create({
    data: {
      email,
      name: data.name ?? '',
      username: usernameFrom(email, newToken().slice(0, 6).toLowerCase()),
      role: 'affiliate',
      assignedRole: 'affiliate',
      commissionRate,
      paypalEmail: data.paypalEmail ?? null,
      createdAt: at,
    },
    select: { id: true },
  });
  await tx.db.importedPerson.create({ data: { userId: id, isAwaited: true, importedAt: at } });
  return id;
}

async function changeAccount(
  tx: Transaction,
  user: PresentAffiliate,
  {
    joins,
    givenRate,
    paypalEmail,
  }: { joins: boolean; givenRate: number | null; paypalEmail: string | undefined },
  changes: AffiliateBefore,
): Promise<void> {
  if (joins) changes.role = { from: user.assignedRole, to: 'affiliate' };
  if (givenRate !== null && givenRate !== user.commissionRate)
    changes.rate = { from: user.commissionRate, to: givenRate };
  if (paypalEmail && !user.paypalEmail) changes.paypalEmail = paypalEmail;
  const { role, rate } = changes;
  if (!role && !rate && !changes.paypalEmail) return;
  await tx.db.user.update({
    where: { id: user.id },
    data: {
      // The role follows from what they have, and is never below the assigned one: it is settled below.
      ...(role ? { assignedRole: 'affiliate', role: 'affiliate' } : {}),
      ...(rate ? { commissionRate: rate.to } : {}),
      ...(changes.paypalEmail ? { paypalEmail: changes.paypalEmail } : {}),
    },
  });
  if (!role) return;
  await settleRole(tx, user.id);
  await settleClosingOf(tx, user.id);
  await recordActivity(tx, { kind: 'role_assigned', userId: user.id, details: { role: 'affiliate' } });
}

/** Gives somebody a code of another system; false where it is taken, by them or by somebody else. */
async function addCode(tx: Transaction, userId: string, code: string): Promise<boolean> {
  const owner = await tx.db.user.findUnique({ where: { username: code }, select: { id: true } });
  if (owner) return false;
  const { count } = await tx.db.affiliateCode.createMany({
    data: [{ code, userId, createdAt: now() }],
    skipDuplicates: true,
  });
  return count > 0;
}
