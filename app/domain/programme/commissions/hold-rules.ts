import type { SiteSettings } from '#app/domain/core/site-settings/schema.ts';
import { isDisposable } from '#app/domain/programme/commissions/disposable-domains.ts';

// What is looked at by an operator before it is paid. The rules, and nothing else, are here.

/** What the rules look at: a buyer, who earns on their payment, and figures about both. */
export interface Suspicion {
  buyer: { emails: readonly string[]; payoutEmails: readonly string[] };
  referrer: { emails: readonly string[]; payoutEmails: readonly string[] };
  /** The card of the payment has paid for something of the referrer's own. */
  hasSameCard: boolean;
  /** Buyers from the network that this one registered from, who paid for the first time on the same day (UTC); 0 for a renewal. */
  firstPaymentsFromNetwork: number;
  /** Payments that the referrer earned on within the limits' `refundDays`, and how many of them went back. */
  recentSales: number;
  recentReturns: number;
}

/** From where on something is held, as operators set it. */
type Limits = SiteSettings['holds'];

/** An address without what its owner may add: capitals, what stands behind a plus sign, and at Gmail the dots. */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@');
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com';
  const plain = local.split('+', 1)[0] ?? '';
  return `${isGmail ? plain.replaceAll('.', '') : plain}@${isGmail ? 'gmail.com' : domain}`;
}

const share = <T>(a: readonly T[], b: readonly T[]) => a.some((one) => b.includes(one));

/** What was counted when something was held, as the hold keeps it. */
interface HoldDetails {
  firstPayments?: number;
  sales?: number;
  returns?: number;
}

/** Each rule, with its words for the operator. The affiliate reads "under review" only. */
const holdRules = {
  same_payout_address: {
    words: () => 'The buyer has the same payout address as the affiliate',
    holds: ({ buyer, referrer }: Suspicion) =>
      share([...buyer.payoutEmails, ...buyer.emails].map(mailboxOf), referrer.payoutEmails.map(mailboxOf)) ||
      share(buyer.payoutEmails.map(mailboxOf), referrer.emails.map(mailboxOf)),
  },
  same_card: {
    words: () => 'The buyer paid with a card that the affiliate has paid with',
    holds: ({ hasSameCard }: Suspicion) => hasSameCard,
  },
  alias_address: {
    words: () => "The buyer's address is another spelling of the affiliate's",
    holds: ({ buyer, referrer }: Suspicion) =>
      share(buyer.emails.map(mailboxOf), referrer.emails.map(mailboxOf)),
  },
  disposable_address: {
    words: () => "The buyer's address is at a provider of disposable addresses",
    holds: ({ buyer }: Suspicion) => buyer.emails.some((email) => isDisposable(email)),
  },
  network_rush: {
    words: ({ firstPayments }: HoldDetails) =>
      `${firstPayments ?? 'Many'} first payments came from one network in a day`,
    holds: ({ firstPaymentsFromNetwork }: Suspicion, limits: Limits) =>
      firstPaymentsFromNetwork > limits.firstPaymentsFromNetwork,
  },
  refund_rate: {
    words: ({ sales, returns }: HoldDetails) =>
      `${returns ?? 'Many'} of the affiliate's latest ${sales ?? ''} sales went back`.replace('  ', ' '),
    holds: ({ recentSales, recentReturns }: Suspicion, limits: Limits) =>
      recentSales >= limits.refundSales && recentReturns * 100 > recentSales * limits.refundPercent,
  },
} as const satisfies Record<
  string,
  { words: (details: HoldDetails) => string; holds: (suspicion: Suspicion, limits: Limits) => boolean }
>;

export type HoldRule = keyof typeof holdRules;

/** Why something is held, in words; a rule of another release goes by its name. */
export const wordsOfHold = (rule: string, details: unknown): string =>
  Object.hasOwn(holdRules, rule) ? holdRules[rule as HoldRule].words((details ?? {}) as HoldDetails) : rule;

/** The rules that hold what somebody would earn, by the order of the table. */
export function rulesThatHold(suspicion: Suspicion, limits: Limits): HoldRule[] {
  return (Object.keys(holdRules) as HoldRule[]).filter((rule) => holdRules[rule].holds(suspicion, limits));
}
