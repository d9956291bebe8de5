import type {} from '#app/platform/mail/templates.ts';

declare module '#app/platform/mail/templates.ts' {
  interface MailTemplates {
    'data-export-ready': { name: string; dataUrl: string; days: number };
    'account-deletion': {
      name: string;
      /** Asked for just now, two days before, or taken back. */
      stage: 'asked' | 'soon' | 'withdrawn';
      dueAt: Date;
      /** What is owed to them as an affiliate, and is paid first; integer cents of `currency`. */
      owedCents: number;
      currency: string;
      dataUrl: string;
    };
  }
}
