import type {} from '#app/platform/mail/templates.ts';

/** A payout as its mails tell of it; integer cents. */
interface ToldPayout {
  name: string;
  number: number;
  cents: number;
  currency: string;
  email: string;
  statementUrl: string;
}

/** What an affiliate who is leaving is mailed of their last payout. */
export type ClosingStage = 'begun' | 'held' | 'released' | 'withheld' | 'reminder' | 'given_up' | 'unclaimed';

declare module '#app/platform/mail/templates.ts' {
  interface MailTemplates {
    'confirm-payout-address': { name: string; confirmUrl: string; hours: number };
    'payout-address-changed': { name: string; email: string; usableFrom: Date; centreUrl: string };
    'payout-paid': ToldPayout & { isByHand: boolean };
    'payout-unclaimed': ToldPayout;
    /** To the operator: `isOver` where nothing of it can have been paid, or nobody can know. */
    'payouts-refused': {
      batchId: string;
      count: number;
      /** Integer cents of the catalogue's currency. */
      cents: number;
      why: string;
      isOver: boolean;
      siteUrl: string;
    };
    'payout-returned': ToldPayout & { why: string | null };
    /** Integer cents of `currency`, as they stand; of what was given up, withheld or written off, what that was. */
    'last-payout': {
      name: string;
      step: ClosingStage;
      approvedCents: number;
      waitingCents: number;
      heldCents: number;
      currency: string;
      /** When the last waiting commission is approved; null where none waits. */
      clearsAt: Date | null;
      /** Where it goes; null where no PayPal address can be paid to. */
      payoutEmail: string | null;
      /** What an admin decided, in words for the affiliate. */
      note: string;
      unclaimedAt: Date;
      url: string;
    };
  }
}
