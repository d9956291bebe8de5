import { baseCurrency } from '#app/domain/core/catalogue/currencies.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { reductionIn, unknownCode } from '#app/domain/programme/affiliates/promotion-rules.ts';
import {
  type PromotionRow,
  problemOf,
  promotionsSql,
} from '#app/domain/programme/affiliates/take-promotion.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { type Promotion, takesOff } from '#app/platform/payments/port.ts';

/** A use that is a buyer's own for now, and whether it was reserved by this call. */
export interface ReservedUse {
  id: string;
  isNew: boolean;
}

/** How long a use stays reserved after its buyer last began to pay; then what was begun is closed. */
const reservedMs = 60 * 60 * 1000;

const reservedUntil = () => new Date(now().getTime() + reservedMs);

/** How long one use stays reserved however often its buyer begins again, or one person could hold the last use for ever. */
const longestMs = 3 * 60 * 60 * 1000;

/** Until when a use stays reserved whose buyer begins again now; null once it has been for as long as it can be. */
function prolonged({ reservedAt }: { reservedAt: Date }): Date | null {
  const until = new Date(Math.min(reservedUntil().getTime(), reservedAt.getTime() + longestMs));
  return until > now() ? until : null;
}

/**
 * Reserves a use of a code for somebody who begins to buy a product; asked again, it is the same use. Null for a promotion that takes
 * nothing off. The row of the code is locked, so that of several who want its last use exactly one gets it (P248).
 * @throws {Refusal} invalid (field code) where the code is not taken (any more)
 */
export async function reserveUse(
  viewer: { id: string },
  product: Product,
  promotion: Promotion & { id?: string },
): Promise<ReservedUse | null> {
  const { id: promotionCodeId } = promotion;
  if (!promotionCodeId || !takesOff(promotion)) return null;
  return transaction((tx) =>
    reserve(tx, { userId: viewer.id, product: product.key, promotionCodeId }, product, promotion),
  );
}

interface Wanted {
  userId: string;
  product: string;
  promotionCodeId: string;
}

async function reserve(
  tx: Transaction,
  wanted: Wanted,
  product: Product,
  promotion: Promotion,
): Promise<ReservedUse> {
  const row = await lockCode(tx, wanted);
  const reduction = row && reductionIn(row, product.currency);
  // The discount of another currency: the buyer has seen another amount.
  if (reduction && reduction.amountOffCents !== (promotion.amountOffCents ?? 0))
    throw new Refusal('conflict', 'This code takes another amount off now. Check the total again.', 'code');
  const own = await tx.db.promotionUse.findFirst({
    where: { ...wanted, state: 'reserved' },
    select: { id: true, reservedAt: true },
  });
  if (own) {
    const until = prolonged(own);
    if (!until)
      throw new Refusal(
        'invalid',
        'You began to pay with this code some hours ago and did not finish, so it is being given back. Try again in ten minutes.',
        'code',
      );
    // What was begun at another price, or in another currency, is begun anew.
    await tx.db.promotionUse.update({
      where: { id: own.id },
      data: {
        reservedUntil: until,
        priceCents: product.amountCents,
        amountOffCents: promotion.amountOffCents ?? 0,
      },
    });
    return { id: own.id, isNew: false };
  }
  const problem = row ? problemOf(row, product) : unknownCode;
  if (!row || !reduction || problem) throw new Refusal('invalid', problem ?? unknownCode, 'code');
  const { code, maxUses, maxUsesPerPerson } = row;
  const { id } = await tx.db.promotionUse.create({
    data: {
      ...wanted,
      code,
      ...reduction,
      priceCents: product.amountCents,
      isLimited: maxUses !== null || maxUsesPerPerson !== null,
      reservedAt: now(),
      reservedUntil: reservedUntil(),
    },
    select: { id: true },
  });
  return { id, isNew: true };
}

/** The code with its uses as they are once whoever had it locked is done; undefined where it is gone. */
async function lockCode(tx: Transaction, wanted: Wanted): Promise<PromotionRow | undefined> {
  const { userId, product, promotionCodeId } = wanted;
  // Counted by a statement of its own: one that waits for the lock would still count as of before.
  await tx.db.$queryRaw`SELECT 1 FROM promotion_codes WHERE id = ${promotionCodeId}::uuid FOR NO KEY UPDATE`;
  const [row] = await tx.db.$queryRaw<PromotionRow[]>(
    promotionsSql(userId, product, Prisma.sql`c.id = ${promotionCodeId}::uuid`),
  );
  return row;
}

/** Notes what a provider has begun with a use: by its id the payment is known to be of it. */
export async function noteBegun({ id }: ReservedUse, begunId: string): Promise<void> {
  await prisma().$executeRaw`
    UPDATE promotion_uses SET begun_ids = array_append(begun_ids, ${begunId})
    WHERE id = ${id}::uuid AND NOT ${begunId} = ANY(begun_ids)`;
}

/** Gives a use back that nothing was begun with. */
export async function giveBackUse({ id }: ReservedUse): Promise<void> {
  await prisma().promotionUse.updateMany({
    where: { id, state: 'reserved', begunIds: { isEmpty: true } },
    data: { state: 'released' },
  });
}

/**
 * Holds the use of a purchase that its buyer has approved and whose money the site is about to take; one that was given back is taken
 * again, if the code still is. False where it is not: then nothing is taken.
 */
export async function holdUse(userId: string, begunId: string): Promise<boolean> {
  return transaction(async (tx) => {
    // A purchase that was given up and begun again is of two uses: the one that is reserved is its.
    const use = await tx.db.promotionUse.findFirst({
      where: { userId, begunIds: { has: begunId } },
      orderBy: [{ state: 'asc' }, { reservedAt: 'desc' }],
    });
    if (!use || use.state === 'used' || !use.promotionCodeId) return true;
    const { id, product, promotionCodeId } = use;
    const row = await lockCode(tx, { userId, product, promotionCodeId });
    const held = { reservedUntil: reservedUntil(), state: 'reserved' as const };
    if (use.state === 'released') {
      const other = await tx.db.promotionUse.findFirst({
        where: { userId, product, promotionCodeId, state: 'reserved' },
      });
      // Its currency was checked as it was reserved.
      if (other || !row || problemOf(row, { key: product, currency: baseCurrency })) return false;
    }
    const { count } = await tx.db.promotionUse.updateMany({ where: { id, state: use.state }, data: held });
    return count === 1;
  });
}
