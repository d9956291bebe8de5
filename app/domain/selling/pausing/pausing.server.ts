import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { doubleSubmitWindow } from '#app/domain/core/values/double-submit.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import {
  findSubscription,
  type OwnSubscription,
} from '#app/domain/selling/billing/billing-overview.server.ts';
import { findPaidPeriod } from '#app/domain/selling/billing/interval-mark.server.ts';
import { discountAt, stateOf } from '#app/domain/selling/billing/membership-state.ts';
import { askOnBehalf, type OnBehalf } from '#app/domain/selling/billing/on-behalf.server.ts';
import { changeAtProvider, connectedProvider } from '#app/domain/selling/billing/provider-refusal.server.ts';
import {
  type PauseMonths,
  pauseMonths,
  pauseOfMonths,
  whyNoPause,
} from '#app/domain/selling/pausing/pause-rules.ts';
import { takeOverPresent } from '#app/domain/selling/payment-events/apply.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import type { ResumeOutcome } from '#app/platform/payments/port.ts';

/** What pausing would do now. */
export interface PausePlan {
  /** The end of the period that is paid, from which on nothing is charged or open. */
  from: Date;
  /** For each number of months, when it is paid again and goes on. */
  options: { months: PauseMonths; until: Date }[];
  /** What is taken then, in cents of the currency, before tax. */
  amountCents: number;
  currency: string;
  hasTaxOnTop: boolean;
  /** A discount makes the next payments cheaper, and its months go by meanwhile. */
  isDiscounted: boolean;
}

/** What a member is shown who asks to pause: what it does, or why it cannot be done now; `none` where there is nothing to pause. */
export type PauseChance =
  | { kind: 'offered'; plan: PausePlan }
  | { kind: 'refused'; text: string }
  | { kind: 'none' };

type Found = { kind: 'open'; row: OwnSubscription; from: Date } | Exclude<PauseChance, { kind: 'offered' }>;

/** Whether a subscription can be paused now, the provider not asked. One query, and none where there is nothing to pause. */
async function findPausable(row: OwnSubscription | undefined, at: Date): Promise<Found> {
  if (!row?.currentPeriodEnd) return { kind: 'none' };
  const text = whyNoPause(row, stateOf(row, at), await findPaidPeriod(prisma(), row.id), at);
  if (text === null) return { kind: 'open', row, from: row.currentPeriodEnd };
  return text === '' ? { kind: 'none' } : { kind: 'refused', text };
}

/** What pausing would do for a user now; the provider is not asked. Two queries. */
export async function planPause(userId: string): Promise<PauseChance> {
  const at = now();
  return planPauseOf(await findSubscription(userId, at), at);
}

/** What pausing would do to a membership's subscription now; the provider is not asked. One query. */
export async function planPauseOf(membership: OwnSubscription | undefined, at: Date): Promise<PauseChance> {
  const open = await findPausable(membership, at);
  if (open.kind !== 'open') return open;
  const { row, from } = open;
  const { currentPeriodStart, amount, currency } = row;
  const options = pauseMonths.map((months) => ({
    months,
    until: pauseOfMonths(currentPeriodStart, from, months).until,
  }));
  const isDiscounted = discountAt(row, from) > 0;
  const { hasTaxOnTop } = config().checkout;
  return {
    kind: 'offered',
    plan: { from, options, amountCents: amount, currency, hasTaxOnTop, isDiscounted },
  };
}

type Member = Pick<Viewer, 'id'>;

const words = {
  staleCode: 'pause_stale',
  stale:
    'Your membership has changed since you opened this page. Check what it shows now, then press the button again.',
};

const stale = () => new Refusal('conflict', words.stale);

/** Records who did what of a pause, once for a button that is pressed twice at the same moment; false for the second press. */
async function writeDown(
  member: Member,
  { id }: OwnSubscription,
  done: { kind: 'pause_requested'; details: { months: number } } | { kind: 'resume_requested' },
  onBehalf: OnBehalf | undefined,
): Promise<boolean> {
  return transaction(async (tx) => {
    await lockUser(tx, member.id);
    const latest = await tx.db.activityLog.findFirst({
      where: {
        userId: member.id,
        type: { in: ['pause_requested', 'resume_requested'] },
        subjectId: id,
        createdAt: doubleSubmitWindow(),
      },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      select: { type: true },
    });
    if (latest?.type === done.kind) return false;
    await recordActivity(tx, {
      ...done,
      userId: member.id,
      ...(onBehalf?.actorId === null ? {} : { actorId: onBehalf?.actorId ?? member.id }),
      subject: { type: 'subscription', id },
    });
    await onBehalf?.record(tx);
    return true;
  });
}

/**
 * Pauses a member's monthly membership at its provider, from the end of the period that is paid (P274). `shown.from` is the day they were
 * shown. Asked again it changes nothing; false says so.
 * @throws {Refusal} conflict where it cannot be paused, or the day is another one by now; unavailable when the provider refuses it or cannot be reached
 */
export async function pauseMembership(
  member: Member,
  { months, from: shownFrom }: { months: PauseMonths; from: Date },
  onBehalf?: OnBehalf,
): Promise<boolean> {
  const at = now();
  const open = await findPausable(await findSubscription(member.id, at), at);
  if (open.kind === 'none') throw new Refusal('conflict', 'There is no membership to pause.');
  if (open.kind === 'refused') {
    if (await isPaused(member.id)) return false;
    throw new Refusal('conflict', open.text);
  }
  const { row, from } = open;
  if (Math.floor(from.getTime() / 1000) !== Math.floor(shownFrom.getTime() / 1000)) throw stale();
  const seller = connectedProvider(row);
  const pause = pauseOfMonths(row.currentPeriodStart, from, months);
  await changeAtProvider(
    () => askOnBehalf(onBehalf, () => seller.pauseSubscription(row.providerSubscriptionId, pause)),
    { ...words, unchanged: 'Your membership goes on as before.' },
  );
  const isNew = await writeDown(member, row, { kind: 'pause_requested', details: { months } }, onBehalf);
  await takeOverPresent(seller, row.providerSubscriptionId);
  return isNew;
}

/** Whether a membership is paused, or to be, as after a second press. */
async function isPaused(userId: string): Promise<boolean> {
  const at = now();
  const { kind } = stateOf(await findSubscription(userId, at), at);
  return kind === 'pausing' || kind === 'paused';
}

/**
 * Ends a member's pause: one that has not begun is taken off, and nothing is charged; else a month begins now and its money is taken.
 * `shownCents` is the amount that they were shown, null where nothing was to be taken. Asked again it changes nothing.
 * @throws {Refusal} conflict where nothing is paused, or something else would be taken; unavailable when the payment is refused or the provider
 * cannot be reached
 */
export async function resumeMembership(
  member: Member,
  shownCents: number | null,
  onBehalf?: OnBehalf,
): Promise<ResumeOutcome> {
  const at = now();
  const row = await findSubscription(member.id, at);
  const state = stateOf(row, at);
  if (row && state.kind === 'active') return 'unchanged';
  if (!row || (state.kind !== 'pausing' && state.kind !== 'paused'))
    throw new Refusal('conflict', 'There is no pause to end.');
  const dueCents = state.kind === 'paused' ? state.dueNowCents : null;
  if (dueCents !== shownCents) throw stale();
  const seller = connectedProvider(row);
  const outcome = await changeAtProvider(
    () => askOnBehalf(onBehalf, () => seller.resumeSubscription(row.providerSubscriptionId, dueCents)),
    { ...words, unchanged: 'Nothing was charged, and your membership stays paused.' },
  );
  if (outcome !== 'unchanged') await writeDown(member, row, { kind: 'resume_requested' }, onBehalf);
  await takeOverPresent(seller, row.providerSubscriptionId);
  return outcome;
}
