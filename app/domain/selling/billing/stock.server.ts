import type { Product } from '#app/domain/core/catalogue/product.ts';
import { allProducts } from '#app/domain/core/catalogue/products.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** How long a purchase that was begun keeps one of the last pieces for its buyer, in minutes. */
const reservedMinutes = 30;

/**
 * Refuses to begin a purchase of what is sold out. Who is paying right now counts as having bought, so that the last one is sold once;
 * two who begin in the same moment may both get it, which is not undone. @throws {Refusal} conflict
 */
export async function refuseSoldOut({ productKey, name, stock }: Product, userId: string): Promise<void> {
  if (stock === null) return;
  const since = new Date(now().getTime() - reservedMinutes * 60_000);
  const keys = Prisma.join(
    allProducts()
      .filter((product) => product.productKey === productKey)
      .map(({ key }) => key),
  );
  const [row] = await prisma().$queryRaw<{ sold: number }[]>`
    SELECT (SELECT count(*) FROM purchases WHERE product IN (${keys}) AND (status IN ('paid', 'held', 'disputed')
          OR (status = 'begun' AND created_at > ${since} AND user_id <> ${userId}::uuid)))::int
      + (SELECT count(*) FROM subscriptions WHERE product IN (${keys}) AND subscribed_at IS NOT NULL)::int AS sold`;
  if ((row?.sold ?? 0) >= stock) throw new Refusal('conflict', `${name} is sold out.`);
}
