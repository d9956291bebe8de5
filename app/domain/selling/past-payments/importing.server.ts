import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { reasonField } from '#app/domain/core/audit/reason.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { monthsPaidFor } from '#app/domain/selling/past-payments/months-paid.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import type { ForeignSubscription } from '#app/platform/database/generated/client.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import { log } from '#app/platform/log.server.ts';
import type { PaymentProvider } from '#app/platform/payments/facts.ts';
import type { PastPayment } from '#app/platform/payments/foreign-subscriptions.ts';
import { findProvider } from '#app/platform/payments/payments.server.ts';
import { PaymentError } from '#app/platform/payments/port.ts';

/** So many subscriptions are looked for at once; the payments of each are written in a transaction of their own. */
const batchSize = 200;

export const importPastSchema = z.object({ reason: reasonField(500, 3) });
export type ImportPastForm = z.input<typeof importPastSchema>;

/**
 * Has what was paid for adopted subscriptions before they were adopted read from their providers, as history (P321). Asked for again
 * it is read again, and takes over what became of it since.
 * @throws {Refusal} not_allowed; conflict where nothing is adopted
 * @throws {ConfirmationNeeded}
 */
export async function startImportingPast(
  actor: Actor,
  { reason }: z.output<typeof importPastSchema>,
): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'subscriptions:adopt');
    const { count } = await tx.db.foreignSubscription.updateMany({
      where: { outcome: 'adopted' },
      data: { historyRequestedAt: now(), historyProblem: null },
    });
    if (count === 0) throw new Refusal('conflict', 'Adopt subscriptions first.');
    await recordAudit(tx, actor, {
      action: 'past_payments_imported',
      after: { subscriptions: count },
      reason,
    });
    await sendJobWith(tx, 'import-past-payments', {});
  });
}

/**
 * Takes all imported history back. What is being read meanwhile is not written.
 * @throws {Refusal} not_allowed @throws {ConfirmationNeeded}
 */
export async function removePastPayments(
  actor: Actor,
  { reason }: z.output<typeof importPastSchema>,
): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'subscriptions:adopt');
    // First of all: whoever is writing a subscription's history holds its row, and what they wrote is deleted below.
    const { count: asked } = await tx.db.foreignSubscription.updateMany({
      where: { historyRequestedAt: { not: null } },
      data: { historyRequestedAt: null, historyReadAt: null, historyProblem: null },
    });
    const { count } = await tx.db.pastPayment.deleteMany();
    if (asked + count === 0) return;
    await recordAudit(tx, actor, { action: 'past_payments_removed', before: { payments: count }, reason });
  });
}

/** Adopted subscriptions whose history is to be read, in their order after `after`. */
const nextToRead = (after: string) => prisma().$queryRaw<{ id: string }[]>`
  SELECT id FROM foreign_subscriptions
  WHERE outcome = 'adopted' AND history_requested_at IS NOT NULL AND history_problem IS NULL
    AND (history_read_at IS NULL OR history_read_at < history_requested_at) AND id > ${after}::uuid
  ORDER BY id LIMIT ${batchSize}`;

/** Reads the history that was asked for, one subscription after the other. A job, which goes on where it stopped. */
export async function importPastPayments(): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await nextToRead(after);
    for (const { id } of rows) await importPastOf(id);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** @throws {PaymentError} where the provider cannot be asked now */
async function importPastOf(id: string): Promise<void> {
  const row = await prisma().foreignSubscription.findUnique({ where: { id } });
  const seller = row && findProvider(row.provider);
  if (!row || !seller) return;
  const readAt = now();
  const payments: PastPayment[] = [];
  try {
    for await (const page of seller.listPastPayments(row.providerSubscriptionId)) payments.push(...page);
  } catch (error) {
    if (!(error instanceof PaymentError) || error.isRetryable) throw error;
    log().error({ about: row.providerSubscriptionId, error: error.code }, 'past payments could not be read');
    await prisma().foreignSubscription.updateMany({
      where: { id, historyRequestedAt: { not: null } },
      data: { historyProblem: error.code },
    });
    return;
  }
  await transaction((tx) => keepPast(tx, row, payments, readAt));
}

/** Writes what was paid before the adoption. What has become a payment of the site's own is not history, and is counted once. */
async function keepPast(
  tx: Transaction,
  { id, provider, providerSubscriptionId }: ForeignSubscription,
  payments: readonly PastPayment[],
  readAt: Date,
): Promise<void> {
  const where = { provider_providerSubscriptionId: { provider, providerSubscriptionId } };
  const owner = await tx.db.subscription.findUnique({ where, select: { userId: true } });
  if (!owner) return;
  // As whoever records a payment of it does: of the same payment one row is written.
  await lockUser(tx, owner.userId);
  const [row] = await tx.db.$queryRaw<{ isWanted: boolean; readAt: Date | null }[]>`
    SELECT history_requested_at IS NOT NULL AS "isWanted", history_read_at AS "readAt"
    FROM foreign_subscriptions WHERE id = ${id}::uuid FOR UPDATE`;
  // Taken back meanwhile, or read by somebody else since.
  if (!row?.isWanted || (row.readAt && row.readAt > readAt)) return;
  const {
    id: subscriptionId,
    adoptedAt,
    interval,
    product,
  } = await tx.db.subscription.findUniqueOrThrow({
    where,
  });
  // The lists of a provider can overlap where they change while they are read: the latest reading of each payment counts.
  const latest = new Map(payments.map((payment) => [payment.invoiceId, payment]));
  const rows = [...latest.values()]
    .filter(({ paidAt }) => adoptedAt !== null && paidAt < adoptedAt)
    .map((payment) => ({
      invoice_id: payment.invoiceId,
      payment_id: payment.paymentId,
      amount: payment.amountCents,
      tax: payment.taxCents,
      refunded: payment.refundedCents,
      currency: payment.currency,
      status: payment.status,
      months: monthsPaidFor(payment, interval),
      number: payment.receiptNumber,
      url: payment.receiptUrl,
      paid_at: payment.paidAt.toISOString(),
    }));
  await tx.db.$executeRaw`
    INSERT INTO past_payments (id, user_id, subscription_id, product, provider, provider_invoice_id, provider_payment_id, amount_cents,
      tax_cents, amount_refunded_cents, currency, status, months, receipt_number, receipt_url, paid_at, imported_at)
    SELECT gen_random_uuid(), ${owner.userId}::uuid, ${subscriptionId}::uuid, ${product}, ${provider}::payment_provider, t.invoice_id,
      t.payment_id, t.amount, t.tax, t.refunded, t.currency, t.status::payment_status, t.months, t.number, t.url, t.paid_at, ${readAt}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS t(invoice_id text, payment_id text, amount int, tax int, refunded int,
      currency text, status text, months int, number text, url text, paid_at timestamptz)
    WHERE NOT EXISTS (SELECT FROM payments p
      WHERE p.provider = ${provider}::payment_provider AND p.provider_invoice_id = t.invoice_id)
    ON CONFLICT (provider, provider_invoice_id) DO UPDATE SET
      provider_payment_id = excluded.provider_payment_id, amount_refunded_cents = excluded.amount_refunded_cents, status = excluded.status,
      receipt_number = excluded.receipt_number, receipt_url = excluded.receipt_url`;
  await tx.db.foreignSubscription.update({ where: { id }, data: { historyReadAt: readAt } });
}

/**
 * Has the history of a subscription read again where a refund or dispute of one of its past payments was told, as part of `tx`: how that
 * stands is the provider's to say, in whatever order its events come. False for a payment that is no history.
 */
export async function refreshPast(
  tx: Transaction,
  { provider, paymentId: providerPaymentId }: { provider: PaymentProvider; paymentId: string },
): Promise<boolean> {
  const payment = await tx.db.pastPayment.findFirst({
    where: { provider, providerPaymentId },
    select: { subscription: { select: { providerSubscriptionId: true } } },
  });
  if (!payment) return false;
  const { providerSubscriptionId } = payment.subscription;
  await tx.db.foreignSubscription.updateMany({
    where: { provider, providerSubscriptionId, historyRequestedAt: { not: null } },
    data: { historyRequestedAt: now(), historyProblem: null },
  });
  await sendJobWith(tx, 'import-past-payments', {});
  return true;
}

/** How far the import of history is. One query. */
export async function countPast(): Promise<{
  adopted: number;
  asked: number;
  waiting: number;
  problems: number;
  payments: number;
}> {
  const [row] = await prisma().$queryRaw<Awaited<ReturnType<typeof countPast>>[]>`
    SELECT count(*)::int AS adopted, count(history_requested_at)::int AS asked,
      (count(*) FILTER (WHERE history_problem IS NULL AND history_requested_at IS NOT NULL
        AND (history_read_at IS NULL OR history_read_at < history_requested_at)))::int AS waiting,
      count(history_problem)::int AS problems, (SELECT count(*)::int FROM past_payments) AS payments
    FROM foreign_subscriptions WHERE outcome = 'adopted'`;
  return row ?? { adopted: 0, asked: 0, waiting: 0, problems: 0, payments: 0 };
}
