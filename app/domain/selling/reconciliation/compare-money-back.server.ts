import { guarded, mend, sampleIds } from '#app/domain/selling/reconciliation/compare.server.ts';
import type { Run } from '#app/domain/selling/reconciliation/runs.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import { wholeId } from '#app/platform/payments/payment-line.ts';
import type { Provider } from '#app/platform/payments/port.ts';

/** Payments compared in one run: over a day, some thousands. */
const paymentsAtOnce = 50;
/** Payments are compared for so many days: disputes come for some months. */
const comparedDays = 180;

interface Compared {
  id: string;
  providerPaymentId: string;
}

/** The payment after which the run before left off; null where it came to the end. */
async function findCursor({ id, provider }: Run): Promise<string | null> {
  const last = await prisma().reconciliationRun.findFirst({
    where: { provider, id: { not: id }, finishedAt: { not: null } },
    orderBy: { startedAt: 'desc' },
    select: { moneyThroughId: true },
  });
  return last?.moneyThroughId ?? null;
}

/**
 * Compares the refunds and disputes of some payments with the provider (P201): the next run goes on with those after them. What is missing
 * here is applied; what the provider does not know is reported, as nobody but an operator can tell why.
 */
export async function compareMoneyBack(run: Run, seller: Provider, now: Date): Promise<void> {
  const after = await findCursor(run);
  const since = new Date(now.getTime() - comparedDays * dayMs);
  // Ids go by time, so that payments that come meanwhile are at the end.
  const payments = await prisma().$queryRaw<Compared[]>`
    SELECT id, provider_payment_id AS "providerPaymentId" FROM payments
    WHERE provider = ${seller.name}::payment_provider AND paid_at >= ${since}
      AND provider_payment_id IS NOT NULL AND provider_payment_id NOT LIKE ${sampleIds}
      -- The money back of a line is told with that of the whole payment.
      AND strpos(provider_payment_id, '/') = 0
      AND (${after}::uuid IS NULL OR id > ${after}::uuid)
    ORDER BY id LIMIT ${paymentsAtOnce}`;
  for (const { id, providerPaymentId } of payments)
    await guarded(run, providerPaymentId, async () => {
      const facts = await seller.findMoneyBack(providerPaymentId);
      if (!facts) return;
      for (const fact of facts) await mend(run, fact);
      await reportUnknown(run, seller, { id, providerPaymentId }, new Set(facts.map(idOf)));
    });
  const isAll = payments.length < paymentsAtOnce;
  const moneyThroughId = isAll ? null : (payments.at(-1)?.id ?? null);
  await prisma().reconciliationRun.update({ where: { id: run.id }, data: { moneyThroughId } });
}

const idOf = (fact: NonNullable<Awaited<ReturnType<Provider['findMoneyBack']>>>[number]): string =>
  fact.kind === 'refund_changed' ? fact.refundId : String(fact.disputeId);

/** Reports refunds and disputes that stand here and not at the provider. */
async function reportUnknown(
  run: Run,
  seller: Provider,
  { id: paymentId, providerPaymentId }: Compared,
  known: ReadonlySet<string>,
): Promise<void> {
  const [refunds, disputes] = await Promise.all([
    prisma().paymentRefund.findMany({ where: { paymentId }, select: { providerRefundId: true } }),
    // One that was bundled stands with the payment that it names.
    prisma().paymentDispute.findMany({
      where: { paymentId, bundledWith: null },
      select: { providerDisputeId: true },
    }),
  ]);
  const unknown = [
    ...refunds.map(({ providerRefundId: id }) => ({ what: 'refund', id })),
    ...disputes.map(({ providerDisputeId: id }) => ({ what: 'dispute', id })),
    // What was made in another way, and the share of a line, have an id of ours behind the provider's.
  ].filter(({ id }) => !known.has(wholeId(id)) && id !== providerPaymentId);
  for (const { what, id } of unknown) {
    run.counts.failed += 1;
    run.notes.push(
      `${seller.can.title} does not know the ${what} ${id} of the payment ${providerPaymentId}.`,
    );
  }
}
