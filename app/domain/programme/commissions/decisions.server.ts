import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { ledgerCurrency } from '#app/domain/core/catalogue/programme.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { wordsOfHold } from '#app/domain/programme/commissions/hold-rules.ts';
import { settleCommissions } from '#app/domain/programme/commissions/settle.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';

// What operators decide about what somebody earns.

/** Who decides, by user id; nobody is named when it is done at the command line. */
export interface Operator {
  id?: string;
  /** Asks whether they may, and writes down what they do: first of all in the transaction of what is done. */
  record?: (tx: Transaction) => Promise<unknown>;
}

/** What is under review: one payment and who would earn on it. Integer cents. */
interface HeldCommission {
  paymentId: string;
  referrerId: string;
  /** Each rule that holds it, in words for the operator. */
  rules: { rule: string; words: string; openedAt: Date }[];
  /** What it comes to. */
  cents: number;
}

/** What waits for an operator's decision, the oldest first. Two queries. */
export async function listHeldCommissions(limit = 100): Promise<HeldCommission[]> {
  const holds = await prisma().commissionHold.findMany({
    where: { decision: null },
    orderBy: { openedAt: 'asc' },
    take: limit,
  });
  const sums = await prisma().commission.groupBy({
    by: ['paymentId', 'referrerId'],
    where: { paymentId: { in: holds.map(({ paymentId }) => paymentId) } },
    _sum: { commission: true },
  });
  const found = new Map<string, HeldCommission>();
  for (const { paymentId, referrerId, rule, details, openedAt } of holds) {
    const key = `${paymentId} ${referrerId}`;
    const sum = sums.find((row) => row.paymentId === paymentId && row.referrerId === referrerId);
    const held = found.get(key) ?? { paymentId, referrerId, rules: [], cents: sum?._sum.commission ?? 0 };
    held.rules.push({ rule, words: wordsOfHold(rule, details), openedAt });
    found.set(key, held);
  }
  return [...found.values()];
}

/**
 * Decides about what is under review of a payment: released it counts as if it had never been held; rejected it is taken back by a row
 * of the ledger. Decided is decided. @throws {Refusal} not_found where nothing of it is under review; invalid without a note
 */
export async function decideHeld(
  held: { paymentId: string; referrerId: string },
  decision: 'released' | 'rejected',
  note: string,
  operator: Operator = {},
): Promise<void> {
  if (!note.trim()) throw new Refusal('invalid', 'Please say why.', 'note');
  const { paymentId, referrerId } = held;
  await transaction(async (tx) => {
    await operator.record?.(tx);
    const payment = await tx.db.payment.findUnique({ where: { id: paymentId }, select: { userId: true } });
    if (!payment) throw new Refusal('not_found', 'There is no such payment.');
    await lockUser(tx, payment.userId);
    const decided = { decision, decidedAt: now(), decidedById: operator.id ?? null, note: note.trim() };
    const { count } = await tx.db.commissionHold.updateMany({
      where: { paymentId, referrerId, decision: null },
      data: decided,
    });
    if (count === 0) throw new Refusal('not_found', 'Nothing of this payment is under review.');
    if (decision === 'rejected')
      await settleCommissions(tx, paymentId, {
        key: `rejected:${referrerId}`,
        reason: 'rejected',
        at: now(),
      });
    await recordActivity(tx, {
      kind: decision === 'released' ? 'commission_released' : 'commission_rejected',
      userId: referrerId,
      subject: { type: 'payment', id: paymentId },
      ...(operator.id ? { actorId: operator.id } : {}),
    });
  });
}

/** The most that one adjustment may move, in cents: a typing mistake is no fortune. */
const mostCents = 1_000_000;

/** What puts an account right. Integer cents. */
interface Adjustment {
  userId: string;
  cents: number;
  /** Its owner reads it. */
  reason: string;
  /** The same key twice is one adjustment. */
  key: string;
}

/** @throws {Refusal} invalid for no amount, too much, or no reason */
export function checkAdjustment({ cents, reason }: Pick<Adjustment, 'cents' | 'reason'>): void {
  if (!Number.isInteger(cents) || cents === 0 || Math.abs(cents) > mostCents)
    throw new Refusal('invalid', 'Please enter an amount between $0.01 and $10,000.', 'amount');
  if (!reason.trim()) throw new Refusal('invalid', 'Please say why: the affiliate reads it.', 'reason');
}

/**
 * Puts an account right by hand, with a reason that its owner reads. @throws {Refusal} invalid for no amount, too much, or no reason;
 * not_found for nobody
 */
export async function adjustAccount(adjustment: Adjustment, operator: Operator = {}): Promise<void> {
  await transaction(async (tx) => {
    await operator.record?.(tx);
    await adjustWithin(tx, adjustment, operator);
  });
}

/** The same, as part of `tx`. */
export async function adjustWithin(
  tx: Transaction,
  { userId, cents, reason, key }: Adjustment,
  operator: Operator,
): Promise<void> {
  checkAdjustment({ cents, reason });
  const user = await tx.db.user.findUnique({ where: { id: userId }, select: { id: true } });
  if (!user) throw new Refusal('not_found', 'There is no such user.');
  await lockUser(tx, userId);
  const cause = `adjustment:${key}`;
  if (await tx.db.commission.findUnique({ where: { cause }, select: { id: true } })) return;
  await tx.db.commission.create({
    data: {
      referrerId: userId,
      kind: 'adjustment',
      cause,
      amount: 0,
      commission: cents,
      currency: ledgerCurrency,
      reason: reason.trim(),
      snapshot: operator.id ? { by: operator.id } : {},
      availableAt: midnightOf(now()),
      timestamp: now(),
      createdAt: now(),
    },
  });
  await recordActivity(tx, {
    kind: 'commission_adjusted',
    userId,
    details: { amountCents: cents, currency: ledgerCurrency },
    ...(operator.id ? { actorId: operator.id } : {}),
  });
}

/** The midnight (UTC) that began a day: sums are kept by days. */
export const midnightOf = (at: Date): Date => new Date(Math.floor(at.getTime() / dayMs) * dayMs);
