import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { giftGuaranteeSentence } from '#app/domain/core/catalogue/guarantee.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { queueDelivery } from '#app/domain/selling/gifts/delivery.server.ts';
import { makeCode } from '#app/domain/selling/gifts/gift-code.server.ts';
import { deliveryTime } from '#app/domain/selling/gifts/gift-dates.ts';
import { takeToMail } from '#app/domain/selling/receipts/mailing.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';

/** Whether a gift that is locked waits for a payment by this giver, of this product. */
export async function isPayable(
  tx: Transaction,
  { giftId, giverId, product }: { giftId: string | null; giverId: string; product: string },
): Promise<boolean> {
  if (!giftId) return false;
  return (await tx.db.gift.count({ where: { id: giftId, giverId, product, status: 'draft' } })) === 1;
}

/**
 * A gift is paid: it gets its code, its giver is thanked with the receipt, and it is emailed if its day has come. Its giver is locked.
 */
export async function confirmGift(
  tx: Transaction,
  giver: { id: string; email: string; name: string },
  product: Product,
  { giftId, amountCents, currency }: { giftId: string; amountCents: number; currency: string },
): Promise<void> {
  const draft = await tx.db.gift.findUniqueOrThrow({ where: { id: giftId } });
  if (draft.status !== 'draft') return;
  const at = now();
  const { codeHash } = makeCode(draft);
  const due = deliveryTime(draft.startsOn, at);
  const gift = await tx.db.gift.update({
    where: { id: giftId },
    data: { status: 'paid', paidAt: at, codeHash, deliverAt: due },
  });
  await recordActivity(tx, {
    kind: 'product_bought',
    userId: giver.id,
    subject: { type: 'gift', id: giftId },
    details: { product: product.key },
  });
  await queueMail(tx, giver.email, 'gift-bought', {
    name: giver.name,
    title: product.name,
    amountCents,
    currency,
    isCard: gift.recipientEmail === null,
    deliverAt: gift.deliverAt,
    guarantee: giftGuaranteeSentence,
    giftUrl: `${config().appUrl}/gifts/${giftId}`,
    receipt: await takeToMail(tx, { userId: giver.id, product: product.key }),
  });
  if (gift.deliverAt <= at) await queueDelivery(tx, gift);
}

/**
 * Follows what became of the money that paid a gift: while it is gone or in dispute the code is refused and what it gave is held. The
 * giver is locked; whoever redeemed it is settled by a job, so that nobody waits for two locks.
 */
export async function followGiftMoney(tx: Transaction, giftId: string, isThere: boolean): Promise<void> {
  const { count } = await tx.db.gift.updateMany({
    where: { id: giftId, withheldAt: isThere ? { not: null } : null },
    data: { withheldAt: isThere ? null : now() },
  });
  if (count > 0) await sendJobWith(tx, 'settle-gifts', {});
}
