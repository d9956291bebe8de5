import { findMembershipState, listPayments } from '#app/domain/selling/billing/billing-overview.server.ts';

/** What somebody has just paid, and what comes next. Money is integer cents. */
interface PurchaseSummary {
  payment: {
    productName: string;
    amountCents: number;
    currency: string;
    paidAt: Date;
    /** Of its receipt; null until that is issued. */
    receiptNumber: string | null;
  } | null;
  next: { amountCents: number; currency: string; at: Date } | null;
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
          amountCents: payment.amountCents,
          currency: payment.currency,
          paidAt: payment.paidAt,
          receiptNumber: payment.documents.findLast(({ kind }) => kind === 'receipt')?.number ?? null,
        }
      : null,
    next: next?.at ? { amountCents: next.amountCents, currency: next.currency, at: next.at } : null,
  };
}
