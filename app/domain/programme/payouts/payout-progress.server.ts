import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { midnightOf } from '#app/domain/programme/commissions/decisions.server.ts';
import { isReturned, leadsOn, type PayoutState } from '#app/domain/programme/payouts/states.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import type { PayoutNews } from '#app/platform/payments/payouts.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A payout that is locked, with whom it pays. Null for none of ours. */
export async function lockPayout(tx: Transaction, id: string) {
  if (!uuid.test(id)) return null;
  const found = await tx.db.payoutItem.findUnique({ where: { id }, select: { userId: true } });
  if (!found) return null;
  await lockUser(tx, found.userId);
  return tx.db.payoutItem.findUniqueOrThrow({
    where: { id },
    include: { user: { select: { email: true, name: true } }, batch: { select: { state: true } } },
  });
}

export type LockedPayout = NonNullable<Awaited<ReturnType<typeof lockPayout>>>;

/** How a payout ended or went on, with what is known of that. */
interface Step {
  state: PayoutState;
  at: Date;
  providerItemId?: string | null;
  feeCents?: number | null;
  errorCode?: string | null;
  errorText?: string | null;
  reference?: string;
  markedById?: string | null;
}

/**
 * Takes a payout a step on: told to who is paid, and where the money came back, put back into the ledger by a row. A payout goes one
 * way; what leads nowhere changes nothing, and answers false. The payout is locked.
 */
export async function takeStep(tx: Transaction, payout: LockedPayout, step: Step): Promise<boolean> {
  const { state, at, ...told } = step;
  if (!leadsOn(payout.state, state)) return false;
  const { id, userId, amountCents, currency, number } = payout;
  const isBack = isReturned(state);
  await tx.db.payoutItem.update({
    where: { id },
    data: {
      ...told,
      state,
      toldAt: at,
      ...(state === 'paid' ? { paidAt: at } : {}),
      ...(isBack ? { returnedAt: at, returnedCents: amountCents } : {}),
    },
  });
  const details = { amountCents, currency };
  if (isBack) {
    await tx.db.payoutLine.updateMany({ where: { itemId: id, returnedAt: null }, data: { returnedAt: at } });
    await tx.db.commission.create({
      data: {
        referrerId: userId,
        kind: 'payout_returned',
        cause: `payout:${id}:returned`,
        payoutItemId: id,
        amount: amountCents,
        commission: amountCents,
        currency,
        reason: 'payout_returned',
        availableAt: midnightOf(now()),
        timestamp: at,
        createdAt: now(),
      },
    });
    await recordActivity(tx, { kind: 'payout_returned', userId, details });
  }
  if (state === 'paid') await recordActivity(tx, { kind: 'payout_paid', userId, details });
  await tell(tx, payout, step, `${config().appUrl}/affiliate-centre/payouts/${number}`);
  return true;
}

async function tell(tx: Transaction, payout: LockedPayout, step: Step, statementUrl: string): Promise<void> {
  const { userId, user, number, amountCents: cents, currency, email } = payout;
  const told = { name: user.name, number, cents, currency, email, statementUrl };
  const { state } = step;
  if (state === 'paid')
    await queueMail(tx, user.email, 'payout-paid', { ...told, isByHand: step.reference !== undefined });
  else if (state === 'unclaimed') await queueMail(tx, user.email, 'payout-unclaimed', told);
  else if (isReturned(state))
    await queueMail(tx, user.email, 'payout-returned', { ...told, why: step.errorText ?? payout.errorText });
  const event = eventOf(state);
  if (event)
    await notify(tx, {
      userId,
      event,
      details: { amountCents: cents, currency },
      path: `/affiliate-centre/payouts/${number}`,
    });
}

/** As what the person who is paid is told of a payout's state on the site. */
function eventOf(state: Step['state']): 'payout_paid' | 'payout_unclaimed' | 'payout_returned' | null {
  if (state === 'paid') return 'payout_paid';
  if (state === 'unclaimed') return 'payout_unclaimed';
  return isReturned(state) ? 'payout_returned' : null;
}

/** Takes over what a provider tells of a payout, by webhook or when asked. False where that is nothing new, null for none of ours. */
export async function applyPayoutNews(tx: Transaction, news: PayoutNews): Promise<boolean | null> {
  const payout = await lockPayout(tx, news.itemId);
  // What was paid by hand is not the provider's to tell of.
  if (!payout || payout.reference !== null) return payout && false;
  const { status: state, providerItemId, feeCents, errorCode, errorText, createdAt: at } = news;
  return takeStep(tx, payout, {
    state,
    at,
    providerItemId,
    ...(feeCents === null ? {} : { feeCents }),
    ...(errorCode === null ? {} : { errorCode, errorText }),
  });
}
