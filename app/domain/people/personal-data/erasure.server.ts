import { randomBytes } from 'node:crypto';
import { liveStatuses } from '#app/domain/core/access/live-statuses.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { remainingRows } from '#app/domain/people/personal-data/columns.ts';
import { mailStage } from '#app/domain/people/personal-data/deletion.server.ts';
import { columnsOf, isUnlinked } from '#app/domain/people/personal-data/tables.ts';
import { writeOff } from '#app/domain/programme/payouts/write-offs.server.ts';
import { forgetCustomers } from '#app/domain/selling/billing/customer.server.ts';
import { forgetGifts } from '#app/domain/selling/gifts/forgetting.server.ts';
import { announceSearchChange } from '#app/domain/site/search/answer-cache.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';
import { log } from '#app/platform/log.server.ts';
import { keyedHash } from '#app/platform/secrets/keyed-hash.server.ts';

/** Their owners are reminded so long before accounts are deleted. */
const remindBeforeMs = 2 * dayMs;

/** So many accounts are erased at once; the rest follows at the next run. */
const batchSize = 50;

/** Erases accounts whose time to think again is over, and reminds those whose is nearly so. The worker calls it hourly. Safe to repeat. */
export async function deleteDueAccounts(): Promise<void> {
  await remindOfDeletion();
  const due = await prisma().accountDeletion.findMany({
    where: { doneAt: null, dueAt: { lte: now() } },
    orderBy: { dueAt: 'asc' },
    take: batchSize,
    select: { userId: true },
  });
  for (const { userId } of due)
    try {
      await transaction((tx) => erase(tx, userId), 120_000);
    } catch (error) {
      // One account that cannot be erased keeps no other.
      log().error({ event: 'erasure_failed', userId, error: String(error) }, 'erasing an account failed');
    }
}

/** Erases one account whose deletion is due; false where its money holds it, which the worker tries again. */
export async function eraseDueAccount(userId: string): Promise<boolean> {
  await transaction((tx) => erase(tx, userId), 120_000);
  const row = await prisma().accountDeletion.findUnique({ where: { userId }, select: { doneAt: true } });
  return row?.doneAt !== null;
}

async function remindOfDeletion(): Promise<void> {
  const soon = await prisma().accountDeletion.findMany({
    where: { doneAt: null, remindedAt: null, dueAt: { lte: new Date(now().getTime() + remindBeforeMs) } },
    take: batchSize,
    select: { userId: true, dueAt: true },
  });
  for (const { userId, dueAt } of soon)
    await transaction(async (tx) => {
      const { count } = await tx.db.accountDeletion.updateMany({
        where: { userId, doneAt: null, remindedAt: null },
        data: { remindedAt: now() },
      });
      if (count > 0) await mailStage(tx, userId, 'soon', dueAt);
    });
}

/** Takes out of every table what says who somebody was. Their row stays, names nobody, and holds the rows of money together. */
async function erase(tx: Transaction, userId: string): Promise<void> {
  const [user] = await tx.db.$queryRaw<
    { username: string; email: string; contactEmail: string | null; paypalEmail: string | null }[]
  >`
    SELECT username, email, contact_email AS "contactEmail", paypal_email AS "paypalEmail"
    FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
  // Thought of again meanwhile, or erased by another process.
  const { count } = await tx.db.accountDeletion.updateMany({
    where: { userId, doneAt: null, dueAt: { lte: now() } },
    data: { doneAt: now() },
  });
  if (!user || count === 0) return;
  if (await isHeldByMoney(tx, userId)) {
    await tx.db.accountDeletion.update({ where: { userId }, data: { doneAt: null } });
    return;
  }
  // Nobody is left who could earn it back.
  await writeOff(tx, { userId, reason: 'not_claimed_back' });
  await tx.db.affiliateClosing.updateMany({
    where: { userId, endedAt: null },
    data: { endedAt: now(), outcome: 'nothing_owed' },
  });
  await forgetHandle(tx, userId);
  await forgetCustomers(tx, userId);
  await forgetGifts(tx, { userId, email: user.email });
  // The address they had when they asked something may have been another.
  const asked = await tx.db.ticket.findMany({
    where: { userId },
    distinct: ['email'],
    select: { email: true },
  });
  for (const { table, column } of columnsOf('erased'))
    await tx.db.$executeRaw`DELETE FROM ${name(table)} WHERE ${name(column)} = ${userId}::uuid`;
  await forgetInTexts(tx, userId, [
    user.email,
    user.contactEmail,
    user.paypalEmail,
    ...asked.map(({ email }) => email),
  ]);
  await rememberErased(tx, user.email);
  await forgetPerson(tx, userId, user.username);
  for (const { table, column } of columnsOf('unlinked'))
    await tx.db
      .$executeRaw`UPDATE ${name(table)} SET ${name(column)} = NULL WHERE ${name(column)} = ${userId}::uuid`;
  await recordActivity(tx, { kind: 'account_erased' });
}

/** A keyed hash of the address stays, so that importing an old list does not bring back who wanted to be forgotten (P231). */
async function rememberErased(tx: Transaction, email: string): Promise<void> {
  await tx.db.erasedAddress.createMany({
    data: [{ addressHash: keyedHash('erased address', email), erasedAt: now() }],
    skipDuplicates: true,
  });
}

const name = (identifier: string) => Prisma.raw(`"${identifier}"`);

/**
 * What is paid runs to its end first, and what is owed to somebody or on its way to them arrives, or is given up (P192); so does a refund that they
 * wait for: afterwards nobody knows whom to answer, or whom to pay where the bank has sent it back.
 */
async function isHeldByMoney(tx: Transaction, userId: string): Promise<boolean> {
  const [row] = await tx.db.$queryRaw<{ isHeld: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM subscriptions WHERE user_id = ${userId}::uuid
        AND status::text IN (${Prisma.join([...liveStatuses])}) AND (NOT cancel_at_period_end OR current_period_end > ${now()}))
      OR EXISTS (SELECT 1 FROM payout_items WHERE user_id = ${userId}::uuid
        AND state::text IN ('requested', 'sending', 'pending', 'unclaimed', 'onhold'))
      OR EXISTS (SELECT 1 FROM refund_requests WHERE user_id = ${userId}::uuid AND status IN ('asked', 'accepted'))
      OR EXISTS (SELECT 1 FROM payments p JOIN payment_refunds r ON r.payment_id = p.id WHERE p.user_id = ${userId}::uuid
        AND r.status = 'failed' AND r.resolved_at IS NULL AND p.status NOT IN ('refunded', 'charged_back'))
      OR (SELECT coalesce(sum(cents), 0) > 0 FROM commission_balances WHERE user_id = ${userId}::uuid) AS "isHeld"`;
  return row?.isHeld === true;
}

/** Where others have named somebody by their handle, in posts or what those said before, a former member stands. */
async function forgetHandle(tx: Transaction, userId: string): Promise<void> {
  const written = Prisma.sql`'@' || regexp_replace(u.username, '([^a-z0-9])', '\\\\\\1', 'g') || '(?![a-z0-9-])'`;
  const renamed = Prisma.sql`left(regexp_replace(t.body, ${written}, '@former-member', 'gi'), 5000)`;
  const of = Prisma.sql`FROM community_mentions m JOIN users u ON u.id = m.user_id WHERE u.id = ${userId}::uuid`;
  await tx.db.$executeRaw`UPDATE community_posts t SET body = ${renamed} ${of} AND t.id = m.post_id`;
  await tx.db.$executeRaw`UPDATE community_edits t SET body = ${renamed} ${of} AND t.post_id = m.post_id`;
  await tx.db.$executeRaw`
    UPDATE search_threads t SET body = ${renamed} ${of}
      AND t.id = (SELECT p.thread_id FROM community_posts p WHERE p.id = m.post_id AND p.is_opening)`;
  await announceSearchChange(tx);
}

/** What was written to an address, or holds it somewhere in a provider's words. */
async function forgetInTexts(
  tx: Transaction,
  userId: string,
  addresses: readonly (string | null)[],
): Promise<void> {
  for (const address of new Set(addresses.filter((known) => known !== null))) {
    // Mails to them, and those to the team that say what they asked; not those that hold a longer address which has this one in it.
    const escaped = Prisma.sql`regexp_replace(${address}::text, '([^[:alnum:]])', '\\\\\\1', 'g')`;
    const alone = Prisma.sql`'(?<![[:alnum:]._%+-])' || ${escaped} || '(?![[:alnum:]-]|\\.[[:alnum:]])'`;
    await tx.db.$executeRaw`
      DELETE FROM mail_outbox WHERE lower(recipient) = lower(${address}) OR text ~* (${alone})`;
    await tx.db.mailSuppression.deleteMany({ where: { address: address.toLowerCase() } });
    await tx.db.teamSeat.deleteMany({ where: { invitedEmail: address.toLowerCase() } });
    // What they asked before they had an account, or without signing in.
    await tx.db.ticket.deleteMany({ where: { userId: null, email: address.toLowerCase() } });
    await tx.db.unmatchedMail.deleteMany({ where: { fromAddress: address.toLowerCase() } });
    // Rows about them in files that were read for an import, and not imported.
    await tx.db.foreignSubscription.deleteMany({
      where: { OR: [{ email: address.toLowerCase() }, { namedEmail: address.toLowerCase() }] },
    });
    await tx.db.peopleImportRow.deleteMany({ where: { email: address.toLowerCase() } });
    await tx.db.$executeRaw`
      DELETE FROM affiliate_import_rows WHERE email = lower(${address})
        OR data ->> 'affiliate' = lower(${address}) OR data ->> 'paypalEmail' = lower(${address})`;
    // Their mails that the team has put into somebody else's ticket.
    await tx.db.receivedMail.deleteMany({ where: { fromAddress: address.toLowerCase() } });
    await tx.db.$executeRaw`
      UPDATE webhook_events SET payload = NULL WHERE position(lower(${address}) IN lower(payload::text)) > 0`;
  }
  // What programs were told, and what they answered.
  await tx.db.$executeRaw`
    UPDATE outgoing_events SET data = data || '{"email":null,"name":null,"username":null}'
    WHERE subject_id = ${userId}::uuid AND type LIKE 'user.%'`;
  await tx.db.$executeRaw`
    WITH told AS (SELECT id FROM webhook_deliveries WHERE subject_id = ${userId}::uuid AND attempts > 0),
      answers AS (UPDATE webhook_attempts SET answer = NULL WHERE delivery_id IN (SELECT id FROM told))
    UPDATE webhook_deliveries SET last_answer = NULL WHERE id IN (SELECT id FROM told)`;
}

/** Blanks what the rows that stay say of somebody; their own row, which holds the others together, among them. */
async function forgetPerson(tx: Transaction, userId: string, username: string): Promise<void> {
  const pseudonym = `deleted-${randomBytes(8).toString('hex')}`;
  for (const [table, { owner, ownerName, erased }] of Object.entries(remainingRows)) {
    const blanks = Object.entries(erased)
      .filter(([column]) => column === owner || !isUnlinked(table, column))
      .map(([column, blank]) => {
        const value = typeof blank === 'function' ? blank(pseudonym) : blank;
        return Prisma.sql`${name(column)} = ${value === null ? Prisma.sql`NULL` : literal(value)}`;
      });
    const byName = ownerName
      ? Prisma.sql`OR (${name(owner)} IS NULL AND ${name(ownerName)} = ${username})`
      : Prisma.empty;
    if (blanks.length > 0)
      await tx.db.$executeRaw`
        UPDATE ${name(table)} SET ${Prisma.join(blanks)} WHERE ${name(owner)} = ${userId}::uuid ${byName}`;
  }
}

/** A constant of the project as SQL, which takes the type of its column, an enum as well. */
const literal = (text: string) => Prisma.raw(`'${text.replaceAll("'", "''")}'`);
