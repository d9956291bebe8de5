import { graceDays } from '#app/domain/core/access/grace.ts';
import type { Role } from '#app/domain/core/access/viewer.ts';
import { pendingDays, resellerPercent } from '#app/domain/core/catalogue/programme.ts';
import {
  isWithheld,
  type PaymentFacts,
  paymentAsOf,
  standingOf,
} from '#app/domain/core/values/payment-standing.ts';
import { dayMs } from '#app/platform/durations.ts';

export { secondTierPercent } from '#app/domain/core/catalogue/programme.ts';

// What somebody was at a moment that is past, from facts that bear their own times: so it comes out the same in whatever order the
// facts were told. No database, no clock.

/** All that decides what a seller was, and when. */
export interface SellerFacts {
  id: string;
  /** What was set, from when on; the oldest first. */
  terms: readonly {
    validFrom: Date;
    assignedRole: Role;
    ratePercent: number;
    status: 'active' | 'inactive';
  }[];
  /** Times that were paid for, or free. */
  periods: readonly {
    gives: 'membership' | 'reseller_pro';
    startsAt: Date;
    endsAt: Date;
    money: PaymentFacts | null;
  }[];
  /** Of the reseller programme. */
  purchases: readonly { boughtAt: Date; money: PaymentFacts | null }[];
  grants: readonly { entitlement: string; from: Date; until: Date | null }[];
  trial: { from: Date; until: Date } | null;
  /** Their account is deleted, and with it what they were granted: only the ledger still knows it. */
  isErased: boolean;
}

/** What a seller was at a moment. */
export interface SellerStanding {
  role: Role;
  status: 'active' | 'inactive';
  /** Of a membership payment. */
  ratePercent: number;
  /** Whether their own membership was paid for, with the days of grace, or given. */
  isMember: boolean;
}

/** Whether the money of a payment was not to be had at a moment: given back in full, kept by the bank, or in dispute (P198). */
export const wasWithheld = (money: PaymentFacts | null, at: Date): boolean =>
  money !== null && isWithheld(standingOf(paymentAsOf(money, at)));

/** Tells what a seller was at a moment (P2, P3): set by an admin, bought, given or on trial then. */
export function standingAt(facts: SellerFacts, at: Date): SellerStanding {
  const terms = facts.terms.findLast(({ validFrom }) => validFrom <= at) ?? facts.terms[0];
  const { assignedRole = 'member', status = 'inactive', ratePercent = 0 } = terms ?? {};
  const isGranted = (name: string) =>
    facts.grants.some(
      ({ entitlement, from, until }) => entitlement === name && from <= at && (until === null || at < until),
    );
  const isPaid = (gives: 'membership' | 'reseller_pro') =>
    facts.periods.some(
      (period) =>
        period.gives === gives &&
        period.startsAt <= at &&
        at.getTime() < period.endsAt.getTime() + graceDays * dayMs &&
        !wasWithheld(period.money, at),
    );
  const isAssignedReseller = assignedRole === 'reseller' || assignedRole === 'pro_reseller';
  const hasProgramme =
    isAssignedReseller ||
    isGranted('reseller') ||
    facts.purchases.some(({ boughtAt, money }) => boughtAt <= at && !wasWithheld(money, at));
  const hasPro = assignedRole === 'pro_reseller' || isGranted('reseller_pro') || isPaid('reseller_pro');
  const isOnTrial = facts.trial !== null && facts.trial.from <= at && at < facts.trial.until;
  const role: Role =
    hasProgramme && hasPro ? 'pro_reseller' : hasProgramme || isOnTrial ? 'reseller' : assignedRole;
  return {
    role,
    status,
    ratePercent: role === 'reseller' || role === 'pro_reseller' ? resellerPercent : ratePercent,
    isMember: isGranted('membership') || isPaid('membership'),
  };
}

/** What the ledger says of somebody and one payment, as far as it tells what they were. */
export interface StandingEntry {
  tier: 'affiliate' | 'reseller' | 'pro_reseller' | 'second_tier' | null;
  ratePercent: number | null;
  commission: number;
  reason: string | null;
}

/**
 * What a seller was, where their account is deleted since (P192): their grants are gone, so what was written of the payment while they were
 * there, the oldest first, stands instead. Only what a grant could have given is taken from it.
 */
export function standingInLedger(
  standing: SellerStanding,
  entries: readonly StandingEntry[],
): SellerStanding {
  const last = entries.at(-1);
  if (!last) return standing;
  const role = roleInLedger(last) ?? standing.role;
  const earned = entries.findLast(({ tier, ratePercent }) => tier === role && ratePercent !== null);
  const hasEarned = entries.some(({ commission }) => commission > 0) && last.reason !== 'membership_lapsed';
  return {
    ...standing,
    role,
    ratePercent:
      role === 'reseller' || role === 'pro_reseller'
        ? resellerPercent
        : (earned?.ratePercent ?? standing.ratePercent),
    isMember: standing.isMember || hasEarned,
  };
}

/** Nobody but a pro reseller has a second tier; an entry of an affiliate may also be a member's, who earned nothing. */
function roleInLedger({ tier, reason, ratePercent }: StandingEntry): Role | null {
  if (tier === 'second_tier') return reason === 'role_not_paid' ? null : 'pro_reseller';
  if (tier === 'affiliate') return ratePercent === null ? null : 'affiliate';
  return tier;
}

/** A share of an amount in whole cents; half a cent goes to the even one. */
export function shareOf(cents: number, percent: number): number {
  const whole = Math.floor((cents * percent) / 100);
  const rest = (cents * percent) % 100;
  if (rest > 50 || (rest === 50 && whole % 2 === 1)) return whole + 1;
  return whole;
}

/** When a commission counts as approved: the first midnight (UTC) at which the days of waiting are over (P3). */
export function availableFrom(paidAt: Date): Date {
  return new Date(Math.ceil((paidAt.getTime() + pendingDays * dayMs) / dayMs) * dayMs);
}
