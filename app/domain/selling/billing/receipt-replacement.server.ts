import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { billingChangeLimit } from '#app/domain/selling/billing/limits.ts';
import { replaceReceipt } from '#app/domain/selling/receipts/issuing.server.ts';
import { mailReceipt } from '#app/domain/selling/receipts/mailing.server.ts';
import { isReceiptNumber } from '#app/domain/selling/receipts/receipts.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';
import { consumeRateLimit } from '#app/platform/rate-limit.server.ts';

/**
 * Issues the viewer's receipt anew, with their billing details of today; returns its number. The one before stays as it is, and says
 * which is valid in its place. Asked again, it says which that is.
 * @throws {Refusal} not_found for a number that is not theirs; conflict where nothing would be other; {RateLimitExceeded}
 */
export async function replaceOwnReceipt(viewer: Viewer, number: string): Promise<string> {
  await consumeRateLimit(billingChangeLimit, viewer.id);
  const missing = () => new Refusal('not_found', 'There is no such receipt.');
  if (!isReceiptNumber(number)) throw missing();
  return transaction(async (tx) => {
    await lockUser(tx, viewer.id);
    const row = await tx.db.receipt.findFirst({
      where: { number, userId: viewer.id, reason: { in: ['payment', 'replacement'] } },
      include: { payment: true, referredBy: { where: { reason: 'replacement' }, select: { number: true } } },
    });
    if (!row) throw missing();
    const [already] = row.referredBy;
    if (already) return already.number;
    const issued = await replaceReceipt(tx, row.payment);
    if (!issued)
      throw new Refusal('conflict', 'The receipt reads as your billing details do. Change those first.');
    await recordActivity(tx, {
      kind: 'receipt_replaced',
      userId: viewer.id,
      actorId: viewer.id,
      subject: { type: 'payment', id: row.paymentId },
      details: { number, by: issued.number },
    });
    await mailReceipt(tx, viewer, { id: issued.id });
    return issued.number;
  });
}
