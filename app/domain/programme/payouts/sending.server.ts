import {
  applyPayoutNews,
  lockPayout,
  takeStep,
} from '#app/domain/programme/payouts/payout-progress.server.ts';
import { tooOld } from '#app/domain/programme/payouts/refusal-words.ts';
import {
  againMs,
  endTooOld,
  keepFailure,
  sendableMs,
} from '#app/domain/programme/payouts/refusals.server.ts';
import { openStates } from '#app/domain/programme/payouts/states.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import type { PayoutBatch } from '#app/platform/database/generated/client.ts';
import { log } from '#app/platform/log.server.ts';
import { payoutProvider } from '#app/platform/payments/payments.server.ts';
import type { PayoutOrder, PayoutProvider } from '#app/platform/payments/payouts.ts';
import { PaymentError } from '#app/platform/payments/port.ts';

/**
 * Hands every batch that was gathered to the provider. A batch is sent by its own id, and its items are what they were the first time:
 * so after a crash, a lost answer or with two processes at it, each is paid once. One that was refused is tried again after a day. The
 * worker calls it. Safe to repeat.
 * @throws {PaymentError} where a batch could not be handed over: it is tried again
 */
export async function sendPayouts(): Promise<void> {
  const to = payoutProvider();
  // Paid by hand, then.
  if (!to) return;
  const batches = await prisma().payoutBatch.findMany({
    where: {
      OR: [
        { state: { in: ['open', 'sending'] } },
        {
          state: 'refused',
          refusedAt: { lt: new Date(now().getTime() - againMs) },
          lastError: { not: tooOld },
        },
      ],
    },
    orderBy: { createdAt: 'asc' },
  });
  let failure: unknown;
  for (const batch of batches) {
    try {
      await sendBatch(to, batch);
    } catch (error) {
      // One that is refused must not hold up the others.
      if (!(error instanceof PaymentError)) throw error;
      if (error.isRetryable) failure ??= error;
      log().error(
        { event: 'payouts_not_sent', batch: batch.id, error: error.code },
        'a batch of payouts was not sent',
      );
    }
  }
  if (failure) throw failure;
}

async function sendBatch(to: PayoutProvider, { id }: PayoutBatch): Promise<void> {
  const closed = await transaction((tx) => closeBatch(tx, id));
  if (!closed) return;
  const { items } = closed;
  if (items.length === 0) {
    await prisma().payoutBatch.update({ where: { id }, data: { state: 'done' } });
    return;
  }
  if (closed.uncertainMs > sendableMs) {
    await endTooOld(id);
    throw new PaymentError(tooOld, 'This batch is too old to be sent safely: pay it by hand.', false);
  }
  const subject = `A payout from ${config().brandName}`;
  const providerBatchId = await to.send({ id, subject, items }).catch(async (error: unknown) => {
    if (error instanceof PaymentError) await keepFailure(id, closed, error);
    throw error;
  });
  await prisma().payoutBatch.updateMany({
    where: { id, state: 'sending' },
    data: { state: 'sent', providerBatchId, sentAt: now(), lastError: null, uncertainSince: null },
  });
}

/** A batch as it is handed over. */
interface ClosedBatch {
  items: PayoutOrder[];
  /** The number of this try. */
  attempt: number;
  /** Whether an earlier try may have arrived, and for how long that has been so. */
  wasUncertain: boolean;
  uncertainMs: number;
}

/**
 * From here on a batch is what it is: what of it was paid by hand is not in it, and what is in it is not paid by hand. Null for one
 * that another process has handed over meanwhile.
 */
async function closeBatch(tx: Transaction, id: string): Promise<ClosedBatch | null> {
  await tx.db.$queryRaw`SELECT 1 FROM payout_batches WHERE id = ${id}::uuid FOR UPDATE`;
  const { state, attempts, uncertainSince } = await tx.db.payoutBatch.findUniqueOrThrow({ where: { id } });
  if (state === 'sent' || state === 'done') return null;
  const attempt = attempts + 1;
  await tx.db.payoutBatch.update({
    where: { id },
    // Written before it is sent: whoever falls in between leaves word that it may have arrived.
    data: { state: 'sending', attempts: attempt, uncertainSince: uncertainSince ?? now() },
  });
  await tx.db.payoutItem.updateMany({
    where: { batchId: id, state: 'requested' },
    data: { state: 'sending' },
  });
  const items = await tx.db.payoutItem.findMany({
    where: { batchId: id, state: 'sending' },
    orderBy: { id: 'asc' },
    select: { id: true, email: true, amountCents: true, currency: true, number: true },
  });
  return {
    items: items.map(({ id: itemId, email, amountCents: cents, currency, number }) => ({
      id: itemId,
      email,
      cents,
      currency,
      note: `Commission, statement ${number}`,
    })),
    attempt,
    wasUncertain: uncertainSince !== null,
    uncertainMs: uncertainSince ? now().getTime() - uncertainSince.getTime() : 0,
  };
}

/** Asks the provider how the batches stand that it has, for what no webhook has told. The worker calls it. Safe to repeat. */
export async function pollPayouts(): Promise<void> {
  const to = payoutProvider();
  if (!to) return;
  const batches = await prisma().payoutBatch.findMany({
    where: { state: 'sent' },
    orderBy: [{ polledAt: { sort: 'asc', nulls: 'first' } }],
    take: 20,
  });
  for (const { id, providerBatchId } of batches) {
    const found = providerBatchId ? await to.find(providerBatchId) : null;
    for (const news of found?.items ?? []) await transaction((tx) => applyPayoutNews(tx, news));
    if (found?.isDenied) await failOpen(id);
    const open = await prisma().payoutItem.count({ where: { batchId: id, state: { in: [...openStates] } } });
    await prisma().payoutBatch.update({
      where: { id },
      data: { polledAt: now(), ...(open === 0 ? { state: 'done' } : {}) },
    });
  }
}

/** A batch that was refused as a whole pays nobody: what is open of it goes back. */
async function failOpen(batchId: string): Promise<void> {
  const open = await prisma().payoutItem.findMany({
    where: { batchId, state: { in: [...openStates] } },
    select: { id: true },
  });
  for (const { id } of open)
    await transaction(async (tx) => {
      const payout = await lockPayout(tx, id);
      if (!payout) return;
      const errorText = 'PayPal did not take the payment.';
      await takeStep(tx, payout, { state: 'failed', at: now(), errorCode: 'BATCH_DENIED', errorText });
    });
}
