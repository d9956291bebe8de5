import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { isId } from '#app/domain/core/audit/target.server.ts';
import { productOf } from '#app/domain/core/catalogue/products.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { deliveryTime } from '#app/domain/selling/gifts/gift-dates.ts';
import type { NewGift } from '#app/domain/selling/gifts/gift-schema.server.ts';
import { giftLimit } from '#app/domain/selling/gifts/limits.ts';
import { lockGift } from '#app/domain/selling/gifts/lock-gift.server.ts';
import { findOffers } from '#app/domain/selling/gifts/offers.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';
import { consumeRateLimit } from '#app/platform/rate-limit.server.ts';

/** The same gift, written down again within so long, is the same. */
const doubleSubmitMs = 10 * 60_000;

function fieldsOf({ option, currency, delivery, recipientEmail, giverName, message, startsOn }: NewGift) {
  const product = findOffers(currency).find(({ key }) => key === option);
  if (!product?.gift)
    throw new Refusal('invalid', 'This gift is not offered any more. Choose another.', 'option');
  return {
    product: product.key,
    currency: product.currency,
    months: product.gift.months,
    giverName,
    message,
    recipientEmail: delivery === 'email' ? recipientEmail : null,
    startsOn,
    deliverAt: deliveryTime(startsOn, now()),
  };
}

/**
 * Writes down a gift that its giver is about to pay, and returns its id.
 * @throws {Refusal} invalid (field option) for what is not offered; {RateLimitExceeded}
 */
export async function createGift(giverId: string, gift: NewGift): Promise<string> {
  await consumeRateLimit(giftLimit, giverId);
  const fields = fieldsOf(gift);
  return transaction(async (tx) => {
    await lockUser(tx, giverId);
    // Idempotent: a double submit must not write down a second gift.
    const { deliverAt: _, ...same } = fields;
    const since = new Date(now().getTime() - doubleSubmitMs);
    const draft = await tx.db.gift.findFirst({
      where: { giverId, ...same, status: 'draft', createdAt: { gt: since } },
      select: { id: true },
    });
    if (draft) return draft.id;
    const data = { giverId, ...fields, createdAt: now() };
    return (await tx.db.gift.create({ data, select: { id: true } })).id;
  });
}

/**
 * Changes a gift that is not paid yet.
 * @throws {Refusal} not_found for a gift of somebody else; conflict for one that is paid, or whose payment is held; invalid (field
 * option); {RateLimitExceeded}
 */
export async function changeGift(giverId: string, id: string, gift: NewGift): Promise<void> {
  await consumeRateLimit(giftLimit, giverId);
  if (!isId(id)) throw new Refusal('not_found', 'There is no such gift.');
  const fields = fieldsOf(gift);
  await transaction(async (tx) => {
    // A payment that comes now waits, and is compared with the gift as it is afterwards.
    await lockGift(tx, id);
    const own = await tx.db.gift.findFirst({ where: { id, giverId }, select: { status: true } });
    if (!own) throw new Refusal('not_found', 'There is no such gift.');
    if (own.status !== 'draft')
      throw new Refusal('conflict', 'This gift is paid, so it cannot be changed any more.');
    if ((await tx.db.purchase.count({ where: { giftId: id, status: 'held' } })) > 0)
      throw new Refusal(
        'conflict',
        'Your payment has arrived, and we are looking into it. The gift cannot be changed meanwhile.',
      );
    await tx.db.gift.update({ where: { id }, data: fields });
  });
}

/** What a gift was bought as, by its key; what is not sold any more has a name all the same. */
export const giftTitle = (key: string, months: number): string =>
  productOf(key)?.name ?? `Gift: ${months === 1 ? '1 month' : `${months} months`}`;
