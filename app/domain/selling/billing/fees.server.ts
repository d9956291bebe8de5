import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import type { Jobs } from '#app/platform/jobs/kinds.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import { log } from '#app/platform/log.server.ts';
import { operatorWords } from '#app/platform/payments/error-class.ts';
import type { FeeFact } from '#app/platform/payments/facts.ts';
import { lineId, wholeId } from '#app/platform/payments/payment-line.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { canOf, type Fee, type Provider } from '#app/platform/payments/port.ts';
import { isUnknownToProvider } from '#app/platform/payments/unknown-to-provider.ts';

type Charged = Jobs['record-fee'];

/** The columns of what a provider took, as far as an event tells it. */
export function feeColumns({ feeCents, feeCurrency, currency }: FeeFact & { currency: string }) {
  return typeof feeCents === 'number' ? { feeCents, feeCurrency: feeCurrency ?? currency } : {};
}

/** Has a job ask what a payment or a refund has cost, as part of `tx`, where the provider's events leave that out. */
export async function askForFee(tx: Transaction, charged: Charged): Promise<void> {
  if (canOf(charged.provider).asksForFees) await sendJobWith(tx, 'record-fee', charged);
}

/** What something has cost; `unknown` where its provider does not know it: there is nothing to record. */
async function findFee(seller: Provider, kind: Charged['kind'], id: string): Promise<Fee | null | 'unknown'> {
  try {
    return await seller.findFee(kind === 'payment' ? { paymentId: id } : { refundId: id });
  } catch (error) {
    if (!isUnknownToProvider(error)) throw error;
    log().warn({ event: 'unknown_at_provider', provider: seller.name, kind, id }, operatorWords(error));
    return 'unknown';
  }
}

/**
 * Asks a provider what a payment or a refund has cost, and which card it was, and keeps it beside it; the worker calls it. Safe to repeat: of a refund that
 * came back there is more to tell than before. @throws while the provider cannot be asked, or does not know yet
 */
export async function recordFee({ provider: name, kind, id }: Charged): Promise<void> {
  const fee = await findFee(provider(name), kind, wholeId(id));
  if (fee === 'unknown') return;
  if (!fee) throw new Error(`${name} does not know the fee yet.`);
  const data = { feeCents: fee.cents, feeCurrency: fee.currency };
  if (kind === 'payment') {
    const { cardFingerprint, cardCountry } = fee;
    const card = {
      ...(cardFingerprint ? { cardFingerprint } : {}),
      ...(cardCountry ? { cardCountry } : {}),
    };
    const payments = await prisma().payment.updateManyAndReturn({
      where: { provider: name, providerPaymentId: id },
      data: { ...data, ...card },
      select: { userId: true },
    });
    // What was added to it was paid by the same card, and its fee stands with the whole.
    if (Object.keys(card).length > 0)
      await prisma().payment.updateMany({
        where: {
          userId: { in: payments.map(({ userId }) => userId) },
          provider: name,
          providerPaymentId: { startsWith: lineId(id, '') },
        },
        data: card,
      });
  } else await prisma().paymentRefund.updateMany({ where: { provider: name, providerRefundId: id }, data });
}
