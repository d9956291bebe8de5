import { type SellerStanding, secondTierPercent, shareOf } from '#app/domain/programme/commissions/terms.ts';

// What the commissions of one payment should be, from the payment and from who sold it. No database, no clock.

/** Why a payment earns nothing for somebody, as it is kept with the row that says so. */
export type NotEarnedReason =
  | 'own_purchase'
  | 'account_inactive'
  | 'not_in_programme'
  | 'product_pays_nobody'
  | 'role_not_paid'
  | 'membership_lapsed'
  | 'rate_is_zero'
  | 'second_tier_off'
  | 'nothing_left'
  | 'too_small'
  | 'payment_returned'
  | 'payment_held'
  | 'other_currency'
  | 'rejected';

/**
 * What one price takes in a payment's currency and in that of the ledger, in integer cents, as its owner has typed them: for the ledger, what
 * was received in the one is worth as much of the other. The same twice in the ledger's own currency.
 */
export interface LedgerRate {
  priceCents: number;
  ledgerCents: number;
}

/** Cents of a payment's currency as cents of the ledger's, rounded down. */
export const inLedger = (cents: number, { priceCents, ledgerCents }: LedgerRate): number =>
  Number((BigInt(cents) * BigInt(ledgerCents)) / BigInt(priceCents));

/** What became of a payment's money. Integer cents of its own currency. */
export interface ReckonedPayment {
  buyerId: string;
  amountCents: number;
  taxCents: number;
  /** Refunded, kept by the bank, or in dispute; never more than the amount. */
  goneCents: number;
  /** Who earns on the product (P32); undefined for one that is not sold any more. */
  pays: 'all_sellers' | 'pro_resellers' | 'nobody' | undefined;
  /** What every seller earns of the product, in whole percent; null where each has a rate of their own. */
  productPercent: number | null;
  /** Gives nothing until an operator decides, or is being given back: then it earns nothing either. */
  isHeld: boolean;
  /** By which two amounts it counts in the currency the ledger is kept in; null where it cannot be counted. */
  rate: LedgerRate | null;
}

/** A seller as they stood when the payment was made. */
export interface Seller extends SellerStanding {
  id: string;
}

/** What one of the two should have of a payment: the cents, and at what rate; or why nothing. */
export type Share =
  | {
      cents: number;
      ratePercent: number;
      tier: 'affiliate' | 'reseller' | 'pro_reseller' | 'second_tier';
      reason: null;
    }
  | { cents: 0; ratePercent: null; tier: Tier; reason: NotEarnedReason };

type Tier = 'affiliate' | 'reseller' | 'pro_reseller' | 'second_tier';

/** The commissions of a payment; `second` is null where nobody is above the seller who could have earned. Integer cents of the ledger's currency. */
interface Shares {
  netCents: number;
  first: Share;
  second: Share | null;
}

/** What was received of a payment without tax and what went back, in the ledger's currency and rounded down: the house keeps the rest of a cent (P30). */
function netOf({
  amountCents,
  taxCents,
  goneCents,
  rate,
}: Pick<ReckonedPayment, 'amountCents' | 'taxCents' | 'goneCents' | 'rate'>): number {
  if (amountCents <= 0 || rate === null) return 0;
  const kept = amountCents - Math.min(goneCents, amountCents);
  return inLedger(Number((BigInt(amountCents - taxCents) * BigInt(kept)) / BigInt(amountCents)), rate);
}

/** Reckons who should have how much of a payment (P1, P2, P30, P32, P44): the seller first, the second tier of what is left. */
export function reckon(
  payment: ReckonedPayment,
  seller: Seller,
  upline: Seller | null,
  hasSecondTier: boolean,
): Shares {
  const netCents = netOf(payment);
  const first = firstShare(payment, seller, netCents);
  return {
    netCents,
    first,
    second: secondShare(payment, seller, upline, netCents - first.cents, hasSecondTier),
  };
}

function firstShare(payment: ReckonedPayment, seller: Seller, netCents: number): Share {
  const { role } = seller;
  const tier = role === 'reseller' || role === 'pro_reseller' ? role : 'affiliate';
  const none = (reason: NotEarnedReason): Share => ({ cents: 0, ratePercent: null, tier, reason });
  if (seller.id === payment.buyerId) return none('own_purchase');
  if (payment.pays === undefined || payment.pays === 'nobody') return none('product_pays_nobody');
  const refused = refusalOf(payment, seller);
  if (refused) return none(refused);
  if (payment.pays === 'pro_resellers' && role !== 'pro_reseller') return none('role_not_paid');
  if (!seller.isMember) return none('membership_lapsed');
  const percent = payment.productPercent ?? seller.ratePercent;
  if (percent === 0) return none('rate_is_zero');
  return share(netCents, percent, netCents, tier);
}

function secondShare(
  payment: ReckonedPayment,
  seller: Seller,
  upline: Seller | null,
  leftCents: number,
  hasSecondTier: boolean,
): Share | null {
  const isSoldByReseller = seller.role === 'reseller' || seller.role === 'pro_reseller';
  if (payment.pays !== 'pro_resellers' || !isSoldByReseller || seller.id === payment.buyerId) return null;
  if (upline?.role !== 'pro_reseller') return null;
  const none = (reason: NotEarnedReason): Share => ({
    cents: 0,
    ratePercent: null,
    tier: 'second_tier',
    reason,
  });
  if (upline.id === payment.buyerId) return none('own_purchase');
  if (!hasSecondTier) return none('second_tier_off');
  const refused = refusalOf(payment, upline);
  if (refused) return none(refused);
  if (!upline.isMember) return none('membership_lapsed');
  const netCents = netOf(payment);
  if (netCents > 0 && leftCents <= 0) return none('nothing_left');
  return share(netCents, secondTierPercent, leftCents, 'second_tier');
}

/** What keeps anybody from earning on a payment, whatever their rate. */
function refusalOf(payment: ReckonedPayment, seller: Seller): NotEarnedReason | null {
  if (payment.rate === null) return 'other_currency';
  if (seller.status !== 'active') return 'account_inactive';
  if (seller.role === 'member') return 'not_in_programme';
  return payment.isHeld ? 'payment_held' : null;
}

function share(netCents: number, ratePercent: number, mostCents: number, tier: Tier): Share {
  const cents = Math.min(shareOf(netCents, ratePercent), mostCents);
  if (cents > 0) return { cents, ratePercent, tier, reason: null };
  return { cents: 0, ratePercent: null, tier, reason: netCents === 0 ? 'payment_returned' : 'too_small' };
}
