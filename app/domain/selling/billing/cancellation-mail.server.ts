import { isLive } from '#app/domain/core/access/live-statuses.ts';
import { productNoun, productOf } from '#app/domain/core/catalogue/products.ts';
import { isGone } from '#app/domain/core/values/payment-standing.ts';
import { decidingPaymentOf, periodPayments } from '#app/domain/selling/billing/deciding-payment.server.ts';
import { accessEndsAt, hasPaidPeriod, isInDispute } from '#app/domain/selling/billing/membership-state.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import type { MailTemplates } from '#app/platform/mail/templates.ts';
import { canOf } from '#app/platform/payments/port.ts';

/** What a member is told who has canceled. */
type Said = Omit<MailTemplates['membership-canceled'], 'name' | 'billingUrl'>;

/**
 * Tells a member once that what they subscribed to is canceled, whoever learns of it first: the page on which they ask for it, or the
 * provider's webhook. Once it is to go on, the next cancellation is told anew.
 */
export async function confirmCancellation(
  tx: Transaction,
  { id, product, user }: { id: string; product: string; user: { email: string; name: string } },
  said: Said,
): Promise<void> {
  const mail = productOf(product)?.mails.canceled;
  if (!mail) return;
  const { count } = await tx.db.subscription.updateMany({
    where: { id, cancellationMailedAt: null },
    data: { cancellationMailedAt: now() },
  });
  if (count === 0) return;
  await queueMail(tx, user.email, mail, {
    name: user.name,
    noun: productNoun(product),
    ...said,
    billingUrl: `${config().appUrl}/profile/billing`,
  });
}

/** Tells a member what their subscription has become by a cancellation that the provider told of. */
export async function confirmToldCancellation(tx: Transaction, id: string): Promise<void> {
  const { user, payments, ...subscription } = await tx.db.subscription.findUniqueOrThrow({
    where: { id },
    include: {
      user: { select: { email: true, name: true } },
      payments: periodPayments,
    },
  });
  const status = decidingPaymentOf({ ...subscription, payments })?.status;
  const isPaid = status !== undefined && !isGone(status);
  const row = { ...subscription, isPaid };
  const can = canOf(row.provider);
  const at = now();
  const endsAtOnce = !isLive(row.status) || (!can.cancelAtPeriodEnd && !hasPaidPeriod(row, at));
  await confirmCancellation(
    tx,
    { id, product: row.product, user },
    {
      isAskedHere: false,
      interval: row.interval,
      accessEndsAt: endsAtOnce ? null : accessEndsAt(row, at),
      endsAtOnce,
      canBeKept: can.cancelAtPeriodEnd && !endsAtOnce && hasPaidPeriod(row, at),
      isDisputed: isInDispute(row),
    },
  );
}
