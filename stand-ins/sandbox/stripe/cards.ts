/** What someone typed into card fields. */
export interface CardInput {
  number: string;
  /** MM / YY, in any spacing. */
  expiry: string;
  cvc: string;
}

/** A card that cannot be used as typed, in the provider's words; `field` is the one to mend. */
export interface CardProblem {
  code: string;
  message: string;
  field: keyof CardInput;
}

/** What the sandbox does with a card. */
type CardBehaviour =
  | 'pays'
  | 'declined'
  | 'requires_action'
  /** Asks for confirmation whenever money is taken: a renewal waits for who owes it. */
  | 'always_requires_action'
  /** May be kept on file, and is declined whenever money is to be taken from it. */
  | 'attaches_only'
  /** Pays; a refund fails at the bank a day later. */
  | 'refuses_refund'
  /** Pays; a refund is pending for a day. */
  | 'refunds_later'
  /** Pays; the bank takes the money back an hour later. */
  | 'disputed'
  /** Pays; the bank asks about it an hour later. */
  | 'inquired';

/** The provider's own test cards. */
const behaviours: Readonly<Record<string, CardBehaviour>> = {
  '4242424242424242': 'pays',
  '4000000000000002': 'declined',
  '4000002500003155': 'requires_action',
  '4000002760003184': 'always_requires_action',
  '4000000000000341': 'attaches_only',
  '4000000000005126': 'refuses_refund',
  '4000000000007726': 'refunds_later',
  '4000000000000259': 'disputed',
  '4000000000001976': 'inquired',
};

/** Luhn's check, which catches most mistyped numbers. */
function isPlausible(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return /^\d{13,19}$/.test(digits) && sum % 10 === 0;
}

/** The problems of a card as typed at `now`; none when it can be tried. */
export function cardProblems(card: CardInput, now = new Date()): CardProblem[] {
  const problems: CardProblem[] = [];
  const digits = card.number.replace(/[\s-]/g, '');
  if (!isPlausible(digits))
    problems.push({ code: 'incorrect_number', message: 'Your card number is incorrect.', field: 'number' });
  const expiry = /^\s*(\d{1,2})\s*(?:\/\s*)?(\d{2}|\d{4})\s*$/.exec(card.expiry);
  const month = Number(expiry?.[1]);
  const year = Number(expiry?.[2]) + (expiry?.[2]?.length === 2 ? 2000 : 0);
  if (!expiry || month < 1 || month > 12)
    problems.push({
      code: 'invalid_expiry_month',
      message: "Your card's expiration date is invalid.",
      field: 'expiry',
    });
  // A card is good to the end of its month.
  else if (Date.UTC(year, month) <= now.getTime())
    problems.push({ code: 'expired_card', message: 'Your card has expired.', field: 'expiry' });
  if (!/^\d{3,4}$/.test(card.cvc.trim()))
    problems.push({
      code: 'incorrect_cvc',
      message: "Your card's security code is incomplete.",
      field: 'cvc',
    });
  return problems;
}

/** What the sandbox does with a card of this number; numbers it does not know are declined. */
export function behaviourOf(number: string): CardBehaviour {
  return behaviours[number.replace(/[\s-]/g, '')] ?? 'declined';
}

/** What the sandbox does with a card that it keeps; of its number it keeps the last digits alone. */
export const behaviourOfCard = (method: { [field: string]: unknown } | undefined): CardBehaviour =>
  (method?.sandbox_behaviour as CardBehaviour | undefined) ?? 'pays';

/** Whether money cannot be taken from a card that is kept. */
export const chargesFail = (method: { [field: string]: unknown }) =>
  behaviourOfCard(method) === 'attaches_only';

/** Whether the bank wants to hear of its holder each time that money is taken. */
export const asksEachTime = (method: { [field: string]: unknown }) =>
  behaviourOfCard(method) === 'always_requires_action';
