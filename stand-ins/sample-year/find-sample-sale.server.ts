import { lookupKeyOf, productOf } from '#app/domain/core/catalogue/products.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { samplePrefix, sampleSeller } from '#stand-ins/sample-year/facts.ts';

/**
 * What of the sample year an id at the card provider stands for, as it is now: the demo's sandbox, which never saw it sold, takes it over
 * from here when it is asked to give it back or to end it. Null for any other id.
 */
export async function findSampleSale(id: string) {
  if (!id.startsWith(samplePrefix)) return null;
  return (await findPayment(id)) ?? findSubscription(id);
}

async function findPayment(providerPaymentId: string) {
  const row = await prisma().payment.findFirst({ where: { provider: sampleSeller, providerPaymentId } });
  if (!row) return null;
  const { amountCents, amountRefundedCents: refundedCents, currency } = row;
  return { kind: 'payment' as const, amountCents, refundedCents, currency };
}

async function findSubscription(providerSubscriptionId: string) {
  const row = await prisma().subscription.findUnique({
    where: { provider_providerSubscriptionId: { provider: sampleSeller, providerSubscriptionId } },
  });
  const product = row && productOf(row.product);
  if (!product) return null;
  const { status, amount: amountCents, currency, interval, cancelAtPeriodEnd, canceledAt } = row;
  const startedAt = row.startedAt ?? row.createdAt;
  return {
    kind: 'subscription' as const,
    status,
    amountCents,
    currency,
    interval,
    lookupKey: lookupKeyOf(product),
    startedAt,
    periodStart: row.currentPeriodStart ?? startedAt,
    periodEnd: row.currentPeriodEnd ?? startedAt,
    cancelAtPeriodEnd,
    endedAt: status === 'canceled' ? (canceledAt ?? row.currentPeriodEnd ?? startedAt) : null,
  };
}
