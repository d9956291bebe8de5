import type {} from '#app/platform/mail/templates.ts';

declare module '#app/platform/mail/templates.ts' {
  interface MailTemplates {
    'reseller-trial-started': { name: string; days: number; endsAt: Date; centreUrl: string };
    'reseller-trial-ending': { name: string; endsAt: Date; offerUrl: string };
    /** `isAffiliate`: they are one without the trial, and go on earning. */
    'reseller-trial-ended': {
      name: string;
      endedAt: Date;
      isAffiliate: boolean;
      centreUrl: string;
      offerUrl: string;
    };
  }
}
