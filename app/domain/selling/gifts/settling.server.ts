import { hasMembershipBesideGiftsSql } from '#app/domain/core/access/entitled-sql.server.ts';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { settleRole } from '#app/domain/core/access/roles.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import type { EntitlementGrant, Gift } from '#app/platform/database/generated/client.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import { periodAfter } from '#app/platform/payments/interval.ts';

// A redeemed gift gives its membership by a grant. While its recipient has a membership of their own the grant has no end, so that
// nothing is missing in the minutes between the end of the one and the start of the other; then it runs for what is left of the gift.

/** Days before its end on which the recipient of a gift is told. */
const giftNoticeDays = 7;

type Redeemed = Gift & { grant: EntitlementGrant | null };

/** When a gift ends that starts now. */
const endOf = ({ months, leftSeconds }: Gift, at: Date): Date =>
  leftSeconds === null ? periodAfter(at, `${months} month`) : new Date(at.getTime() + leftSeconds * 1000);

const secondsLeft = (endsAt: Date, at: Date) =>
  Math.max(0, Math.floor((endsAt.getTime() - at.getTime()) / 1000));

async function hasOtherMembership(tx: Transaction, userId: string): Promise<boolean> {
  const [row] = await tx.db.$queryRaw<{ has: boolean }[]>`
    SELECT ${hasMembershipBesideGiftsSql(Prisma.sql`${userId}::uuid`)} AS has`;
  return row?.has === true;
}

/** Has a gift give its membership until `endsAt`, or for as long as it waits. */
async function give(tx: Transaction, userId: string, gift: Redeemed, endsAt: Date | null): Promise<void> {
  const { id, grant } = gift;
  if (grant && grant.revokedAt === null)
    await tx.db.entitlementGrant.update({ where: { id: grant.id }, data: { endsAt } });
  else {
    const newGrant = await tx.db.entitlementGrant.create({
      data: { userId, entitlement: 'membership', reason: 'Gift membership', endsAt, createdAt: now() },
    });
    await tx.db.gift.update({ where: { id }, data: { grantId: newGrant.id } });
  }
}

/** Takes back what a gift gives, and keeps how much of it is left. Returns whether it was running. */
async function hold(tx: Transaction, { id, grant }: Redeemed): Promise<boolean> {
  if (!grant) return false;
  const at = now();
  await tx.db.entitlementGrant.updateMany({
    where: { id: grant.id, revokedAt: null },
    data: { revokedAt: at },
  });
  const rest = grant.endsAt ? { leftSeconds: secondsLeft(grant.endsAt, at) } : {};
  await tx.db.gift.update({ where: { id }, data: { grantId: null, ...rest } });
  return grant.revokedAt === null && grant.endsAt !== null;
}

/** What has become of a gift: its recipient is told of a change that they would otherwise find out at a closed door. */
type Standing = 'runs' | 'resumed' | 'held' | 'waits' | 'ended';

/**
 * Settles one gift; `isTaken`: something else gives the membership now.
 * What an operator took back in the admin area is over.
 */
async function settleOne(
  tx: Transaction,
  userId: string,
  gift: Redeemed,
  isTaken: boolean,
): Promise<Standing> {
  const { id, grant } = gift;
  const at = now();
  if (gift.withheldAt) return (await hold(tx, gift)) ? 'held' : 'waits';
  const runsUntil = grant?.endsAt ?? null;
  if (grant?.revokedAt || gift.leftSeconds === 0 || (runsUntil && runsUntil <= at)) {
    await tx.db.gift.update({ where: { id }, data: { endedAt: at } });
    return 'ended';
  }
  if (runsUntil && !isTaken) return 'runs';
  if (isTaken) {
    if (!grant || runsUntil) await give(tx, userId, gift, null);
    if (runsUntil)
      await tx.db.gift.update({
        where: { id },
        data: { leftSeconds: secondsLeft(runsUntil, at), remindedAt: null },
      });
    return 'waits';
  }
  await give(tx, userId, gift, endOf(gift, at));
  await tx.db.gift.update({ where: { id }, data: { startedAt: gift.startedAt ?? at } });
  // Only a gift that was held has begun without a grant.
  return gift.startedAt && !grant ? 'resumed' : 'runs';
}

/**
 * Settles the gifts that somebody has redeemed, one after the other, as part of `tx`: the first runs unless they have a membership of
 * their own, the others wait. They are locked. Returns where each stands now.
 */
export async function settleGiftsOf(
  tx: Transaction,
  userId: string,
): Promise<{ standings: Standing[]; hasMembership: boolean }> {
  const gifts = await tx.db.gift.findMany({
    where: { redeemedById: userId, status: 'redeemed', endedAt: null },
    orderBy: [{ startedAt: { sort: 'asc', nulls: 'last' } }, { redeemedAt: 'asc' }, { id: 'asc' }],
    include: { grant: true },
  });
  if (gifts.length === 0) return { standings: [], hasMembership: false };
  let isTaken = await hasOtherMembership(tx, userId);
  const standings: Standing[] = [];
  for (const gift of gifts) {
    const standing = await settleOne(tx, userId, gift, isTaken);
    isTaken ||= standing === 'runs' || standing === 'resumed';
    standings.push(standing);
  }
  await settleRole(tx, userId);
  return { standings, hasMembership: isTaken };
}

/** People of whom a gift has to start, wait, be held, end, or be told of. */
const dueSql = (after: string) => Prisma.sql`
  SELECT DISTINCT redeemed.redeemed_by_id AS id FROM gifts redeemed LEFT JOIN entitlement_grants e ON e.id = redeemed.grant_id
  WHERE redeemed.status = 'redeemed' AND redeemed.ended_at IS NULL AND redeemed.redeemed_by_id > ${after}::uuid AND (
    (redeemed.withheld_at IS NOT NULL AND redeemed.grant_id IS NOT NULL) OR (redeemed.withheld_at IS NULL AND (
      redeemed.grant_id IS NULL OR e.revoked_at IS NOT NULL OR e.ends_at <= ${now()}
      OR (e.ends_at IS NOT NULL) = ${hasMembershipBesideGiftsSql(Prisma.sql`redeemed.redeemed_by_id`)}
      OR (redeemed.reminded_at IS NULL AND e.ends_at <= ${now()}::timestamptz + make_interval(days => ${giftNoticeDays}::int)))))
  ORDER BY id LIMIT 200`;

/** Settles the gifts of everybody of whom something has changed; the worker calls it. Safe to repeat, and to cut off. */
export async function settleGifts(): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await prisma().$queryRaw<{ id: string }[]>(dueSql(after));
    for (const { id } of rows) await transaction((tx) => settleAndTell(tx, id));
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

async function settleAndTell(tx: Transaction, userId: string): Promise<void> {
  const user = await lockUser(tx, userId);
  if (!user) return;
  const { standings, hasMembership } = await settleGiftsOf(tx, userId);
  const { appUrl } = config();
  const joinUrl = `${appUrl}/pricing`;
  if (standings.includes('held') && !hasMembership)
    await queueMail(tx, user.email, 'gift-held', { name: user.name, supportUrl: `${appUrl}/support` });
  else if (standings.includes('ended') && !hasMembership)
    await queueMail(tx, user.email, 'gift-ended', { name: user.name, joinUrl });
  if (standings.includes('resumed'))
    await queueMail(tx, user.email, 'gift-resumed', { name: user.name, dashboardUrl: `${appUrl}/dashboard` });
  const soon = new Date(now().getTime() + giftNoticeDays * dayMs);
  const running = await tx.db.gift.findMany({
    where: { redeemedById: userId, status: 'redeemed', endedAt: null, withheldAt: null },
    include: { grant: true },
  });
  // Somebody with another gift behind it stays a member.
  const [only] = running;
  const endsAt = only?.grant?.endsAt;
  if (running.length !== 1 || !only || !endsAt || endsAt > soon || only.remindedAt) return;
  await tx.db.gift.update({ where: { id: only.id }, data: { remindedAt: now() } });
  await queueMail(tx, user.email, 'gift-ending', { name: user.name, endsAt, joinUrl });
}
