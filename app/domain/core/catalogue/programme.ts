import { baseCurrency } from '#app/domain/core/catalogue/currencies.ts';
import {
  membership,
  resellerPro,
  resellerProFree3,
  resellerProgramme,
} from '#app/domain/core/catalogue/products.ts';

// The terms of the affiliate and reseller programmes (P1 to P4, P30) that do not change while the site runs; those that an operator
// sets are in site-settings/schema.ts. Percent and integer cents.

/** What resellers and pro resellers earn of a membership payment, in percent. */
export const resellerPercent = 100;
/** What a pro reseller earns of the fee when a reseller it recruited sells the programme, in percent. */
export const secondTierPercent = 20;
/** The one-time fee of the reseller programme. */
export const resellerFeeCents = () => resellerProgramme.amountCents;
/** What Reseller PRO costs a month, on top of the membership. */
export const resellerProCents = () => resellerPro.amountCents;
/** First months without payment in the second offer of Reseller PRO (P31, P74). */
export const proFreeMonths = () => resellerProFree3.freeIntervals;
/** Days a commission waits before it counts as earned, in case its payment is refunded (P3). */
export const pendingDays = 30;
/** Days for which a new payout address that takes another's place is not paid to yet. */
export const addressHoldDays = 7;
/** Days between two mails that ask an affiliate who has left for the address of their last payout. */
export const closingReminderDays = 30;
/** Months after which a last payout that nobody claims may be written off by an operator. */
export const unclaimedMonths = 12;
/** Days before their own membership runs out on which affiliates are told that they would stop earning. */
export const lapseNoticeDays = 3;
/** The ledger is kept in the currency that everything is sold in. */
export const ledgerCurrency: string = baseCurrency;

/** Days a visitor's referral is remembered before it registers (P33). */
export const referralDays = 90;

/** How many members the table of examples counts with. */
const exampleReferrals = [2, 5, 10, 25, 50];

/** What a number of paying members brings a month, for an affiliate of a rate and for a reseller, in cents. */
export function earningExamples(affiliatePercent: number) {
  return exampleReferrals.map((referrals) => ({
    referrals,
    affiliateCents: Math.round((referrals * membership.amountCents * affiliatePercent) / 100),
    resellerCents: (referrals * membership.amountCents * resellerPercent) / 100,
  }));
}

/** Two made-up first years for the reseller page: members, and the months each of them pays. No forecasts. */
export const exampleYears = {
  few: { members: 5, months: 4 },
  many: { members: 10, months: 6 },
} as const;

/**
 * A first year's sum, in cents: an affiliate's or a reseller's share of the membership payments, less the fee, which resellers pay, and the
 * partner's own membership.
 */
export function firstYear(payments: number, percent: number, feeCents = 0) {
  const shareCents = Math.round((payments * membership.amountCents * percent) / 100);
  return { shareCents, leftCents: shareCents - feeCents - 12 * membership.amountCents };
}

/** Membership payments after which a reseller has earned the fee more than an affiliate of a rate. */
export function paymentsToEarnFee(affiliatePercent: number): number {
  return Math.ceil(
    (resellerFeeCents() * 100) / (membership.amountCents * (resellerPercent - affiliatePercent)),
  );
}
