import type { Product } from '#app/domain/core/catalogue/product.ts';
import { allProducts } from '#app/domain/core/catalogue/products.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** How long a purchase that was begun keeps one of the last pieces for its buyer, in minutes. */
const reservedMinutes = 30;

interface Stocked extends Pick<Product, 'productKey' | 'name'> {
  stock: number;
}

/** What is sold out, or kept for others who are paying: unlike who has paid already, its buyer has to read why. */
export class SoldOut extends Refusal {
  constructor(message: string) {
    super('conflict', message);
  }
}

/** How a product says that somebody has it without having paid: see `claimFree`. */
export const freeReason = (productKey: string): string => `Free: ${productKey}`;

/**
 * Whether a purchase `b` takes one of a limited number: it gives the product or may again, as its money is there, in dispute, or on its way back
 * and has not arrived. What gave nothing takes none. SQL.
 */
const takesOneSql = Prisma.sql`(b.status IN ('paid', 'held') OR ((b.is_granted OR b.held_reason IS NOT NULL) AND (b.status = 'disputed'
  OR (b.status = 'refunded' AND EXISTS (SELECT 1 FROM payment_refunds r WHERE r.payment_id = b.payment_id AND r.status = 'pending')))))`;

interface Gone {
  sold: number;
  reserved: number;
  isReserved: boolean;
}

const keysOf = (productKey: string) =>
  Prisma.join(allProducts().flatMap((product) => (product.productKey === productKey ? [product.key] : [])));

/** How many of a product are gone, as an expression. SQL. */
const soldSql = (productKey: string) => Prisma.sql`
  ((SELECT count(*) FROM purchases b WHERE b.product IN (${keysOf(productKey)}) AND ${takesOneSql})
    + (SELECT count(*) FROM subscriptions WHERE product IN (${keysOf(productKey)}) AND subscribed_at IS NOT NULL)
    + (SELECT count(*) FROM entitlement_grants WHERE reason = ${freeReason(productKey)} AND revoked_at IS NULL))::int`;

/** Has all that count a product do so one after the other, until `tx` ends. */
const lockProduct = (tx: Transaction, productKey: string) =>
  tx.db.$queryRaw`SELECT 1 FROM products WHERE key = ${productKey} FOR NO KEY UPDATE`;

/** How many of a product are gone, and how many are kept for others who are paying. Its row is locked until `tx` ends. */
async function countGone(tx: Transaction, productKey: string, userId: string): Promise<Gone> {
  await lockProduct(tx, productKey);
  return readGone(tx.db, productKey, userId);
}

async function readGone(db: Prisma.TransactionClient, productKey: string, userId: string): Promise<Gone> {
  const keys = keysOf(productKey);
  const boughtBy = (user: Prisma.Sql) => Prisma.sql`
    EXISTS (SELECT 1 FROM purchases b WHERE b.user_id = ${user} AND b.product IN (${keys}) AND ${takesOneSql})
    OR EXISTS (SELECT 1 FROM subscriptions b WHERE b.user_id = ${user} AND b.product IN (${keys}) AND b.subscribed_at IS NOT NULL)`;
  const [row] = await db.$queryRaw<Gone[]>`
    SELECT ${soldSql(productKey)} AS sold,
      (SELECT count(*) FROM stock_reservations r WHERE r.product_key = ${productKey} AND r.reserved_until > ${now()}
        AND r.user_id <> ${userId}::uuid AND NOT (${boughtBy(Prisma.sql`r.user_id`)}))::int AS reserved,
      EXISTS (SELECT 1 FROM stock_reservations r WHERE r.product_key = ${productKey} AND r.user_id = ${userId}::uuid
        AND r.reserved_until > ${now()}) AS "isReserved"`;
  return row ?? { sold: 0, reserved: 0, isReserved: false };
}

/** By how many a product is sold more often than there are of it; 0 for what is not limited. Its row is locked until `tx` ends. */
export async function countOversold(tx: Transaction, product: Product): Promise<number> {
  const stocked = limited(product);
  if (!stocked) return 0;
  await lockProduct(tx, stocked.productKey);
  const [row] = await tx.db.$queryRaw<{ sold: number }[]>`SELECT ${soldSql(stocked.productKey)} AS sold`;
  return Math.max(0, (row?.sold ?? 0) - stocked.stock);
}

/** @throws {SoldOut} where nothing is left, or the last ones are being paid by others */
async function refuseSoldOut(tx: Transaction, { productKey, name, stock }: Stocked, userId: string) {
  const { sold, reserved } = await countGone(tx, productKey, userId);
  if (sold >= stock) throw new SoldOut(`${name} is sold out.`);
  if (sold + reserved >= stock)
    throw new SoldOut(
      `Somebody is paying for the last ${name} right now. If that payment doesn’t come, it is for sale again within ${reservedMinutes} minutes.`,
    );
}

const limited = ({ productKey, name, stock }: Product): Stocked | null =>
  stock === null ? null : { productKey, name, stock };

/**
 * Keeps one of a limited number for a buyer while they pay: of several who want the last one in the same moment exactly one gets it (P308).
 * Asking again keeps it no longer, or one person could hold the last one for ever.
 * @throws {SoldOut} where nothing is left
 */
export async function reserveStock(product: Product, userId: string): Promise<void> {
  const stocked = limited(product);
  if (!stocked) return;
  const { productKey } = stocked;
  const at = now();
  const reservedUntil = new Date(at.getTime() + reservedMinutes * 60_000);
  await transaction(async (tx) => {
    await refuseSoldOut(tx, stocked, userId);
    await tx.db.$executeRaw`
      INSERT INTO stock_reservations AS r (product_key, user_id, reserved_until) VALUES (${productKey}, ${userId}::uuid, ${reservedUntil})
      ON CONFLICT (product_key, user_id) DO UPDATE SET reserved_until = excluded.reserved_until WHERE r.reserved_until <= ${at}`;
  });
}

/** Whether somebody can have one of a limited number now, as far as a page can tell: whoever pays is asked again. One query for what is limited. */
export async function isLeft(product: Product, userId: string): Promise<boolean> {
  const stocked = limited(product);
  if (!stocked) return true;
  const { sold, reserved } = await readGone(prisma(), stocked.productKey, userId);
  return sold + reserved < stocked.stock;
}

/** Takes one of a limited number at once, as part of `tx`. @throws {SoldOut} where nothing is left */
export async function takeStock(tx: Transaction, product: Product, userId: string): Promise<void> {
  const stocked = limited(product);
  if (stocked) await refuseSoldOut(tx, stocked, userId);
}

/**
 * Whether a payment comes too late for one of a limited number: none is left, or the last ones are kept for others and none for this buyer
 * any more. The payment's own purchase is not counted, being begun.
 */
export async function isSoldOutFor(tx: Transaction, product: Product, userId: string): Promise<boolean> {
  const stocked = limited(product);
  if (!stocked) return false;
  const { sold, reserved, isReserved } = await countGone(tx, stocked.productKey, userId);
  return sold + (isReserved ? 0 : reserved) >= stocked.stock;
}
