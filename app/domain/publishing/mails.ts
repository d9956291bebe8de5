import type { Mails } from '#app/platform/mail/content.ts';

export const publishingMails = {
  'sources-due': (mail: {
    /** How many boxes were last checked more than a quarter ago. */
    count: number;
    /** The oldest of them, a line each. */
    oldest: string[];
    qualityUrl: string;
  }) => ({
    subject: `${mail.count} ${mail.count === 1 ? 'source' : 'sources'} to check again`,
    greeting: 'Hello,',
    paragraphs: [
      `The library has ${mail.count} ${mail.count === 1 ? 'claim that was' : 'claims that were'} last compared with ${mail.count === 1 ? 'its source' : 'their sources'} more than a quarter ago. The oldest:`,
      ...mail.oldest,
      'Open each source, correct what has changed, and put the present month into the box. Take a box out if its page is gone.',
    ],
    action: { label: 'Open content quality', url: mail.qualityUrl },
  }),
} satisfies Mails;
