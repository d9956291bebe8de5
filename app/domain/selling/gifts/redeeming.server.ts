import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { mailboxOf } from '#app/domain/programme/commissions/hold-rules.ts';
import { hashOfCode } from '#app/domain/selling/gifts/gift-code.server.ts';
import { isGiftCode } from '#app/domain/selling/gifts/gift-code.ts';
import { opensAt } from '#app/domain/selling/gifts/gift-dates.ts';
import { codeGuessLimit, redeemLimit } from '#app/domain/selling/gifts/limits.ts';
import { giftTitle } from '#app/domain/selling/gifts/making.server.ts';
import { settleGiftsOf } from '#app/domain/selling/gifts/settling.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import type { Gift } from '#app/platform/database/generated/client.ts';
import { formatLongDay } from '#app/platform/date-format.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import { consumeRateLimit, returnAttempt } from '#app/platform/rate-limit.server.ts';

const unknownCode = 'We don’t know this code. Check it for a typing mistake.';

/** Why a gift cannot be redeemed now, in words for whoever has its code; null where it can. */
function problemOfGift(gift: Pick<Gift, 'status' | 'withheldAt' | 'startsOn'>, at: Date): string | null {
  if (gift.status === 'redeemed') return 'This gift has been redeemed already.';
  if (gift.status !== 'paid') return 'This gift was canceled. Ask the person who gave it to you.';
  if (gift.withheldAt)
    return 'This gift cannot be redeemed, because its payment was returned or is in dispute. Ask the person who gave it to you.';
  if (opensAt(gift.startsOn) > at)
    return `This gift is for ${formatLongDay(gift.startsOn)}. You can redeem it once that day has begun.`;
  return null;
}

/** A gift as whoever has its code sees it, signed in or not. */
interface OpenedGift {
  title: string;
  months: number;
  giverName: string;
  message: string;
  problem: string | null;
}

/**
 * The gift of a code, for whoever has it; null for a code that is none. Wrong ones are counted by the visitor's address.
 * @throws {RateLimitExceeded}
 */
export async function openGift(code: string, clientAddress: string): Promise<OpenedGift | null> {
  await consumeRateLimit(codeGuessLimit, clientAddress);
  const gift = isGiftCode(code)
    ? await prisma().gift.findUnique({ where: { codeHash: hashOfCode(code) } })
    : null;
  if (!gift) return null;
  await returnAttempt(codeGuessLimit, clientAddress);
  const { product, months, giverName, message } = gift;
  return {
    title: giftTitle(product, months),
    months,
    giverName,
    message,
    problem: problemOfGift(gift, now()),
  };
}

/**
 * Whether somebody earns on the sale of a gift, also by another account at another spelling of their address: they could pay a membership
 * of their own with their commission.
 */
async function earnsOn(tx: Transaction, giftId: string, { id, email }: Viewer): Promise<boolean> {
  const sellers = await tx.db.$queryRaw<{ id: string; email: string }[]>`
    SELECT DISTINCT u.id, u.email FROM purchases p JOIN commissions c ON c.payment_id = p.payment_id
      JOIN users u ON u.id = c.referrer_username
    WHERE p.gift_id = ${giftId}::uuid AND c.commission > 0`;
  const mailbox = mailboxOf(email);
  return sellers.some((seller) => seller.id === id || mailboxOf(seller.email) === mailbox);
}

/** Somebody with a membership that never ends would never come to use a gift. */
async function hasEndlessMembership(tx: Transaction, userId: string): Promise<boolean> {
  const grants = await tx.db.entitlementGrant.count({
    where: { userId, entitlement: 'membership', revokedAt: null, endsAt: null, gift: null },
  });
  return grants > 0;
}

/**
 * Redeems a gift for somebody: its membership starts now or, where they have one, when that ends. Of several who redeem the same code
 * at once exactly one gets it. The giver is told. Returns whether it waits.
 * @throws {Refusal} invalid (field code) for a code that is none; conflict for a gift that cannot be redeemed, or not by them;
 * {RateLimitExceeded} after many codes that are none.
 */
export async function redeemGift(viewer: Viewer, code: string): Promise<{ isWaiting: boolean }> {
  await consumeRateLimit(redeemLimit, viewer.id);
  if (!isGiftCode(code)) throw new Refusal('invalid', unknownCode, 'code');
  const codeHash = hashOfCode(code);
  const gift = await transaction(async (tx) => {
    await lockUser(tx, viewer.id);
    await tx.db.$queryRaw`SELECT id FROM gifts WHERE code_hash = ${codeHash} FOR NO KEY UPDATE`;
    const gift = await tx.db.gift.findUnique({ where: { codeHash }, include: { giver: true } });
    if (!gift) throw new Refusal('invalid', unknownCode, 'code');
    // Idempotent: a second press has redeemed it once.
    if (gift.status === 'redeemed' && gift.redeemedById === viewer.id) return gift;
    const problem = problemOfGift(gift, now());
    if (problem) throw new Refusal('conflict', problem);
    if (await earnsOn(tx, gift.id, viewer))
      throw new Refusal('conflict', 'You earn a commission on this gift, so you can’t redeem it yourself.');
    if (await hasEndlessMembership(tx, viewer.id))
      throw new Refusal(
        'conflict',
        'Your membership has no end, so you would never use this gift. Its code still works: pass it on.',
      );
    await tx.db.gift.update({
      where: { id: gift.id },
      data: { status: 'redeemed', redeemedAt: now(), redeemedById: viewer.id, recipientEmail: null },
    });
    await settleGiftsOf(tx, viewer.id);
    await recordActivity(tx, {
      kind: 'gift_redeemed',
      userId: viewer.id,
      subject: { type: 'gift', id: gift.id },
      details: { months: gift.months },
    });
    await tellGiver(tx, gift);
    return tx.db.gift.findUniqueOrThrow({ where: { id: gift.id }, select: { startedAt: true } });
  });
  await returnAttempt(redeemLimit, viewer.id);
  return { isWaiting: gift.startedAt === null };
}

async function tellGiver(
  tx: Transaction,
  { id, giver, product, months, redeemedById }: Gift & { giver: { id: string; email: string; name: string } },
): Promise<void> {
  if (giver.id === redeemedById) return;
  const path = `/gifts/${id}`;
  await notify(tx, { userId: giver.id, event: 'gift_redeemed', path, key: `gift:${id}` });
  await queueMail(tx, giver.email, 'gift-redeemed', {
    name: giver.name,
    title: giftTitle(product, months),
    giftUrl: `${config().appUrl}${path}`,
  });
}
