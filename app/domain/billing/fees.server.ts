import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import type { Jobs } from '#app/platform/jobs/kinds.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import type { FeeFact } from '#app/platform/payments/facts.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { canOf } from '#app/platform/payments/port.ts';

type Charged = Jobs['record-fee'];

/** The columns of what a provider took, as far as an event tells it. */
export function feeColumns({ feeCents, feeCurrency, currency }: FeeFact & { currency: string }) {
  return typeof feeCents === 'number' ? { feeCents, feeCurrency: feeCurrency ?? currency } : {};
}

/** Has a job ask what a payment or a refund has cost, as part of `tx`, where the provider's events leave that out. */
export async function askForFee(tx: Transaction, charged: Charged): Promise<void> {
  if (canOf(charged.provider).asksForFees) await sendJobWith(tx, 'record-fee', charged);
}

/**
 * Asks a provider what a payment or a refund has cost, and which card it was, and keeps it beside it; the worker calls it. Safe to repeat: of a refund that
 * came back there is more to tell than before. @throws while the provider cannot be asked, or does not know yet
 */
export async function recordFee({ provider: name, kind, id }: Charged): Promise<void> {
  const fee = await provider(name).findFee(kind === 'payment' ? { paymentId: id } : { refundId: id });
  if (!fee) throw new Error(`${name} does not know the fee yet.`);
  const data = { feeCents: fee.cents, feeCurrency: fee.currency };
  if (kind === 'payment')
    await prisma().payment.updateMany({
      where: { provider: name, providerPaymentId: id },
      data: { ...data, ...(fee.cardFingerprint ? { cardFingerprint: fee.cardFingerprint } : {}) },
    });
  else await prisma().paymentRefund.updateMany({ where: { provider: name, providerRefundId: id }, data });
}
