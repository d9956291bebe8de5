import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { reasonField } from '#app/domain/core/audit/reason.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { isId } from '#app/domain/core/audit/target.server.ts';
import { currenciesOf, inCurrency } from '#app/domain/core/catalogue/currencies.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { allProducts, isOnSale, isRecurring, lookupKeyOf } from '#app/domain/core/catalogue/products.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { parseDay } from '#app/domain/core/values/typed-moment.ts';
import { moveNoticeDays } from '#app/domain/selling/billing/notice-rules.ts';
import { movedSql } from '#app/domain/selling/price-changes/move-audience.server.ts';
import { earliestMoveDay, latestMoveDay } from '#app/domain/selling/price-changes/move-rules.ts';
import { now } from '#app/platform/clock.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';
import { formatLongDay } from '#app/platform/date-format.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';

/** The prices of a product that subscribers can be moved to, each in its currency: what new buyers pay again and again. */
export const movablePrices = (productKey: string): Product[] =>
  allProducts()
    .filter(
      (price) =>
        price.productKey === productKey &&
        isRecurring(price) &&
        price.seats === null &&
        price.freeIntervals === 0 &&
        isOnSale(price, now()),
    )
    .flatMap((price) => currenciesOf(price).flatMap((currency) => inCurrency(price, currency) ?? []));

export const priceMoveSchema = z.object({
  /** The key at the providers of the price that was shown. */
  price: z.string({ error: 'Please choose a price' }).max(200),
  day: z.string({ error: 'Please choose a day' }).transform((input, context) => {
    const day = parseDay(input);
    if (day) return day;
    context.addIssue({ code: 'custom', message: 'Please choose a day' });
    return z.NEVER;
  }),
  reason: reasonField(),
});

export type PriceMoveForm = z.output<typeof priceMoveSchema>;

/** @throws {Refusal} invalid for a day that leaves less than 30 days, or is more than a year away */
function refuseDay(day: Date): void {
  const [earliest, latest] = [earliestMoveDay(now()), latestMoveDay(now())];
  if (day < earliest)
    throw new Refusal(
      'invalid',
      `Everyone is told ${moveNoticeDays} days ahead. Please choose ${formatLongDay(earliest)} or later.`,
      'day',
    );
  if (day > latest) throw new Refusal('invalid', `Please choose ${formatLongDay(latest)} or earlier.`, 'day');
}

/**
 * Moves whoever subscribed at another version of a price to what it costs today, from the renewal on that follows a day (P303): they are told by
 * email first. The id of the move. Only one of each price and currency runs at a time, so a form that is sent twice
 * begins one.
 * @throws {Refusal} not_allowed; invalid; conflict where the price has changed, a move runs already, or nobody is to be moved
 * @throws {ConfirmationNeeded}
 */
export async function startPriceMove(
  actor: Actor,
  productKey: string,
  { price: shownPrice, day, reason }: PriceMoveForm,
): Promise<string> {
  return transaction(async (tx) => {
    await requirePermission(tx, actor, 'products:change');
    await tx.db.$queryRaw`SELECT 1 FROM products WHERE key = ${productKey} FOR UPDATE`;
    refuseDay(day);
    const price = movablePrices(productKey).find((candidate) => lookupKeyOf(candidate) === shownPrice);
    if (!price?.interval)
      throw new Refusal(
        'conflict',
        'This price has changed since you opened the page. Check it again.',
        'price',
      );
    const live = { priceKey: price.key, currency: price.currency, stoppedAt: null, finishedAt: null };
    if (await tx.db.priceMove.findFirst({ where: live, select: { id: true } }))
      throw new Refusal('conflict', 'Subscribers are being moved to this price already.');
    const version = await tx.db.price.findFirst({
      where: {
        key: price.key,
        currency: price.currency,
        replacedAt: null,
        amountCents: price.amountCents,
      },
      select: { version: true },
    });
    if (!version)
      throw new Refusal(
        'conflict',
        'This price has changed since you opened the page. Check it again.',
        'price',
      );
    const { id } = await tx.db.priceMove.create({
      data: {
        productKey,
        priceKey: price.key,
        version: version.version,
        amountCents: price.amountCents,
        currency: price.currency,
        interval: price.interval,
        lookupKey: shownPrice,
        takesEffectAt: day,
        createdAt: now(),
      },
    });
    const count = await tx.db.$executeRaw`
      INSERT INTO moved_subscriptions (id, move_id, subscription_id, user_id, from_cents, created_at)
      SELECT gen_random_uuid(), ${id}::uuid, s.id, s.user_id, s.amount, ${now()} FROM subscriptions s WHERE ${movedSql(price)}`;
    if (count === 0) throw new Refusal('conflict', 'Nobody pays another price. There is nothing to change.');
    await recordAudit(tx, actor, {
      action: 'price_move_started',
      subject: { type: 'product', id: productKey },
      after: {
        price: price.key,
        version: version.version,
        amountCents: price.amountCents,
        currency: price.currency,
        takesEffectAt: day.toISOString(),
        subscribers: count,
      },
      reason,
    });
    await sendJobWith(tx, 'move-prices', {});
    return id;
  });
}

/**
 * Stops a move: whoever does not pay the new price yet keeps their price, and is told so where they were told otherwise. False where it is over.
 * @throws {Refusal} not_allowed; not_found
 * @throws {ConfirmationNeeded}
 */
export async function stopPriceMove(actor: Actor, productKey: string, moveId: string): Promise<boolean> {
  return transaction(async (tx) => {
    await requirePermission(tx, actor, 'products:change');
    const move = isId(moveId) ? await tx.db.priceMove.findFirst({ where: { id: moveId, productKey } }) : null;
    if (!move) throw new Refusal('not_found', 'There is no such change of prices.');
    const { count } = await tx.db.priceMove.updateMany({
      where: { id: moveId, stoppedAt: null, finishedAt: null },
      data: { stoppedAt: now() },
    });
    if (count === 0) return false;
    await recordAudit(tx, actor, {
      action: 'price_move_stopped',
      subject: { type: 'product', id: productKey },
      after: { price: move.priceKey, amountCents: move.amountCents, currency: move.currency },
    });
    await sendJobWith(tx, 'move-prices', {});
    return true;
  });
}
