import { prisma } from '#app/platform/database/client.server.ts';
import type { DisputeChanged, RefundChanged } from '#app/platform/payments/facts.ts';

/** Whether a refund or a dispute stands here as its provider says. Refunds go forward only. */
export function isMoneyBackAsTold(fact: RefundChanged | DisputeChanged): Promise<boolean> {
  return fact.kind === 'refund_changed' ? isRefundAsTold(fact) : isDisputeAsTold(fact);
}

async function isRefundAsTold({ provider, refundId, status }: RefundChanged): Promise<boolean> {
  const row = await prisma().paymentRefund.findUnique({
    where: { provider_providerRefundId: { provider, providerRefundId: refundId } },
    select: { status: true },
  });
  return row !== null && (row.status === status || status === 'pending');
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
