import type { Mails } from '#app/platform/mail/content.ts';

export const emailCourseMails = {
  'email-course-letter': (mail: {
    name: string;
    subject: string;
    preheader: string;
    title: string;
    month: number;
    monthCount: number;
    letter: { html: string; text: string };
    readUrl: string;
    unsubscribeUrl: string;
  }) => ({
    subject: mail.subject,
    preheader: mail.preheader,
    title: { eyebrow: `Month ${mail.month} of ${mail.monthCount}`, text: mail.title },
    paragraphs: [],
    body: mail.letter,
    action: { label: 'Read it on the site', url: mail.readUrl },
    closing: 'You get one letter a month because you asked for the email course.',
    unsubscribeUrl: mail.unsubscribeUrl,
  }),
} satisfies Mails;
