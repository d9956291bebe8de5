import type { Product } from '#app/domain/core/catalogue/product.ts';
import type { NotEarnedReason } from '#app/domain/programme/commissions/calculation.ts';

/** Why what somebody was owed, or was carried forward below zero, is written off. */
export type WriteOffReason =
  | 'given_up'
  | 'withheld'
  | 'unclaimed'
  | 'not_claimed_back'
  | 'write_off_reversed'
  | 'reversed_after_write_off';

/** Why a row was written that is no earning, as it is kept with it; an adjustment keeps the admin's words instead. */
export type MovementReason =
  | NotEarnedReason
  | 'refund'
  | 'refund_failed'
  | 'dispute'
  | 'dispute_won'
  | 'dispute_lost'
  | 'tax'
  | 'terms'
  | 'released'
  | 'payout'
  | 'payout_returned'
  | WriteOffReason;

/** How a buyer came to belong to a seller. */
export type Attribution = {
  rule: 'registration' | 'promotion_code' | 'click';
  /** The click, where it is known. */
  clickId: string | null;
  clickedAt: string | null;
  promotionCode: string | null;
};

/** What a row of a payment was reckoned from, as it stood then. Times are ISO 8601, money integer cents. */
export type CommissionSnapshot = {
  product?: string;
  /** Whom the product paid, and its own rate in percent if it has one, when the payment was first reckoned. */
  pays?: Product['commission'];
  productPercent?: number | null;
  buyerId?: string;
  paidAt?: string;
  taxCents?: number;
  /** Refunded, kept by the bank, or in dispute. */
  goneCents?: number;
  /** What was paid in another currency, and by which two amounts of its price it counts in the ledger's. */
  paid?: { cents: number; currency: string; priceCents: number; ledgerCents: number };
  attribution?: Attribution;
  /** The provider's id of the refund or the dispute. */
  about?: string;
};
