import { readOffer } from '#app/domain/core/catalogue/offer.ts';
import { productOf } from '#app/domain/core/catalogue/products.ts';
import { recordPurchase } from '#app/domain/selling/payment-events/purchases.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import type { Payment, Prisma } from '#app/platform/database/generated/client.ts';
import type {
  InvoicePaid,
  ProductPaid,
  RefundChanged,
  SubscriptionUpdated,
} from '#app/platform/payments/facts.ts';
import { lineId, shareRefund } from '#app/platform/payments/payment-line.ts';

// An order bump is a purchase of its own whose payment is a line of another one's (P337): it has its own receipt, commission and refund.

/**
 * Records what was added to a subscription whose payment is not known yet, as begun: of one that was begun on a page of the provider's nothing
 * else tells of it, and it would be offered again to whoever has just paid it.
 */
export async function recordBegunBump(
  tx: Transaction,
  userId: string,
  { provider, subscriptionId, metadata }: SubscriptionUpdated,
): Promise<void> {
  const product = productOf(metadata.bump);
  const offer = readOffer(metadata.bump_offer);
  if (product?.interval !== null || !offer) return;
  const { cents: amountCents, currency } = offer;
  const providerPaymentId = lineId(subscriptionId, product.key);
  await tx.db.purchase.createMany({
    data: { userId, product: product.key, provider, providerPaymentId, amountCents, currency },
    skipDuplicates: true,
  });
}

/** Records what was added to a purchase, once that is recorded: a purchase of its own, paid by a line of the same payment. */
export async function recordBump(tx: Transaction, fact: InvoicePaid | ProductPaid): Promise<void> {
  const { bump, metadata } = fact;
  if (!bump || bump.amountCents <= 0) return;
  const { product, amountCents, taxCents } = bump;
  const { provider, eventId, type, createdAt, customerId, currency } = fact;
  const paidBy = fact.kind === 'invoice_paid' ? fact.invoiceId : fact.paymentId;
  const begunAs = fact.kind === 'invoice_paid' ? fact.subscriptionId : fact.begunId;
  const begunId = begunAs && lineId(begunAs, product);
  const isBegun =
    begunId && (await tx.db.purchase.count({ where: { provider, providerPaymentId: begunId, product } })) > 0;
  await recordPurchase(tx, {
    provider,
    eventId,
    type,
    createdAt,
    customerId,
    currency,
    kind: 'product_paid',
    subscriptionId: null,
    metadata: {
      ...(metadata.user_id ? { user_id: metadata.user_id } : {}),
      product,
      offer: metadata.bump_offer ?? '',
    },
    paymentId: lineId(paidBy, product),
    ...(isBegun ? { begunId } : {}),
    ...(fact.kind === 'invoice_paid' ? { invoiceLineId: lineId(paidBy, product) } : {}),
    amountCents,
    taxCents,
    // What the provider takes is that of the whole payment.
    feeCents: 0,
  });
}

/** The payments that one payment of a provider's is here, its own first: more than one where something was added to it. */
export async function findLines(
  db: Prisma.TransactionClient,
  provider: RefundChanged['provider'],
  paymentId: string,
): Promise<Payment[]> {
  const main = await db.payment.findFirst({ where: { provider, providerPaymentId: paymentId } });
  if (!main) return [];
  // Among those of its payer, which an index finds.
  const added = await db.payment.findMany({
    where: { userId: main.userId, provider, providerPaymentId: { startsWith: lineId(paymentId, '') } },
    orderBy: { providerPaymentId: 'asc' },
  });
  return [main, ...added];
}

/**
 * A refund as the refunds of the lines that it is of. One that the site has made names its line; of any other, what is known of it stays as it
 * was divided first.
 */
export async function refundsOfLines(tx: Transaction, fact: RefundChanged): Promise<RefundChanged[]> {
  const { provider, paymentId, refundId, lineId: named } = fact;
  const lines = await findLines(tx.db, provider, paymentId);
  if (lines.length < 2) return [fact];
  const idOf = (line: string) =>
    line === paymentId ? refundId : lineId(refundId, line.slice(paymentId.length + 1));
  const ofLine = (line: string, amountCents: number): RefundChanged => ({
    ...fact,
    paymentId: line,
    refundId: idOf(line),
    amountCents,
  });
  if (named && lines.some(({ providerPaymentId }) => providerPaymentId === named))
    return [ofLine(named, fact.amountCents)];
  const earlier = await tx.db.paymentRefund.findMany({
    where: {
      provider,
      providerRefundId: { in: lines.map(({ providerPaymentId }) => idOf(providerPaymentId ?? paymentId)) },
    },
    include: { payment: { select: { providerPaymentId: true } } },
  });
  if (earlier.length > 0)
    return earlier.map(({ payment, amountCents }) =>
      ofLine(payment.providerPaymentId ?? paymentId, amountCents),
    );
  const shares = shareRefund(
    lines.map(({ providerPaymentId, amountCents, amountRefundedCents, chargedBackCents }) => ({
      id: providerPaymentId ?? paymentId,
      leftCents: amountCents - amountRefundedCents - chargedBackCents,
    })),
    fact.amountCents,
  );
  return shares.map(({ id, cents }) => ofLine(id, cents));
}
