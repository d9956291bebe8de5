import type { Mails } from '#app/platform/mail/content.ts';
import { mailDay as day } from '#app/platform/mail/wording.ts';

export const affiliateMails = {
  'reseller-trial-started': (mail: { name: string; days: number; endsAt: Date; centreUrl: string }) => ({
    subject: `Your ${mail.days}-day reseller trial has begun`,
    paragraphs: [
      `Until ${day(mail.endsAt)} you are a reseller. There is no card and no fee, and it ends by itself: afterward you are again what you were before, and commissions from these days stay yours under the usual rules.`,
    ],
    action: { label: 'Open the affiliate center', url: mail.centreUrl },
  }),
  'reseller-trial-ending': ({ endsAt, offerUrl }: { name: string; endsAt: Date; offerUrl: string }) => ({
    subject: `Your reseller trial ends on ${day(endsAt)}`,
    paragraphs: [
      `Your reseller trial ends on ${day(endsAt)}. There is nothing you have to do, and nothing will be charged: you will simply be what you were before the trial.`,
      'If it paid off for you, you can join the program for good:',
    ],
    action: { label: 'See what it costs', url: offerUrl },
  }),
  /** `isAffiliate`: they are one without the trial, and go on earning. */
  'reseller-trial-ended': (mail: {
    name: string;
    endedAt: Date;
    isAffiliate: boolean;
    centreUrl: string;
    offerUrl: string;
  }) => ({
    subject: 'Your reseller trial has ended',
    paragraphs: [
      `Since ${day(mail.endedAt)} you are again what you were before the trial. Nothing was charged, and nothing will be.`,
      mail.isAffiliate
        ? 'What you earned in those days stays in your ledger under the usual rules, and your links go on working at your rate as an affiliate:'
        : 'What you earned in those days stays yours under the usual rules. To see it and to be paid, join the affiliate program, which is free:',
    ],
    action: { label: 'Open the affiliate center', url: mail.centreUrl },
    further: {
      text: 'Should you want to be a reseller for good:',
      label: 'See what it costs',
      url: mail.offerUrl,
    },
  }),
} satisfies Mails;
