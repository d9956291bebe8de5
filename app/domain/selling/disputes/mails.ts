import type {} from '#app/platform/mail/templates.ts';

declare module '#app/platform/mail/templates.ts' {
  interface MailTemplates {
    /** To the operator. */
    'dispute-opened': {
      title: string;
      /** A bank asks, and has taken nothing yet. */
      isInquiry: boolean;
      /** Where the case is answered. */
      provider: string;
      disputeId: string;
      /** What of the amount no payment here explains, with its currency; null where all is explained. */
      unexplained: string | null;
      /** All that is known of it. */
      evidence: { html: string; text: string };
    };
    /** To the operator: a dispute was decided. */
    'dispute-decided': {
      outcome: 'won' | 'lost';
      /** With its currency. */
      amount: string;
      title: string;
      provider: string;
      disputeId: string;
      userUrl: string;
      /** Whether what was bought is open now. */
      isOpenNow: boolean;
    };
  }
}
