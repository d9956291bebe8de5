import {
  discountAt,
  type MembershipRow,
  type MembershipState,
} from '#app/domain/selling/billing/membership-state.ts';
import { dayMs } from '#app/platform/durations.ts';
import { canOf } from '#app/platform/payments/port.ts';

// Who can switch from paying by the month to paying by the year (P254). The provider credits the rest of the paid month: that is refused
// wherever more would be credited than was paid for it.

/** How long a switch that was asked for is waited for, in milliseconds: then nothing came of it. */
const confirmedWithinMs = dayMs;

/** How far two tellings of when one period ends may differ, in milliseconds. */
const toleranceMs = 6 * 3600 * 1000;

/** Whether a switch is under way: its provider was asked, and the payment of the year is not here yet. */
export const isSwitching = (switchingSince: Date | null, now: Date): boolean =>
  switchingSince !== null && switchingSince.getTime() > now.getTime() - confirmedWithinMs;

/** What was paid for the present period. Integer cents. */
export interface PaidPeriod {
  /** Taken over from another system: its payments from before are not here. */
  isAdopted: boolean;
  /** The latest payment for a whole period; null where there is none. */
  payment: {
    discountCents: number;
    amountRefundedCents: number;
    chargedBackCents: number;
    disputedCents: number;
    /** A refund of it did not go through: it is given back in another way. */
    hasFailedRefund: boolean;
    periodStart: Date | null;
    periodEnd: Date | null;
  } | null;
  /** The money of a payment is asked for and not back yet. */
  isRefundAsked: boolean;
}

/** Why a membership cannot be switched to yearly payment now, in words; empty where there is nothing to switch, null where nothing is in the way. */
export function whyNoSwitch(row: MembershipRow, state: MembershipState, paid: PaidPeriod): string | null {
  return state.kind === 'active' ? whyActive(row, state.nextPayment, paid) : whyNotActive(state);
}

/** Why the price of a membership that is not simply active cannot be switched, in words; empty where there is nothing to switch. */
export function whyNotActive({ kind }: Exclude<MembershipState, { kind: 'active' }>): string {
  switch (kind) {
    case 'canceling':
    case 'keeping':
    case 'running_out':
      return 'Your membership is set to end. Keep it on your billing page first, then switch.';
    case 'past_due':
      return 'Your last payment did not go through. Once it is paid, you can switch.';
    case 'disputed':
    case 'charged_back':
      return 'Your last payment is in dispute. You can switch once that is settled.';
    case 'pausing':
    case 'paused':
      return 'Your membership is paused, or about to be. Resume it on your billing page first, then switch.';
    case 'stopped':
      return 'Your membership is on hold. Write to support to go on with it.';
    default:
      return '';
  }
}

function whyActive(
  row: MembershipRow,
  { at, isFirst }: Extract<MembershipState, { kind: 'active' }>['nextPayment'],
  { isAdopted, payment, isRefundAsked }: PaidPeriod,
): string | null {
  const { provider, interval, currentPeriodEnd } = row;
  if (interval.includes('year'))
    return 'You pay by the year already. You can switch back to the month on your billing page.';
  if (interval !== 'month') return 'Your subscription is not paid by the month. Write to support to switch.';
  if (!canOf(provider).switchesInterval)
    return `${canOf(provider).title} cannot credit the month you have paid for, so we don’t switch subscriptions there. To pay by the year, cancel: everything stays open to you until your last paid day, and then you can join again by the year.`;
  if (isFirst) return 'Your membership costs nothing yet. You can switch after your first payment.';
  if (at === null) return 'Your next payment is being collected. You can switch once it is there.';
  if (isRefundAsked) return 'You have asked for your money back. You can switch once that is answered.';
  if (payment && isLong(payment))
    return 'Your switch to yearly payment is being confirmed. See your billing page in a few minutes.';
  // For an hour and more after a month begins its invoice is a draft: a month nobody has paid must not be credited.
  if (payment && !isSameTime(payment.periodEnd, currentPeriodEnd))
    return 'This month’s payment is still being taken. Try again in a few hours.';
  if (discountAt(row, currentPeriodEnd) > 0)
    return 'A discount makes your next payments cheaper. You can switch once you pay the full price.';
  if (payment ? payment.discountCents > 0 : !isAdopted)
    return 'You have not paid the full price for this month. You can switch after your next payment.';
  if (payment && payment.chargedBackCents + payment.disputedCents > 0)
    return 'Part of your last payment was taken back by your bank, or is in dispute. You can switch after your next payment.';
  if (payment && (payment.amountRefundedCents > 0 || payment.hasFailedRefund))
    return 'Your last payment was refunded, in part or in another way. You can switch after your next payment.';
  return null;
}

/** Whether a payment is for far more than a month: that of the year, told before the subscription's own change. */
const isLong = ({ periodStart, periodEnd }: { periodStart: Date | null; periodEnd: Date | null }) =>
  periodStart !== null && periodEnd !== null && periodEnd.getTime() - periodStart.getTime() > 100 * dayMs;

const isSameTime = (a: Date | null, b: Date | null) =>
  a !== null && b !== null && Math.abs(a.getTime() - b.getTime()) <= toleranceMs;
