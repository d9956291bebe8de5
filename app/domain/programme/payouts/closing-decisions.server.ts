import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import type { Operator } from '#app/domain/programme/commissions/decisions.server.ts';
import { mailClosing, unclaimedFrom } from '#app/domain/programme/payouts/closing-mails.server.ts';
import { endClosingOf } from '#app/domain/programme/payouts/closings.server.ts';
import { owedCents, writeOff } from '#app/domain/programme/payouts/write-offs.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';

// What operators decide about the money of affiliates who have left.

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What can be decided: that held money is paid or withheld, or that what nobody claims is written off. */
export const closingDecisions = ['pay', 'withhold', 'write_off'] as const;
type ClosingDecision = (typeof closingDecisions)[number];

const isErased = async (tx: Transaction, userId: string): Promise<boolean> =>
  (await tx.db.accountDeletion.count({ where: { userId, doneAt: { not: null } } })) > 0;

/** An open closing under the lock of whose it is. @throws {Refusal} not_found */
async function lockClosing(tx: Transaction, id: string) {
  const closing = uuid.test(id) ? await tx.db.affiliateClosing.findUnique({ where: { id } }) : null;
  if (!closing) throw new Refusal('not_found', 'There is no such account.');
  await lockUser(tx, closing.userId);
  const current = await tx.db.affiliateClosing.findUniqueOrThrow({ where: { id } });
  if (current.endedAt)
    throw new Refusal('conflict', 'This was decided already, or nothing is owed any more.');
  return current;
}

/**
 * Decides about the money of an affiliate who has left, with a reason that they read: `pay` lets the last payout of a deactivated account
 * go, `withhold` writes all of it off, and so does `write_off` once it has been unclaimed for twelve months, or the account is erased. A payout that is on its way is
 * not touched. @throws {Refusal} not_found; invalid without a reason; conflict where it was decided, nothing is held, or it is too early
 */
export async function decideClosing(
  id: string,
  decision: ClosingDecision,
  reason: string,
  operator: Operator = {},
): Promise<void> {
  const note = reason.trim();
  if (!note) throw new Refusal('invalid', 'Please say why: the affiliate reads it.', 'reason');
  await transaction(async (tx) => {
    await operator.record?.(tx);
    const { userId, isHeld, startedAt } = await lockClosing(tx, id);
    if (decision !== 'write_off' && !isHeld)
      throw new Refusal('conflict', 'Nothing of this account is on hold: it is paid by the usual rules.');
    const isClaimable = unclaimedFrom(startedAt) > now() && !(await isErased(tx, userId));
    if (decision === 'write_off' && (isHeld || isClaimable))
      throw new Refusal('conflict', 'Only what nobody has claimed for twelve months can be written off.');
    if (decision !== 'pay' && (await owedCents(tx, userId)) <= 0)
      throw new Refusal('conflict', 'Nothing is owed to this account.');
    const decided = { decidedAt: now(), decidedById: operator.id ?? null, note };
    await tx.db.affiliateClosing.update({
      where: { id },
      data: { ...decided, ...(decision === 'pay' ? { isHeld: false } : {}) },
    });
    if (decision === 'pay') return mailClosing(tx, id, 'released');
    const outcome = decision === 'withhold' ? 'withheld' : 'unclaimed';
    await mailClosing(tx, id, outcome);
    await writeOff(tx, { userId, reason: outcome, by: operator.id });
    await endClosingOf(tx, userId, outcome);
  });
}
