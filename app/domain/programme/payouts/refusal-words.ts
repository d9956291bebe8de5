// Why the provider did not take a batch of payouts.

/** The code of a batch of which nobody can know any more whether it was taken. */
export const tooOld = 'batch_too_old';

const lacksMoney = 'There is not enough money in the PayPal account.';
const isNotGranted = 'PayPal has not granted Payouts to this account: ask PayPal for it.';
const refusesKeys = 'PayPal does not take the keys of the site.';

const words: Record<string, string> = {
  INSUFFICIENT_FUNDS: lacksMoney,
  SENDER_INSUFFICIENT_FUNDS: lacksMoney,
  AUTHORIZATION_ERROR: isNotGranted,
  NOT_AUTHORIZED: isNotGranted,
  PERMISSION_DENIED: isNotGranted,
  AUTHENTICATION_FAILURE: refusesKeys,
  invalid_client: refusesKeys,
  VALIDATION_ERROR: 'PayPal does not understand an address or an amount in it.',
  [tooOld]:
    'It is too old to be sent safely. Look at the activity of the PayPal account before you pay it by hand: an earlier try may have arrived.',
};

/** Why a batch was not taken, in words for the operator. */
export const refusalInWords = (code: string): string => words[code] ?? `PayPal says: ${code}.`;
