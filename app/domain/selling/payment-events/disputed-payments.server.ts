import {
  type DisputeShare,
  shareAmongLines,
  shareDispute,
} from '#app/domain/selling/payment-events/dispute-shares.ts';
import { findLines } from '#app/domain/selling/payment-events/order-bumps.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import type { Payment, PaymentDispute } from '#app/platform/database/generated/client.ts';
import type { DisputeChanged } from '#app/platform/payments/facts.ts';

/** What is known of a dispute for one of its payments. */
type DisputeRow = PaymentDispute & { payment: Payment };

/** What is disputed, in a payment's currency; null where nothing that was told is in it. */
export function disputedCentsIn(
  currency: string,
  { amountCents, currency: told, withdrawn }: DisputeChanged,
): number | null {
  if (told === currency) return amountCents;
  return withdrawn?.currency === currency ? withdrawn.cents : null;
}

/**
 * Which payments a dispute is about (P198): the one that it names, what was added to it in the same charge, and what the bank bundled with it. `rows` is
 * what was told of it before: a payment that it turns out not to be about has no cents of it any more. What had gone back before the charge was
 * disputed is left out. Banks bundle recurring charges only: of a one-time purchase what is disputed beyond its amount is the bank's exchange rate or
 * fee, unless the provider names other payments.
 */
export async function findDisputedPayments(
  tx: Transaction,
  payment: Payment,
  fact: DisputeChanged,
  rows: readonly DisputeRow[],
): Promise<{ shares: DisputeShare<Payment>[]; leftCents: number }> {
  const [, ...added] = await findLines(tx.db, fact.provider, fact.paymentId);
  const isInIt = ({ id, amountRefundedCents, amountCents }: Payment) =>
    amountRefundedCents < amountCents || rows.some(({ paymentId }) => paymentId === id);
  const found = await shareCharge(tx, payment, added.filter(isInIt), fact, rows);
  const ofOthers = rows.filter(
    ({ paymentId }) => !found.shares.some((share) => share.payment.id === paymentId),
  );
  return {
    ...found,
    shares: [...found.shares, ...ofOthers.map((row) => ({ payment: row.payment, cents: 0 }))],
  };
}

async function shareCharge(
  tx: Transaction,
  payment: Payment,
  lines: readonly Payment[],
  fact: DisputeChanged,
  rows: readonly DisputeRow[],
): Promise<{ shares: DisputeShare<Payment>[]; leftCents: number }> {
  const cents = disputedCentsIn(payment.currency, fact);
  const { disputeId, otherPaymentIds, scope } = fact;
  if (lines.length === 0) {
    if (cents === null) return { shares: [{ payment, cents: payment.amountCents }], leftCents: 0 };
    if (disputeId === null || (cents <= payment.amountCents && !otherPaymentIds))
      return shareDispute(payment, [], cents);
    return shareDispute(payment, await findBundled(tx, payment, lines, fact, rows), cents);
  }
  const charge = [payment, ...lines].map((line) => ({
    payment: line,
    cents: line.amountCents - line.amountRefundedCents,
  }));
  const chargeCents = charge.reduce((sum, share) => sum + share.cents, 0);
  if (cents === null || scope === 'whole') return { shares: charge, leftCents: 0 };
  const ofLines = shareAmongLines(charge, cents);
  if (ofLines) return { shares: ofLines, leftCents: 0 };
  if (cents <= chargeCents) return { shares: charge, leftCents: 0 };
  const wholeCharge = { ...payment, amountCents: chargeCents };
  const bundled = await findBundled(tx, payment, lines, fact, rows);
  const { shares, leftCents } = shareDispute(wholeCharge, bundled, cents);
  return { shares: [...charge, ...shares.slice(1)], leftCents };
}

/** The payments that a dispute may be about besides the charge that it names: those that are known already, or may be bundled with it. */
async function findBundled(
  tx: Transaction,
  { id, userId, currency, subscriptionId, kind }: Payment,
  lines: readonly Payment[],
  { provider, disputeId, otherPaymentIds }: DisputeChanged,
  rows: readonly DisputeRow[],
): Promise<Payment[]> {
  if (disputeId === null) return [];
  const ofCharge = [id, ...lines.map((line) => line.id)];
  const bundled = rows.filter(({ paymentId }) => !ofCharge.includes(paymentId));
  if (bundled.length > 0) return bundled.map((row) => row.payment);
  if (subscriptionId === null && !otherPaymentIds) return [];
  return tx.db.payment.findMany({
    where: {
      userId,
      provider,
      currency,
      id: { notIn: ofCharge },
      ...(otherPaymentIds ? { providerPaymentId: { in: [...otherPaymentIds] } } : { subscriptionId, kind }),
      status: { notIn: ['refunded', 'charged_back'] },
      disputes: { none: { OR: [{ outcome: null, tookMoney: true }, { outcome: 'lost' }] } },
    },
    orderBy: { paidAt: 'desc' },
    take: 50,
  });
}
