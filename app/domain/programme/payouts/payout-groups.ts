import { openStates, type PayoutState, returnedStates } from '#app/domain/programme/payouts/states.ts';

/** What the list of payouts can be narrowed to. */
export const payoutGroups = {
  open: { label: 'Open', states: openStates },
  back: { label: 'Came back', states: returnedStates },
  paid: { label: 'Paid', states: ['paid'] },
} as const satisfies Record<string, { label: string; states: readonly PayoutState[] }>;

export type PayoutGroup = keyof typeof payoutGroups;

/** Which payouts an address narrows a list to; null for all of them. */
export function readPayoutGroup(query: URLSearchParams): PayoutGroup | null {
  const state = query.get('state');
  return state !== null && Object.hasOwn(payoutGroups, state) ? (state as PayoutGroup) : null;
}
