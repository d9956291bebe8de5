import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { isId } from '#app/domain/core/audit/target.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { codeOf, makeCode } from '#app/domain/selling/gifts/gift-code.server.ts';
import { resendLimit } from '#app/domain/selling/gifts/limits.ts';
import { giftTitle } from '#app/domain/selling/gifts/making.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import type { Gift } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import { consumeRateLimit } from '#app/platform/rate-limit.server.ts';

/** The same press within so long is the same. */
const doubleSubmitMs = 60_000;
/** Gifts that are emailed in one transaction each, so many at a time. */
const batchSize = 200;
/** How long what nobody paid is kept: longer than a provider may take to tell of a payment. */
const draftDays = 30;
/** How long the address of a gift is kept after it was emailed, or was to be, so that it can be sent again. */
const addressDays = 90;

/** The code of a gift; where the site's key was changed twice since, it gets a new one. */
async function currentCode(tx: Transaction, gift: Gift): Promise<string> {
  const current = codeOf(gift);
  if (current) return current;
  const codeVersion = gift.codeVersion + 1;
  const { code, codeHash } = makeCode({ ...gift, codeVersion });
  await tx.db.gift.update({ where: { id: gift.id }, data: { codeVersion, codeHash } });
  return code;
}

/**
 * Emails a gift to its recipient as part of `tx`. The address is one that the giver typed and nobody has verified, so nothing that the
 * giver wrote is in it: neither their name nor their message. Both are shown to whoever has the code.
 */
export async function queueDelivery(tx: Transaction, gift: Gift): Promise<void> {
  if (!gift.recipientEmail) return;
  const code = await currentCode(tx, gift);
  await queueMail(tx, gift.recipientEmail, 'gift-delivered', {
    title: giftTitle(gift.product, gift.months),
    code,
    redeemUrl: `${config().appUrl}/redeem/${code}`,
  });
  await tx.db.gift.update({ where: { id: gift.id }, data: { deliveredAt: now() } });
}

/** Emails gifts whose day has come, forgets old addresses, and deletes gifts that nobody paid; the worker calls it. Safe to repeat. */
export async function deliverGifts(): Promise<void> {
  for (;;) {
    const due = await prisma().gift.findMany({
      where: {
        status: 'paid',
        withheldAt: null,
        deliveredAt: null,
        recipientEmail: { not: null },
        deliverAt: { lte: now() },
      },
      orderBy: { deliverAt: 'asc' },
      take: batchSize,
      select: { id: true },
    });
    for (const { id } of due) await deliverOne(id);
    if (due.length < batchSize) break;
  }
  const before = { lt: new Date(now().getTime() - addressDays * dayMs) };
  await prisma().gift.updateMany({
    // One that was canceled, or whose money went back, may never be emailed.
    where: { recipientEmail: { not: null }, OR: [{ deliveredAt: before }, { deliverAt: before }] },
    data: { recipientEmail: null },
  });
  await prisma().gift.deleteMany({
    where: {
      status: 'draft',
      createdAt: { lt: new Date(now().getTime() - draftDays * dayMs) },
      purchases: { none: {} },
    },
  });
}

const deliverOne = (id: string) =>
  transaction(async (tx) => {
    await tx.db.$queryRaw`SELECT id FROM gifts WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    const gift = await tx.db.gift.findUnique({ where: { id } });
    if (gift?.status !== 'paid' || gift.withheldAt || gift.deliveredAt) return;
    await queueDelivery(tx, gift);
  });

/**
 * Emails a gift once more, or to another address. Part of `tx`; whoever calls it has checked that it may be done. False right after it was sent.
 * @throws {Refusal} conflict for one that cannot be redeemed, or is not due yet; {RateLimitExceeded}
 */
export async function resendWith(tx: Transaction, id: string): Promise<boolean> {
  await consumeRateLimit(resendLimit, id);
  await tx.db.$queryRaw`SELECT id FROM gifts WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const gift = await tx.db.gift.findUnique({ where: { id } });
  if (gift?.status !== 'paid' || gift.withheldAt)
    throw new Refusal('conflict', 'This gift cannot be redeemed, so there is nothing to send.');
  if (!gift.recipientEmail)
    throw new Refusal(
      'conflict',
      gift.deliveredAt
        ? 'We have deleted the email address of this gift. Send its code yourself, or print the card.'
        : 'This gift is a printed card. It has no email address to send it to.',
    );
  if (!gift.deliveredAt)
    throw new Refusal('conflict', 'This gift has not been emailed yet. It goes out on its day.');
  // Idempotent: a double submit must not send a second email.
  if (gift.deliveredAt.getTime() > now().getTime() - doubleSubmitMs) return false;
  await queueDelivery(tx, gift);
  return true;
}

/** Emails a giver's gift once more. @throws {Refusal} not_found; as `resendWith` */
export async function resendGift(giverId: string, id: string): Promise<void> {
  await transaction(async (tx) => {
    if (!isId(id) || (await tx.db.gift.count({ where: { id, giverId } })) === 0)
      throw new Refusal('not_found', 'There is no such gift.');
    if (await resendWith(tx, id))
      await recordActivity(tx, { kind: 'gift_sent_again', userId: giverId, subject: { type: 'gift', id } });
  });
}
