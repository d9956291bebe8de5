import { entitledSql } from '#app/domain/core/access/entitled-sql.server.ts';
import { grantWith } from '#app/domain/core/access/grants.server.ts';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { isFree, isOnSale } from '#app/domain/core/catalogue/products.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { confirmPurchase } from '#app/domain/selling/billing/confirmation.server.ts';
import { purchaseLimit } from '#app/domain/selling/billing/limits.ts';
import { acceptPurchaseTerms } from '#app/domain/selling/billing/purchase.server.ts';
import { freeReason, takeStock } from '#app/domain/selling/billing/stock.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { consumeRateLimit } from '#app/platform/rate-limit.server.ts';

/**
 * Gives somebody a product that costs nothing: no provider is asked, and nobody earns (P309). False for who has it, or what includes it, already.
 * @throws {Refusal} conflict where it is not free, or not on sale, any more, or nothing is left; {RateLimitExceeded}
 */
export async function claimFree(viewer: Viewer, product: Product): Promise<boolean> {
  if (!isFree(product) || !isOnSale(product, now()))
    throw new Refusal('conflict', `${product.name} is not free any more. Check what it costs now.`);
  await consumeRateLimit(purchaseLimit, viewer.id);
  await acceptPurchaseTerms(viewer);
  return transaction(async (tx) => {
    const user = await lockUser(tx, viewer.id);
    if (!user) throw new Refusal('not_found', 'There is no such account.');
    const conditions = [product.gives, ...product.includedIn].map((name) =>
      entitledSql(Prisma.sql`${viewer.id}::uuid`, name),
    );
    const [row] = await tx.db.$queryRaw<{ has: boolean }[]>`
      SELECT ${Prisma.join(conditions, ' OR ')} AS has`;
    if (row?.has) return false;
    await takeStock(tx, product, viewer.id);
    await grantWith(tx, {
      userId: viewer.id,
      entitlement: product.gives,
      reason: freeReason(product.productKey),
      endsAt: null,
      actorId: null,
    });
    const { email, name } = viewer;
    await confirmPurchase(tx, { id: viewer.id, email, name }, product, {
      amountCents: 0,
      currency: product.currency,
    });
    return true;
  });
}
