import type { Mails } from '#app/platform/mail/content.ts';

export const letterMails = {
  letter: (mail: {
    subject: string;
    preheader: string;
    kindName: string;
    letter: { html: string; text: string };
    preferencesUrl: string;
    unsubscribeUrl: string;
  }) => ({
    subject: mail.subject,
    ...(mail.preheader ? { preheader: mail.preheader } : {}),
    // The letter greets by itself, if its author wants that.
    greeting: '',
    paragraphs: [],
    body: mail.letter,
    further: {
      text: `You get this because you have an account here. Kind of email: ${mail.kindName}.`,
      label: 'Choose your emails',
      url: mail.preferencesUrl,
    },
    unsubscribeUrl: mail.unsubscribeUrl,
  }),
} satisfies Mails;
