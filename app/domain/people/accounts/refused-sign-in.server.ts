import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import type { SignInFactor } from '#app/domain/core/activity/sign-in-factors.ts';
import { signInTransaction } from '#app/domain/people/safety/sign-in-transaction.server.ts';

/** Records a sign-in that was refused, by what it was tried with. Left out is whose it is where that is not known. */
export const recordRefusedSignIn = (by: SignInFactor, userId?: string): Promise<void> =>
  signInTransaction((tx) =>
    recordActivity(tx, { kind: 'sign_in_refused', ...(userId ? { userId } : {}), details: { by } }),
  );
