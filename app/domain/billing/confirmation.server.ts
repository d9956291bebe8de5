import { recordActivity } from '#app/domain/activity/record.server.ts';
import type { Product } from '#app/domain/catalogue/product.ts';
import { guaranteeDays } from '#app/domain/catalogue/products.ts';
import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';

/** Thanks for a purchase that is granted, with what was paid (integer cents): the product's own mail, and a row of the log. */
export async function confirmPurchase(
  tx: Transaction,
  buyer: { id: string; email: string; name: string },
  product: Product,
  paid: { amountCents: number; currency: string },
): Promise<void> {
  await recordActivity(tx, {
    kind: product.interval ? 'subscription_started' : 'product_bought',
    userId: buyer.id,
    details: { product: product.key },
  });
  await queueMail(tx, buyer.email, product.mails.confirmation, {
    name: buyer.name,
    title: product.name,
    amountCents: paid.amountCents,
    currency: paid.currency,
    guaranteeDays,
    freeIntervals: product.freeIntervals,
    openUrl: `${config().appUrl}${product.pages.open}`,
    cancelUrl: product.pages.cancel && `${config().appUrl}${product.pages.cancel}`,
  });
}
