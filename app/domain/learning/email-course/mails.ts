import type {} from '#app/platform/mail/templates.ts';

declare module '#app/platform/mail/templates.ts' {
  interface MailTemplates {
    'email-course-letter': {
      name: string;
      subject: string;
      preheader: string;
      title: string;
      month: number;
      monthCount: number;
      letter: { html: string; text: string };
      readUrl: string;
      unsubscribeUrl: string;
    };
  }
}
