import type { PayoutStatus } from '#app/platform/payments/facts.ts';

/** How far a payout is: made, handed over, or as its provider says. */
export type PayoutState = 'requested' | 'sending' | PayoutStatus;

/** On its way: of these somebody has one at most. */
export const openStates = [
  'requested',
  'sending',
  'pending',
  'onhold',
  'unclaimed',
] as const satisfies PayoutState[];

/** The money is back, or never went. */
export const returnedStates = [
  'failed',
  'returned',
  'blocked',
  'refunded',
  'reversed',
  'canceled',
] as const satisfies PayoutState[];

const steps: Record<PayoutState, number> = {
  requested: 0,
  sending: 1,
  pending: 2,
  onhold: 3,
  unclaimed: 4,
  paid: 5,
  failed: 6,
  returned: 6,
  blocked: 6,
  refunded: 6,
  reversed: 6,
  canceled: 6,
};

/** Whether news lead on from where a payout is: it goes one way, so they may come in any order, and repeatedly. */
export const leadsOn = (from: PayoutState, to: PayoutState): boolean => steps[to] > steps[from];

export const isReturned = (state: PayoutState): boolean =>
  (returnedStates as readonly PayoutState[]).includes(state);
