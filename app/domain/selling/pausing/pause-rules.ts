import type { OwnSubscription } from '#app/domain/selling/billing/billing-overview.server.ts';
import { isSwitching, type PaidPeriod } from '#app/domain/selling/billing/interval-rules.ts';
import type { MembershipState } from '#app/domain/selling/billing/membership-state.ts';
import { formatLongDay } from '#app/platform/date-format.ts';
import { dayMs } from '#app/platform/durations.ts';
import type { Pause } from '#app/platform/payments/facts.ts';
import { periodAfter } from '#app/platform/payments/interval.ts';
import { canOf } from '#app/platform/payments/port.ts';

// Who can pause a membership, and for how long (P274).

/** For how many months a membership can be paused. */
export const pauseMonths = [1, 2, 3] as const;
export type PauseMonths = (typeof pauseMonths)[number];

/** A membership can be paused once in so many days, counted from the beginning of the latest pause. */
const daysBetweenPauses = 365;

/** How far two tellings of when one period ends may differ, in milliseconds. */
const toleranceMs = 6 * 3600 * 1000;

/**
 * The pause of so many months that begins when the present period ends. Of two ends of months that follow each other one has the day on which
 * the subscription renews, also where the other is in a shorter month.
 */
export function pauseOfMonths(periodStart: Date | null, periodEnd: Date, months: PauseMonths): Pause {
  const anchor = periodStart && periodStart.getUTCDate() > periodEnd.getUTCDate() ? periodStart : periodEnd;
  return { from: periodEnd, until: periodAfter(periodEnd, 'month', anchor, months) };
}

type Row = Pick<OwnSubscription, 'provider' | 'interval' | 'currentPeriodEnd' | 'lastPauseAt'>;

/** When a member may pause again; null where it may be now. */
export function nextPauseAt(lastPauseAt: Date | null, now: Date): Date | null {
  const at = lastPauseAt && new Date(lastPauseAt.getTime() + daysBetweenPauses * dayMs);
  return at && at > now ? at : null;
}

/** Why a membership cannot be paused now, in words; empty where there is nothing to pause, null where nothing is in the way. */
export function whyNoPause(
  row: Row,
  state: MembershipState,
  paid: PaidPeriod & { switchingSince: Date | null },
  now: Date,
): string | null {
  switch (state.kind) {
    case 'active':
      return whyActive(row, state.nextPayment, paid, now);
    case 'pausing':
    case 'paused':
      return 'Your membership is paused already, or about to be. Your billing page shows when it resumes.';
    case 'canceling':
    case 'keeping':
    case 'running_out':
      return 'Your membership is set to end. Keep it on your billing page first, then pause.';
    case 'past_due':
      return 'Your last payment did not go through. Once it is paid, you can pause.';
    case 'disputed':
    case 'charged_back':
      return 'Your last payment is in dispute. You can pause once that is settled.';
    case 'stopped':
      return 'Your membership is on hold. Write to support to go on with it.';
    default:
      return '';
  }
}

function whyActive(
  { provider, interval, currentPeriodEnd, lastPauseAt }: Row,
  { at, isFirst }: Extract<MembershipState, { kind: 'active' }>['nextPayment'],
  { payment, isRefundAsked, switchingSince }: Parameters<typeof whyNoPause>[2],
  now: Date,
): string | null {
  if (interval.includes('year'))
    return 'You pay by the year, and a year that is paid cannot be paused. If you need a break, cancel: everything stays open to you until your last paid day, your progress is kept, and you can join again at any time.';
  if (interval !== 'month')
    return 'Your subscription is not paid by the month. Write to support to pause it.';
  if (!canOf(provider).pausesSubscriptions)
    return `Subscriptions paid with ${canOf(provider).title} cannot be paused here. If you need a break, cancel: everything stays open to you until your last paid day, your progress is kept, and you can join again at any time.`;
  if (isFirst) return 'Your membership costs nothing yet. You can pause after your first payment.';
  if (isSwitching(switchingSince, now))
    return 'Your switch to yearly payment is being confirmed. See your billing page in a few minutes.';
  if (at === null || (payment && !isSameTime(payment.periodEnd, currentPeriodEnd)))
    return 'This month’s payment is still being taken. Try again in a few hours.';
  if (isRefundAsked) return 'You have asked for your money back. You can pause once that is answered.';
  const again = nextPauseAt(lastPauseAt, now);
  if (again)
    return `You can pause your membership once in 12 months. You can pause it again from ${formatLongDay(again)}.`;
  return null;
}

const isSameTime = (a: Date | null, b: Date | null) =>
  a !== null && b !== null && Math.abs(a.getTime() - b.getTime()) <= toleranceMs;
