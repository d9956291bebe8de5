import { randomUUID } from 'node:crypto';
import { revokeAccess } from '#app/domain/people/accounts/account-access.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** Rows that make an account worth keeping, whoever registered it: money, what was given to it, and what its owner waits for. */
const traces = Prisma.join(
  [
    "subscriptions t WHERE t.user_id = u.id AND t.status <> 'incomplete'",
    "purchases t WHERE t.user_id = u.id AND t.status <> 'begun'",
    'payments t WHERE t.user_id = u.id',
    'entitlement_grants t WHERE t.user_id = u.id',
    'commissions t WHERE t.referrer_username = u.id',
    'imported_people t WHERE t.user_id = u.id',
    'tickets t WHERE t.user_id = u.id',
  ].map((rows) => Prisma.raw(`EXISTS (SELECT 1 FROM ${rows})`)),
  ' OR ',
);

/** Of an account `u`: nobody has ever proven its address, and it holds nothing. */
const isUnprovenSql = Prisma.sql`u.email_verified_at IS NULL AND u.former_email_verified_at IS NULL
  AND u.role = 'member' AND u.assigned_role = 'member' AND NOT (${traces})`;

/** How an address stands: nobody has it, an account has it, or only one that gives way to whoever proves the mailbox (P181). */
export async function holderOf(tx: Transaction, email: string): Promise<'nobody' | 'unproven' | 'account'> {
  const [holder] = await tx.db.$queryRaw<{ isUnproven: boolean }[]>`
    SELECT ${isUnprovenSql} AS "isUnproven" FROM users u WHERE u.email = ${email}`;
  if (!holder) return 'nobody';
  return holder.isUnproven ? 'unproven' : 'account';
}

/**
 * Takes an address from an account that only claims it, as part of `tx`, for another whose owner has just proven the mailbox: the first
 * proof wins. The account has no access left, and is erased within the hour. Nothing happens where another keeps the address.
 */
export async function takeFromUnproven(tx: Transaction, email: string): Promise<void> {
  // One that something else holds right now is in use: the address is taken then.
  const [claimed] = await tx.db.$queryRaw<{ id: string }[]>`
    SELECT u.id FROM users u WHERE u.email = ${email} AND ${isUnprovenSql} FOR NO KEY UPDATE OF u SKIP LOCKED`;
  if (!claimed) return;
  const { id: userId } = claimed;
  await revokeAccess(tx, userId);
  await tx.db.user.update({ where: { id: userId }, data: { email: `unproven-${randomUUID()}@invalid` } });
  const at = now();
  const due = { dueAt: at, remindedAt: at };
  await tx.db.accountDeletion.upsert({
    where: { userId },
    create: { userId, createdAt: at, ...due },
    update: due,
  });
}
