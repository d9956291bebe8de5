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
  }
}
