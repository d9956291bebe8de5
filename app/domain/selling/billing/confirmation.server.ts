import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { guaranteeOf } from '#app/domain/core/catalogue/guarantee.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { allProducts, productOf } from '#app/domain/core/catalogue/products.ts';
import type { PurchaseConfirmation } from '#app/domain/selling/billing/mails/purchase.ts';
import { mailReceipt, takeToMail } from '#app/domain/selling/receipts/mailing.server.ts';
import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import type { MailedReceipt } from '#app/platform/mail/content.ts';
import { isMailQueued, queueMail, rewriteMail } from '#app/platform/mail/outbox.server.ts';

interface Buyer {
  id: string;
  email: string;
  name: string;
}

interface Paid {
  amountCents: number;
  currency: string;
  /** The subscription that it is the beginning of, by our id. */
  subscriptionId?: string | null;
  /** How many payments there are in all; null or absent for what is paid once or without an end. */
  installments?: number | null;
}

const keyOf = (subscriptionId: string) => `welcome ${subscriptionId}`;

function mailOf(
  buyer: Buyer,
  product: Product,
  { amountCents, currency, installments = null }: Paid,
  { receipt, upgradedFrom }: { receipt: MailedReceipt | null; upgradedFrom: string | null },
): PurchaseConfirmation {
  return {
    upgradedFrom,
    name: buyer.name,
    title: product.name,
    amountCents,
    currency,
    interval: product.interval,
    installments,
    guarantee: guaranteeOf(product),
    freeIntervals: product.freeIntervals,
    openUrl: `${config().appUrl}${product.pages.open}`,
    cancelUrl: product.pages.cancel && `${config().appUrl}${product.pages.cancel}`,
    receipt,
  };
}

/** What a buyer owns that a product includes, by its title; null where that is nothing. */
async function findIncluded(tx: Transaction, { id }: Buyer, { gives }: Product): Promise<string | null> {
  const included = allProducts().filter(({ includedIn }) => includedIn.includes(gives));
  if (included.length === 0) return null;
  const owned = await tx.db.purchase.findFirst({
    where: { userId: id, product: { in: included.map(({ key }) => key) }, status: 'paid' },
    select: { product: true },
  });
  return included.find(({ key }) => key === owned?.product)?.summary.title ?? null;
}

/**
 * Thanks for a purchase that is granted, with what was paid (integer cents): the product's own mail, with its receipt where the
 * payment has been told, and a row of the log.
 */
export async function confirmPurchase(
  tx: Transaction,
  buyer: Buyer,
  product: Product,
  paid: Paid,
): Promise<void> {
  await recordActivity(tx, {
    kind: product.interval ? 'subscription_started' : 'product_bought',
    userId: buyer.id,
    details: { product: product.key },
  });
  const receipt = await takeToMail(tx, { userId: buyer.id, product: product.key });
  const key = paid.subscriptionId ? keyOf(paid.subscriptionId) : null;
  const mail = mailOf(buyer, product, paid, {
    receipt,
    upgradedFrom: await findIncluded(tx, buyer, product),
  });
  const isKnown = await isMailQueued(tx, key);
  await queueMail(tx, buyer.email, product.mails.confirmation, mail, isKnown ? null : key);
}

/**
 * Mails the receipt of a payment for a subscription that has begun. That of the first goes into the mail of welcome, where that still
 * waits to be sent: so that it makes no difference which of the two is told first.
 */
export async function mailPayment(
  tx: Transaction,
  buyer: Buyer,
  { id, product: key }: { id: string; product: string },
): Promise<void> {
  const [row] = await tx.db.$queryRaw<
    { isHeld: boolean; amount: number; currency: string; installments: number | null; payments: number }[]
  >`
    SELECT held_reason IS NOT NULL AS "isHeld", amount, currency, installments,
      (SELECT count(*)::int FROM payments WHERE subscription_id = s.id) AS payments
    FROM subscriptions s WHERE id = ${id}::uuid`;
  // Nobody is thanked for what is held; its receipt goes out by itself.
  if (!row || row.isHeld) return;
  const waiting = { userId: buyer.id, product: key };
  const product = productOf(key);
  if (!product || row.payments !== 1 || !(await isMailQueued(tx, keyOf(id))))
    return mailReceipt(tx, buyer, waiting);
  const receipt = await takeToMail(tx, waiting);
  if (!receipt) return;
  const { amount: amountCents, currency, installments } = row;
  const upgradedFrom = await findIncluded(tx, buyer, product);
  const mail = mailOf(buyer, product, { amountCents, currency, installments }, { receipt, upgradedFrom });
  if (await rewriteMail(tx, keyOf(id), product.mails.confirmation, mail)) return;
  await queueMail(tx, buyer.email, 'receipt', { name: buyer.name, receipt });
}
