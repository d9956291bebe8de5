import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import type { BillingDetailsInput } from '#app/domain/selling/receipts/billing-details-schema.server.ts';
import { type Party, partyOf } from '#app/domain/selling/receipts/document.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';

/** What receipts to come say of a user. */
export async function findBillingDetails(userId: string): Promise<Party> {
  const { billingDetails, ...user } = await prisma().user.findUniqueOrThrow({
    where: { id: userId },
    select: { name: true, email: true, billingDetails: true },
  });
  return partyOf(user, billingDetails);
}

/** Saves what receipts to come say of a user; those that were issued stay as they are. */
export async function saveBillingDetails(userId: string, details: BillingDetailsInput): Promise<void> {
  await transaction(async (tx) => {
    await lockUser(tx, userId);
    // Saved as they are, nothing has changed.
    if ((await tx.db.billingDetails.count({ where: { userId, ...details } })) > 0) return;
    await tx.db.billingDetails.upsert({
      where: { userId },
      create: { userId, ...details },
      update: details,
    });
    await recordActivity(tx, { kind: 'billing_details_saved', userId, actorId: userId });
  });
}
