import { Refusal } from '#app/domain/core/values/errors.ts';
import { refusalInWords, tooOld } from '#app/domain/programme/payouts/refusal-words.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import type { PayoutBatchState } from '#app/platform/database/generated/enums.ts';
import { dayMs } from '#app/platform/durations.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import { isMailQueued, queueMail } from '#app/platform/mail/outbox.server.ts';
import type { PaymentError } from '#app/platform/payments/port.ts';

// What becomes of a batch of payouts that the provider does not take.

/** For so long the provider knows a batch's id again; less than its 30 days. After that nothing is sent a second time. */
export const sendableMs = 28 * dayMs;

/** A batch that was refused is tried again by itself after so long: money may have come into the account. */
export const againMs = dayMs;

/** Locks a batch. Null for none. */
async function lockBatch(tx: Transaction, id: string) {
  await tx.db.$queryRaw`SELECT 1 FROM payout_batches WHERE id = ${id}::uuid FOR UPDATE`;
  return tx.db.payoutBatch.findUnique({ where: { id } });
}

/** A batch that was not handed over is open again to the operator: its payouts can be paid by hand, taken back, or sent again. */
async function giveBack(tx: Transaction, id: string, code: string): Promise<void> {
  await tx.db.payoutBatch.update({
    where: { id },
    data: { state: 'refused', lastError: code, refusedAt: now() },
  });
  await tx.db.payoutItem.updateMany({
    where: { batchId: id, state: 'sending' },
    data: { state: 'requested' },
  });
}

/** Mails the operator why a batch was not taken, once for each reason. */
async function tellOperator(tx: Transaction, id: string, code: string, isOver: boolean): Promise<void> {
  const key = `payouts-refused:${id}:${code}`;
  if (await isMailQueued(tx, key)) return;
  const { _sum: sum, _count: count } = await tx.db.payoutItem.aggregate({
    where: { batchId: id, state: { in: ['requested', 'sending'] } },
    _sum: { amountCents: true },
    _count: true,
  });
  const { supportEmail, appUrl } = config();
  const told = { batchId: id, count, cents: sum.amountCents ?? 0, why: refusalInWords(code), isOver };
  await queueMail(tx, supportEmail, 'payouts-refused', { ...told, siteUrl: appUrl }, key);
}

/**
 * Keeps what came of the try number `attempt` to hand a batch over. It ends as refused where the provider has surely not taken it: it
 * said no for good, and no other try, before or since, can have arrived. Else it goes on being tried.
 */
export async function keepFailure(
  id: string,
  { attempt, wasUncertain }: { attempt: number; wasUncertain: boolean },
  { code, isRetryable }: PaymentError,
): Promise<void> {
  await transaction(async (tx) => {
    const batch = await lockBatch(tx, id);
    if (batch?.state !== 'sending') return;
    const isSure = !isRetryable && !wasUncertain && batch.attempts === attempt;
    if (isSure) {
      await giveBack(tx, id, code);
      await tx.db.payoutBatch.update({ where: { id }, data: { uncertainSince: null } });
    } else await tx.db.payoutBatch.update({ where: { id }, data: { lastError: code } });
    if (!isRetryable) await tellOperator(tx, id, code, isSure);
  });
}

/** Ends a batch of which the provider would not know any more that it has had it: only a person can find out. */
export async function endTooOld(id: string): Promise<void> {
  await transaction(async (tx) => {
    const batch = await lockBatch(tx, id);
    if (batch?.state !== 'sending') return;
    await giveBack(tx, id, tooOld);
    await tellOperator(tx, id, tooOld, true);
  });
}

/** Asks whether an operator may, and writes down what they do, in its transaction. */
type Recorder = (tx: Transaction) => Promise<unknown>;

/**
 * Has a refused batch sent again, at once. @throws {Refusal} not_found; conflict for one that was not refused, or is too old to be sent
 * safely
 */
export async function sendAgain(id: string, record?: Recorder): Promise<void> {
  await transaction(async (tx) => {
    await record?.(tx);
    await openAgain(tx, id);
  });
}

/** The same, as part of `tx`. */
export async function openAgain(tx: Transaction, id: string): Promise<void> {
  const batch = isId(id) ? await lockBatch(tx, id) : null;
  if (!batch) throw new Refusal('not_found', 'There is no batch of this id.');
  if (batch.state !== 'refused')
    throw new Refusal('conflict', 'This batch was not refused: it is on its way, or settled.');
  if (batch.lastError === tooOld) throw new Refusal('conflict', refusalInWords(tooOld));
  await tx.db.payoutBatch.update({ where: { id }, data: { state: 'open' } });
  await sendJobWith(tx, 'send-payouts', {});
}

const isId = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** A batch that is not settled. Money is integer cents. */
export interface OpenBatch {
  id: string;
  state: PayoutBatchState;
  createdAt: Date;
  payouts: number;
  cents: number;
  /** Why it was not taken when it was tried last, in words; null where nothing went wrong. */
  why: string | null;
}

/** Batches that are not settled, the oldest first. Two queries. */
export async function listOpenBatches(limit = 100): Promise<OpenBatch[]> {
  const batches = await prisma().payoutBatch.findMany({
    where: { state: { not: 'done' } },
    orderBy: { createdAt: 'asc' },
    take: limit,
  });
  const sums = await prisma().payoutItem.groupBy({
    by: ['batchId'],
    where: { batchId: { in: batches.map(({ id }) => id) } },
    _sum: { amountCents: true },
    _count: true,
  });
  return batches.map(({ id, state, createdAt, lastError }) => {
    const sum = sums.find(({ batchId }) => batchId === id);
    return {
      id,
      state,
      createdAt,
      payouts: sum?._count ?? 0,
      cents: sum?._sum.amountCents ?? 0,
      why: lastError === null ? null : refusalInWords(lastError),
    };
  });
}
