import type {} from '#app/platform/mail/templates.ts';

declare module '#app/platform/mail/templates.ts' {
  interface MailTemplates {
    'commission-reversed': {
      name: string;
      /** What was taken back, integer cents. */
      cents: number;
      currency: string;
      why: 'refund' | 'dispute' | 'other';
      /** What may be paid out now; below zero it is carried forward. */
      approvedCents: number;
      ledgerUrl: string;
    };
    /** After a `commission-reversed`: the money came back, as when a dispute was won. */
    'commission-restored': {
      name: string;
      /** What counts again, integer cents. */
      cents: number;
      currency: string;
      isDisputeWon: boolean;
      approvedCents: number;
      ledgerUrl: string;
    };
    'own-membership-ending': { name: string; endsAt: Date; renewUrl: string };
    'own-membership-lapsed': { name: string; endedAt: Date; renewUrl: string };
    'ledger-mismatch': { findings: { rule: string; count: number }[]; siteUrl: string };
  }
}
