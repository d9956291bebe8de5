import { Refusal } from '#app/domain/core/values/errors.ts';
import type { Operator } from '#app/domain/programme/commissions/decisions.server.ts';
import {
  type LockedPayout,
  lockPayout,
  takeStep,
} from '#app/domain/programme/payouts/payout-progress.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';

async function lockUnsent(tx: Transaction, number: number): Promise<LockedPayout> {
  const found = Number.isSafeInteger(number)
    ? await tx.db.payoutItem.findUnique({ where: { number }, select: { id: true } })
    : null;
  const payout = found && (await lockPayout(tx, found.id));
  if (!payout) throw new Refusal('not_found', 'There is no payout of this number.');
  await tx.db.$queryRaw`SELECT 1 FROM payout_batches WHERE id = ${payout.batchId}::uuid FOR UPDATE`;
  // Whatever the provider may have taken can be paid twice.
  const { state } = await tx.db.payoutItem.findUniqueOrThrow({
    where: { id: payout.id },
    select: { state: true },
  });
  if (state !== 'requested')
    throw new Refusal(
      'conflict',
      'This payout has been handed over, or is settled: it cannot be changed by hand.',
    );
  return { ...payout, state };
}

/**
 * Writes down that a payout was paid by hand, with a reference that who was paid can recognize. @throws {Refusal} invalid without one;
 * not_found; conflict for a payout that was handed to the provider or is settled
 */
export async function markPaidByHand(
  number: number,
  reference: string,
  operator: Operator = {},
): Promise<void> {
  if (!reference.trim())
    throw new Refusal('invalid', 'Please enter a reference of the payment.', 'reference');
  await transaction(async (tx) => {
    await operator.record?.(tx);
    const payout = await lockUnsent(tx, number);
    const step = { reference: reference.trim().slice(0, 200), markedById: operator.id ?? null };
    await takeStep(tx, payout, { state: 'paid', at: now(), ...step });
  });
}

/** Takes a payout back that was not handed over yet: its money is in the balance again. @throws {Refusal} as `markPaidByHand` */
export async function cancelPayout(number: number, operator: Operator = {}): Promise<void> {
  await transaction(async (tx) => {
    await operator.record?.(tx);
    const payout = await lockUnsent(tx, number);
    await takeStep(tx, payout, { state: 'canceled', at: now(), errorText: 'The operator has canceled it.' });
  });
}

/** Payouts that are open, the oldest first. Integer cents. */
export async function listOpenPayouts(limit = 100) {
  return prisma().payoutItem.findMany({
    where: { state: { in: ['requested', 'sending', 'pending', 'unclaimed', 'onhold'] } },
    orderBy: { number: 'asc' },
    take: limit,
    select: {
      number: true,
      userId: true,
      amountCents: true,
      currency: true,
      email: true,
      state: true,
      createdAt: true,
    },
  });
}
