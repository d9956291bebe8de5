import type { ClosingCause } from '#app/platform/database/generated/enums.ts';

/** Why somebody earns no more, as they read it. */
export const causeWords: Record<ClosingCause, string> = {
  left: 'You left the affiliate program.',
  deletion: 'Your account will be deleted.',
  membership_ended: 'Your own membership has ended.',
  agreement_ended: 'Your affiliate agreement has ended.',
  program_ended: 'Your reseller program has ended.',
  deactivated: 'Your account was deactivated.',
};

/** The same for an operator, in short. */
export const causesForOperators: Record<ClosingCause, string> = {
  left: 'Left',
  deletion: 'Account deletion',
  membership_ended: 'Membership ended',
  agreement_ended: 'Agreement ended by an admin',
  program_ended: 'Trial or program ended',
  deactivated: 'Account deactivated',
};
