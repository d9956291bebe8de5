import { liveStatuses } from '#app/domain/core/access/live-statuses.ts';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { productNoun } from '#app/domain/core/catalogue/products.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { cardLink } from '#app/domain/selling/billing/card-link.server.ts';
import {
  decidingPaymentOf,
  type PeriodPayment,
  periodPayments,
} from '#app/domain/selling/billing/deciding-payment.server.ts';
import { endAtProvider, isPaidThere } from '#app/domain/selling/billing/paid-periods.server.ts';
import { dueNotice, isTold, openUntil, pastDueSince } from '#app/domain/selling/billing/past-due.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import type { Subscription } from '#app/platform/database/generated/client.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import { canOf } from '#app/platform/payments/port.ts';

/** Writes down that a payment for a subscription did not go through; told twice, it counts once. */
export async function keepFailure(tx: Transaction, subscriptionId: string, failedAt: Date): Promise<void> {
  await tx.db.paymentFailure.createMany({ data: { subscriptionId, failedAt }, skipDuplicates: true });
}

/** What says of a subscription whether a payment is missing. */
interface ToldOfPayments
  extends Pick<Subscription, 'provider' | 'pastDueSince' | 'status' | 'lastEventAt' | 'currentPeriodStart'> {
  failures: { failedAt: Date }[];
  payments: PeriodPayment[];
}

/**
 * Derives since when a payment for a subscription is missing, and tells its member of it as is due. The user is locked; whoever has
 * just read what says it hands it over.
 */
export async function settlePastDue(
  tx: Transaction,
  id: string,
  known?: ToldOfPayments,
): Promise<Date | null> {
  const { failures, payments, ...row } =
    known ??
    (await tx.db.subscription.findUniqueOrThrow({
      where: { id },
      include: { failures: { select: { failedAt: true } }, payments: periodPayments },
    }));
  const failedAt = failures.map((failure) => failure.failedAt);
  const paidAt = decidingPaymentOf({ ...row, payments })?.paidAt ?? null;
  const since = pastDueSince({ ...row, failedAt, paidAt }, canOf(row.provider).tellsPastDue);
  if (since?.getTime() !== row.pastDueSince?.getTime())
    await tx.db.subscription.update({ where: { id }, data: { pastDueSince: since } });
  if (since) await tellOfMissingPayment(tx, id);
  return since;
}

/**
 * Tells a member of the payment that is missing, if a notice is due that they have not had: on day 0, 3, 7 and 12, each once. One that
 * is overdue is left out for the next. Nobody is told who has canceled, or whose subscription gives nothing for another reason.
 */
async function tellOfMissingPayment(tx: Transaction, id: string): Promise<void> {
  const { user, payments, ...row } = await tx.db.subscription.findUniqueOrThrow({
    where: { id },
    include: { user: { select: { email: true, name: true } }, payments: periodPayments },
  });
  const { pastDueSince: since, heldReason, isDisputed, isRefunded, requestedChange, amount } = row;
  const day = since && dueNotice(since, now());
  if (since === null || day === null || heldReason || isDisputed || isRefunded) return;
  if (requestedChange === 'cancel') return;
  const paidAt = decidingPaymentOf({ ...row, payments })?.paidAt ?? null;
  if (isTold({ ...row, paidAt }, since, day)) return;
  const data = {
    name: user.name,
    noun: productNoun(row.product),
    amountCents: amount,
    currency: row.currency,
    hasTaxOnTop: config().checkout.hasTaxOnTop,
    openUntil: openUntil(since),
    isLast: day === 12,
    isFirst: day === 0,
    isCard: canOf(row.provider).cardChange,
    mendUrl: cardLink(id),
  };
  await tx.db.subscription.update({ where: { id }, data: { missingToldSince: since, missingToldDay: day } });
  await queueMail(tx, user.email, 'payment-failed', data);
  await notify(tx, {
    userId: row.userId,
    event: 'payment_missing',
    details: { amountCents: amount, currency: row.currency },
    path: '/profile/billing',
    key: `missing:${id}:${since.getTime()}`,
    isGathered: true,
  });
}

/**
 * Goes through the subscriptions of which a payment is missing: tells of it on the days that it is told, and has those ended that have
 * waited for it long enough. The worker calls it. Safe to repeat. @throws {PaymentError} where a provider could not be asked to end one
 */
export async function chasePayments(): Promise<void> {
  const due = await prisma().subscription.findMany({
    where: { pastDueSince: { not: null }, status: { in: [...liveStatuses] } },
    select: { id: true, userId: true, provider: true, providerSubscriptionId: true },
    orderBy: { pastDueSince: 'asc' },
  });
  const failures: unknown[] = [];
  for (const { id, userId, provider: name, providerSubscriptionId } of due) {
    const since = await transaction(async (tx) => {
      await lockUser(tx, userId);
      return settlePastDue(tx, id);
    });
    if (since === null || now() < openUntil(since)) continue;
    const subscription = { provider: name, providerSubscriptionId };
    try {
      // What is closed here is to take no money there. One that is paid there is mended by the reconciliation.
      if (!(await isPaidThere(subscription))) await endAtProvider(subscription, 'The payment did not come.');
    } catch (error) {
      failures.push(error);
    }
  }
  // The others have been gone through; the job comes again for these.
  if (failures.length > 0) throw failures[0];
}
