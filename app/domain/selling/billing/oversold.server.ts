import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { productOf } from '#app/domain/core/catalogue/products.ts';
import { countOversold } from '#app/domain/selling/billing/stock.server.ts';
import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import type { Purchase } from '#app/platform/database/generated/client.ts';
import { log } from '#app/platform/log.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';

/**
 * Reports to the operator, as part of `tx`, that a purchase gives its product again after its money had gone back: the refund failed, or a lost dispute was
 * won. Where one of a limited number was sold again meanwhile, there is one more than there are (P308).
 */
export async function reportOversold(
  tx: Transaction,
  { id, userId, product: key }: Pick<Purchase, 'id' | 'userId' | 'product'>,
): Promise<void> {
  const product = productOf(key);
  const count = product ? await countOversold(tx, product) : 0;
  if (!product || count === 0) return;
  await recordActivity(tx, {
    kind: 'product_oversold',
    userId,
    subject: { type: 'purchase', id },
    details: { product: key, count },
  });
  await queueMail(tx, config().supportEmail, 'product-oversold', {
    title: product.name,
    count,
    userUrl: `${config().appUrl}/admin/users/${userId}`,
  });
  tx.afterCommit(() =>
    log().error(
      { event: 'product_oversold', product: key, purchase: id, count },
      'more are sold than there are',
    ),
  );
}
