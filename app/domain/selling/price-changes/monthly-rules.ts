import { isSwitching, whyNotActive } from '#app/domain/selling/billing/interval-rules.ts';
import type { MembershipRow, MembershipState } from '#app/domain/selling/billing/membership-state.ts';
import { canOf } from '#app/platform/payments/port.ts';

/**
 * Why a membership cannot be switched from the year to the month now, in words (P300); empty where there is nothing to switch, null where
 * nothing is in the way. What is paid stays paid, so nothing has to be credited.
 */
export function whyNoMonthly(
  { provider, interval }: Pick<MembershipRow, 'provider' | 'interval'>,
  state: MembershipState,
  switchingSince: Date | null,
  now: Date,
): string | null {
  if (state.kind !== 'active') return whyNotActive(state);
  if (interval === 'month') return 'You pay by the month already.';
  if (interval !== 'year') return 'Your subscription is not paid by the year. Write to support to switch.';
  if (!canOf(provider).schedulesPrices)
    return `${canOf(provider).title} cannot change the price of a subscription by itself. To pay by the month, cancel: everything stays open to you until your last paid day, and then you can join again by the month.`;
  if (isSwitching(switchingSince, now))
    return 'Your switch to yearly payment is being confirmed. See your billing page in a few minutes.';
  if (state.nextPayment.isFirst)
    return 'Your membership costs nothing yet. You can switch after your first payment.';
  if (state.nextPayment.at === null)
    return 'Your next payment is being collected. You can switch once it is there.';
  return null;
}
