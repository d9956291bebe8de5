import { now } from '#app/platform/clock.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';

/**
 * Forgets somebody whose account is erased, as part of `tx`: gifts that they redeemed are over, and gifts to their address are not
 * emailed any more. Gifts that they gave go on, without their name and words: they are paid for, and somebody else's.
 */
export async function forgetGifts(
  tx: Transaction,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await tx.db.gift.updateMany({ where: { redeemedById: userId, endedAt: null }, data: { endedAt: now() } });
  await tx.db.gift.updateMany({
    where: { recipientEmail: email.toLowerCase() },
    data: { recipientEmail: null },
  });
}
