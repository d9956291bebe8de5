import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { takeToMail } from '#app/domain/selling/receipts/mailing.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';

interface Refunded {
  id: string;
  userId: string;
  currency: string;
  user: { email: string; name: string };
}

/** Tells the payer, as part of `tx`, what is new of the money that went back, in integer cents, with its credit note. The payment is settled already. */
export async function tellOfRefund(
  tx: Transaction,
  { id, userId, currency, user }: Refunded,
  { amountCents, isOtherWay = false }: { amountCents: number; isOtherWay?: boolean },
): Promise<void> {
  const details = { amountCents, currency };
  // Of one that was made in another way the log says so already.
  if (!isOtherWay)
    await recordActivity(tx, { kind: 'payment_refunded', userId, subject: { type: 'payment', id }, details });
  await queueMail(tx, user.email, 'payment-refunded', {
    name: user.name,
    amountCents,
    currency,
    isOtherWay,
    creditNote: await takeToMail(tx, { paymentId: id, kind: 'credit_note' }),
  });
  await notify(tx, { userId, event: 'payment_refunded', details, path: '/profile/billing' });
}
