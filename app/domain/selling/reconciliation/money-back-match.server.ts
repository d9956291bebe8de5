import { findLines } from '#app/domain/selling/payment-events/order-bumps.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { DisputeChanged, RefundChanged } from '#app/platform/payments/facts.ts';

/** Whether a refund or a dispute stands here as its provider says. Refunds go forward only. */
export function isMoneyBackAsTold(fact: RefundChanged | DisputeChanged): Promise<boolean> {
  return fact.kind === 'refund_changed' ? isRefundAsTold(fact) : isDisputeAsTold(fact);
}

async function isRefundAsTold({ provider, paymentId, refundId, status }: RefundChanged): Promise<boolean> {
  const row =
    (await prisma().paymentRefund.findUnique({
      where: { provider_providerRefundId: { provider, providerRefundId: refundId } },
      select: { status: true },
    })) ?? (await findRefundOfLine(provider, paymentId, refundId));
  return row !== null && (row.status === status || status === 'pending');
}

/** A refund that is of what was added to a payment alone stands with that line. */
async function findRefundOfLine(
  provider: RefundChanged['provider'],
  paymentId: string,
  refundId: string,
): Promise<{ status: string } | null> {
  const lines = await findLines(prisma(), provider, paymentId);
  return prisma().paymentRefund.findFirst({
    where: {
      provider,
      providerRefundId: {
        in: lines.map(
          ({ providerPaymentId }) => `${refundId}${String(providerPaymentId).slice(paymentId.length)}`,
        ),
      },
    },
    select: { status: true },
  });
}

async function isDisputeAsTold({ provider, disputeId, state }: DisputeChanged): Promise<boolean> {
  if (disputeId === null) return true;
  const row = await prisma().paymentDispute.findUnique({
    where: { provider_providerDisputeId: { provider, providerDisputeId: disputeId } },
    select: { outcome: true, tookMoney: true },
  });
  if (!row) return false;
  if (state === 'inquiry_closed' || state === 'won') return row.outcome === 'won';
  if (state === 'lost') return row.outcome === 'lost';
  return row.outcome === null && (row.tookMoney || state === 'inquiry');
}
