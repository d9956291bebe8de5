import type { Mails } from '#app/platform/mail/content.ts';

export const userMails = {
  invitation: (mail: { name: string; acceptUrl: string; termsUrl: string; days: number }) => ({
    subject: 'You are invited',
    paragraphs: [
      `An account has been made for you. Choose a password to sign in. The link works once, for ${mail.days} days.`,
      'If you did not expect this, do nothing: without a password nobody can use the account.',
    ],
    action: { label: 'Choose a password', url: mail.acceptUrl },
    further: {
      text: 'By choosing one you accept the',
      label: 'terms and the privacy policy',
      url: mail.termsUrl,
    },
  }),
  'address-changed': ({ supportUrl }: { name: string; supportUrl: string }) => ({
    subject: 'Your email address was changed',
    paragraphs: [
      'The address of your account was changed by our support team, and this one no longer works for signing in. You have been signed out everywhere.',
      'If you did not ask for this, contact us at once.',
    ],
    action: { label: 'Contact support', url: supportUrl },
  }),
} satisfies Mails;
