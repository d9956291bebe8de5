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
      /** All that is known of it. */
      evidence: { html: string; text: string };
    };
  }
}
