import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { settleReceipts } from '#app/domain/selling/receipts/issuing.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';

/**
 * Issues receipts, and credit notes for what went back, of payments that have none: those from before there were receipts, in the
 * order in which they were paid, so many at a time. Nobody is mailed. The worker calls it. Safe to repeat, and to be cut off.
 */
export async function issueMissingReceipts(batch = 200): Promise<void> {
  for (;;) {
    const found = await prisma().payment.findMany({
      where: { hasReceipt: false },
      select: { id: true, userId: true },
      orderBy: [{ paidAt: 'asc' }, { id: 'asc' }],
      take: batch,
    });
    for (const { id, userId } of found)
      await transaction(async (tx) => {
        await lockUser(tx, userId);
        const payment = await tx.db.payment.findUniqueOrThrow({ where: { id } });
        if (!payment.hasReceipt) await settleReceipts(tx, payment, false);
      });
    if (found.length < batch) return;
  }
}
