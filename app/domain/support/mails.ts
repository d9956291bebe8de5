import type {} from '#app/platform/mail/templates.ts';

declare module '#app/platform/mail/templates.ts' {
  interface MailTemplates {
    'ticket-opened': { name: string; number: number; subject: string; message: string };
    'ticket-for-team': {
      number: number;
      area: string;
      subject: string;
      message: string;
      name: string;
      email: string;
    };
  }
}
