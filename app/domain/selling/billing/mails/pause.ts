import type { Mails } from '#app/platform/mail/content.ts';
import { mailDay as day, furtherTo, mailMoney as money } from '#app/platform/mail/wording.ts';
import { everyInterval } from '#app/platform/payments/interval-words.ts';

/** What the mails about a pause name: a subscription and what is taken for it. */
export interface PausedSubscription {
  name: string;
  /** What it is for, as a sentence calls it. */
  noun: string;
  /** What is taken for each interval, before tax. */
  amountCents: number;
  /** What a discount takes off the payment that the mail is about. */
  discountCents: number;
  currency: string;
  /** Such as "month". */
  interval: string;
  hasTaxOnTop: boolean;
  billingUrl: string;
}

const priced = (cents: number, { currency, hasTaxOnTop }: PausedSubscription) =>
  `${money(cents, currency)}${hasTaxOnTop ? ' plus tax' : ''}`;

/** What the payment takes that the mail is about. */
const amountOf = (mail: PausedSubscription) =>
  `${priced(mail.amountCents - mail.discountCents, mail)}${mail.discountCents > 0 ? ', with your discount,' : ''}`;

/** How it goes on after that payment. */
const furtherPayments = (mail: PausedSubscription) =>
  mail.discountCents > 0
    ? `Without the discount it is ${priced(mail.amountCents, mail)} ${everyInterval(mail.interval)}, until you cancel.`
    : `After that we take the same ${everyInterval(mail.interval)} until you cancel.`;

const openBilling = ({ billingUrl }: PausedSubscription) => ({
  label: 'Open your billing page',
  url: billingUrl,
});

export const pauseMails = {
  'win-back-accepted': (mail: {
    name: string;
    noun: string;
    percentOff: number;
    months: number;
    /** What is taken each month with the offer, and after it, before tax. */
    offeredCents: number;
    amountCents: number;
    currency: string;
    hasTaxOnTop: boolean;
    nextPaymentAt: Date | null;
    billingUrl: string;
  }) => {
    const tax = mail.hasTaxOnTop ? ' plus tax' : '';
    const priceOf = (cents: number) => `${money(cents, mail.currency)}${tax}`;
    const payments =
      mail.months === 1 ? 'Your next payment is' : `Each of your next ${mail.months} payments is`;
    return {
      subject: `${mail.percentOff}% off your ${mail.noun} for ${mail.months === 1 ? '1 month' : `${mail.months} months`}`,
      paragraphs: [
        `Thank you for staying. ${payments} ${priceOf(mail.offeredCents)} in place of ${priceOf(mail.amountCents)}.${mail.nextPaymentAt ? ` The first of them is due on ${day(mail.nextPaymentAt)}.` : ''}`,
        `After that your ${mail.noun} costs ${priceOf(mail.amountCents)} a month again, until you cancel. You can cancel at any time, with one button.`,
      ],
      action: { label: 'Open your billing page', url: mail.billingUrl },
    };
  },
  'membership-paused': (mail: PausedSubscription & { pausesAt: Date; resumesAt: Date }) => ({
    subject: `Your ${mail.noun} pauses on ${day(mail.pausesAt)}`,
    paragraphs: [
      `Everything stays open to you until ${day(mail.pausesAt)}, the end of the ${mail.interval} you have paid for. From then until ${day(mail.resumesAt)} your ${mail.noun} is paused: nothing is charged, and lessons are closed. Your account and your progress are kept.`,
      `On ${day(mail.resumesAt)} it resumes by itself. On that day we take ${amountOf(mail)} from your card. ${furtherPayments(mail)} We email you a week before.`,
    ],
    action: openBilling(mail),
    closing: 'Changed your mind? You can resume on your billing page at any time, with one button.',
  }),
  'pause-ending': (mail: PausedSubscription & { resumesAt: Date; cancelUrl: string }) => ({
    subject: `Your ${mail.noun} resumes on ${day(mail.resumesAt)}`,
    paragraphs: [
      `Your pause ends on ${day(mail.resumesAt)}. On that day we take ${amountOf(mail)} from your card, and everything opens to you again. ${furtherPayments(mail)}`,
      'If you would like to go on, there is nothing to do. If not, cancel before that day, and nothing is taken.',
    ],
    action: openBilling(mail),
    ...furtherTo(
      'You can cancel at any time, with one button and no call to make.',
      'Cancel',
      mail.cancelUrl,
    ),
  }),
  'pause-withdrawn': (mail: PausedSubscription & { nextPaymentAt: Date | null }) => ({
    subject: `Your ${mail.noun} goes on without a pause`,
    paragraphs: [
      `Your ${mail.noun} is not going to be paused any more. It renews ${everyInterval(mail.interval)} until you cancel it.`,
      mail.nextPaymentAt
        ? `The next payment of ${amountOf(mail)} is due on ${day(mail.nextPaymentAt)}.`
        : `The next payment is ${amountOf(mail)}.`,
    ],
    action: openBilling(mail),
  }),
  'membership-resumed': (mail: PausedSubscription & { nextPaymentAt: Date | null }) => ({
    subject: `Your ${mail.noun} is open again`,
    paragraphs: [
      `Welcome back. Your pause is over, and everything is open to you again. We take ${amountOf(mail)} from your card for the ${mail.interval} that begins now. The receipt comes in an email of its own.`,
      mail.nextPaymentAt
        ? `The payment after that is due on ${day(mail.nextPaymentAt)}, and then ${everyInterval(mail.interval)} until you cancel.`
        : `It renews ${everyInterval(mail.interval)} until you cancel.`,
    ],
    action: openBilling(mail),
  }),
} satisfies Mails;
