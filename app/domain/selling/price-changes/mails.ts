import type { Mails } from '#app/platform/mail/content.ts';
import { mailDay as day, furtherTo, mailMoney as money } from '#app/platform/mail/wording.ts';
import { everyInterval } from '#app/platform/payments/interval-words.ts';

export const priceChangeMails = {
  'price-change': (mail: {
    name: string;
    noun: string;
    /** Before tax, for each interval. */
    fromCents: number;
    toCents: number;
    currency: string;
    interval: string;
    hasTaxOnTop: boolean;
    /** The first renewal at the new price. */
    chargedAt: Date;
    billingUrl: string;
    cancelUrl: string;
  }) => ({
    subject: `Your ${mail.noun} costs ${money(mail.toCents, mail.currency)} from ${day(mail.chargedAt)}`,
    paragraphs: [
      `You pay ${money(mail.fromCents, mail.currency)} ${everyInterval(mail.interval)} for your ${mail.noun} today. From ${day(mail.chargedAt)} it costs ${money(mail.toCents, mail.currency)}${mail.hasTaxOnTop ? ' plus tax' : ''} ${everyInterval(mail.interval)}. That is the first payment at the new price; nothing changes before.`,
      'If you would like to go on, there is nothing to do. If not, cancel before that day: you never pay the new price, and everything stays open to you until the end of the time you have paid for.',
    ],
    action: { label: 'Open your billing page', url: mail.billingUrl },
    ...furtherTo(
      'You can cancel at any time, with one button and no call to make.',
      'Cancel',
      mail.cancelUrl,
    ),
  }),
  'price-change-stopped': (mail: {
    name: string;
    noun: string;
    fromCents: number;
    currency: string;
    interval: string;
    hasTaxOnTop: boolean;
    billingUrl: string;
  }) => ({
    subject: `The price of your ${mail.noun} stays as it is`,
    paragraphs: [
      `We wrote to you that the price of your ${mail.noun} would change. It does not: you go on paying ${money(mail.fromCents, mail.currency)}${mail.hasTaxOnTop ? ' plus tax' : ''} ${everyInterval(mail.interval)}.`,
      'There is nothing to do.',
    ],
    action: { label: 'Open your billing page', url: mail.billingUrl },
  }),
} satisfies Mails;
