import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { findMembershipState, listPayments } from '#app/domain/selling/billing/billing-overview.server.ts';

/** What somebody has just paid, and what comes next; amounts as they are written. */
interface PurchaseSummary {
  payment: {
    productName: string;
    amount: string;
    paidAt: Date;
    /** Of its receipt; null until that is issued. */
    receiptNumber: string | null;
  } | null;
  next: { amount: string; at: Date } | null;
}

/** The latest payment of a member, and the next charge of the membership where one is due. Two queries. */
export async function findPurchaseSummary(userId: string): Promise<PurchaseSummary> {
  const [state, { rows }] = await Promise.all([findMembershipState(userId), listPayments(userId)]);
  const payment = rows.find(({ status }) => status === 'paid');
  const next = state.kind === 'active' ? state.nextPayment : null;
  return {
    payment: payment
      ? {
          productName: payment.productName,
          amount: formatMoney(payment.amountCents, payment.currency),
          paidAt: payment.paidAt,
          receiptNumber: payment.documents.findLast(({ kind }) => kind === 'receipt')?.number ?? null,
        }
      : null,
    next: next?.at ? { amount: formatMoney(next.amountCents, next.currency), at: next.at } : null,
  };
}
