/** What has become of a subscription at a provider, as lists call it. */
export const outcomes = {
  undecided: 'To decide',
  ready: 'Ready to adopt',
  no_account: 'No account here',
  adopted: 'Adopted',
  left_out: 'Left with the provider',
  ended: 'Ended',
  not_ours: 'Not mapped or unknown',
  unread: 'Being read',
} as const;

export type Outcome = keyof typeof outcomes;

export const isOutcome = (text: string | null): text is Outcome =>
  text !== null && Object.hasOwn(outcomes, text);
