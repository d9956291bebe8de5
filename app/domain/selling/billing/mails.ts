import type { MailedReceipt } from '#app/domain/selling/receipts/mails.ts';
import type {} from '#app/platform/mail/templates.ts';

/** What every mail that thanks for a purchase is made from. */
export interface PurchaseConfirmation {
  name: string;
  /** What was bought. */
  title: string;
  /** Integer cents: what was paid, or for each interval is paid; nothing where a discount made it free. */
  amountCents: number;
  currency: string;
  /** How often it is paid: "month", "year"; null for what is paid once. */
  interval: string | null;
  /** What is promised of the payment, in one sentence; null where nothing is. */
  guarantee: string | null;
  /** First intervals that cost nothing. */
  freeIntervals: number;
  /** What the buyer had bought before and this includes: they have upgraded. Null where that is nothing. */
  upgradedFrom: string | null;
  /** Where what was bought is. */
  openUrl: string;
  /** Where it is canceled; null for what is paid once. */
  cancelUrl: string | null;
  /** The receipt of what was paid, unless it has been mailed, or is to come. */
  receipt: MailedReceipt | null;
}

/** What the mails that confirm a cancellation are made from. */
export interface CancellationConfirmation {
  name: string;
  /** How often it was paid: "month", "year", "3 month". */
  interval: string;
  /** Canceled on the site's own page, not at the provider. */
  isAskedHere: boolean;
  /** Null when it ends at once, or the provider has not told the day. */
  accessEndsAt: Date | null;
  endsAtOnce: boolean;
  canBeKept: boolean;
  /** Nothing is open until a dispute is settled. */
  isDisputed: boolean;
  billingUrl: string;
}

/** What the mails that say that a subscription is over are made from. */
export interface SubscriptionEnd {
  name: string;
  /** What could not be collected, and so ended it; null where it ended otherwise. */
  unpaid: { amountCents: number; currency: string } | null;
  /** Where it is bought again. */
  againUrl: string;
}

declare module '#app/platform/mail/templates.ts' {
  interface MailTemplates {
    'membership-started': PurchaseConfirmation;
    'trial-ending': {
      name: string;
      /** What is on trial. */
      title: string;
      /** What is taken then, for each interval, before tax. */
      amountCents: number;
      currency: string;
      /** Such as "month", or "3 month". */
      interval: string;
      hasTaxOnTop: boolean;
      trialEndsAt: Date;
      billingUrl: string;
      cancelUrl: string;
    };
    'payment-failed': {
      name: string;
      /** What it is for, as a sentence calls it. */
      noun: string;
      /** What is missing, before tax. */
      amountCents: number;
      currency: string;
      hasTaxOnTop: boolean;
      /** Until when everything stays open. */
      openUntil: Date;
      isFirst: boolean;
      isLast: boolean;
      /** Paid by a card that can be replaced here; else at the provider. */
      isCard: boolean;
      mendUrl: string;
    };
    'renewal-notice': {
      name: string;
      noun: string;
      reason: 'free_months_end' | 'price_changed' | 'yearly';
      /** What is taken, before tax; `previousCents` is what they were told last. */
      amountCents: number;
      previousCents: number | null;
      currency: string;
      /** Such as "month", or "3 month". */
      interval: string;
      hasTaxOnTop: boolean;
      chargedAt: Date;
      isCard: boolean;
      billingUrl: string;
      cancelUrl: string;
    };
    'card-expiring': {
      name: string;
      noun: string;
      brand: string;
      last4: string;
      /** Its last day. */
      goodUntil: Date;
      mendUrl: string;
    };
    'reseller-pro-ending': { name: string; endsAt: Date; canBeKept: boolean; billingUrl: string };
    'membership-canceled': CancellationConfirmation;
    'subscription-kept': {
      name: string;
      noun: string;
      amountCents: number;
      currency: string;
      /** Such as "month", or "3 month". */
      interval: string;
      nextPaymentAt: Date | null;
      billingUrl: string;
    };
    'membership-ended': SubscriptionEnd;
    'reseller-pro-ended': SubscriptionEnd;
    'ebook-bought': PurchaseConfirmation;
    'reseller-joined': PurchaseConfirmation;
    'reseller-pro-started': PurchaseConfirmation;
    'reseller-pro-canceled': CancellationConfirmation;
    'purchase-denied': {
      name: string;
      title: string;
      amountCents: number;
      currency: string;
      againUrl: string;
    };
    'payment-refunded': {
      name: string;
      amountCents: number;
      currency: string;
      creditNote: MailedReceipt | null;
    };
    /** To the operator: somebody asks for money back, and it is for them to say yes or no. */
    'refund-asked': {
      requestId: string;
      email: string;
      title: string;
      amountCents: number;
      currency: string;
      paidAt: Date;
      reason: string;
      isGuaranteed: boolean;
      /** Why it could not be done, once it was granted; null for what an operator is asked first. */
      problem: string | null;
      /** Where admins answer. */
      requestsUrl: string;
    };
    'refund-request-received': {
      name: string;
      title: string;
      amountCents: number;
      currency: string;
      billingUrl: string;
    };
    'refund-declined': {
      name: string;
      title: string;
      amountCents: number;
      currency: string;
      answer: string;
      supportUrl: string;
    };
    'refund-failed': {
      name: string;
      amountCents: number;
      currency: string;
      /** It was for a membership that has not ended, and so goes on. */
      isRunning: boolean;
      /** It was for something bought once, which the payer has again. */
      isOwned: boolean;
      billingUrl: string;
      supportUrl: string;
    };
  }
}
