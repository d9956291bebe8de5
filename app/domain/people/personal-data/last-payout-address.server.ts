import { Refusal } from '#app/domain/core/values/errors.ts';
import { proveMailbox } from '#app/domain/people/accounts/mailbox-proof.server.ts';
import { keepAddress } from '#app/domain/programme/payouts/addresses.server.ts';
import { readLastPayoutLink } from '#app/domain/programme/payouts/last-payout-link.server.ts';

/**
 * Keeps where the last payout goes of somebody who cannot sign in any more (P192). They follow a link that was mailed to the address of
 * their account, which proves that mailbox (P181).
 * @throws {RateLimitExceeded}; {Refusal} not_found for a link that does not work, or of somebody who can sign in
 */
export async function requestLastPayoutAddress(
  token: string,
  form: { email: string; country: string },
): Promise<'mailed' | 'kept'> {
  const closing = await readLastPayoutLink(token);
  if (!closing || closing.endedAt || closing.user.status === 'active')
    throw new Refusal('not_found', 'This link does not work any more. Please write to support.');
  const { id } = closing.user;
  return keepAddress(id, form, (tx) => proveMailbox(tx, id, {}));
}
