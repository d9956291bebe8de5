import type { Mails } from '#app/platform/mail/content.ts';
import { mailDay as day, furtherTo, mailMoney as money } from '#app/platform/mail/wording.ts';
import { everyInterval } from '#app/platform/payments/interval-words.ts';

export const renewalMails = {
  'trial-ending': (mail: {
    name: string;
    /** What is on trial. */
    title: string;
    /** What is taken then, for each interval, before tax. */
    amountCents: number;
    currency: string;
    /** Such as "month", or "3 month". */
    interval: string;
    hasTaxOnTop: boolean;
    trialEndsAt: Date;
    billingUrl: string;
    cancelUrl: string;
  }) => ({
    subject: `Your trial ends on ${day(mail.trialEndsAt)}`,
    paragraphs: [
      `Your trial of “${mail.title}” ends on ${day(mail.trialEndsAt)}. On that day we take ${money(mail.amountCents, mail.currency)}${mail.hasTaxOnTop ? ' plus tax' : ''} from your card, and then the same ${everyInterval(mail.interval)} until you cancel.`,
      'If you would like to go on, there is nothing to do. If not, cancel before that day, and nothing is taken.',
    ],
    action: { label: 'Open your billing page', url: mail.billingUrl },
    further: {
      text: 'You can cancel at any time, with one button and no call to make.',
      label: 'Cancel',
      url: mail.cancelUrl,
    },
  }),
  'interval-switched': (mail: {
    name: string;
    /** What it is for, as a sentence calls it. */
    noun: string;
    /** What is taken for each interval from now on, before tax. */
    amountCents: number;
    currency: string;
    /** Such as "year". */
    interval: string;
    hasTaxOnTop: boolean;
    /** It was switched within a period that was paid. */
    isCredited: boolean;
    nextPaymentAt: Date | null;
    billingUrl: string;
  }) => {
    const amount = `${money(mail.amountCents, mail.currency)}${mail.hasTaxOnTop ? ' plus tax' : ''}`;
    return {
      subject: `You now pay ${everyInterval(mail.interval)} for your ${mail.noun}`,
      paragraphs: [
        `Your ${mail.noun} now costs ${amount} ${everyInterval(mail.interval)}.${mail.isCredited ? ' What was left of the period you had paid for was credited.' : ''} The receipt for what you paid comes in an email of its own.`,
        mail.nextPaymentAt
          ? `The next payment of ${amount} is due on ${day(mail.nextPaymentAt)}, and then ${everyInterval(mail.interval)} until you cancel.`
          : `It renews ${everyInterval(mail.interval)} until you cancel.`,
      ],
      action: { label: 'Open your billing page', url: mail.billingUrl },
    };
  },
  'interval-switch-ahead': (mail: {
    name: string;
    /** What it is for, as a sentence calls it. */
    noun: string;
    /** What is taken for each interval from then on, before tax. */
    amountCents: number;
    currency: string;
    /** Such as "month". */
    interval: string;
    hasTaxOnTop: boolean;
    switchesAt: Date;
    billingUrl: string;
  }) => ({
    subject: `From ${day(mail.switchesAt)} you pay ${everyInterval(mail.interval)} for your ${mail.noun}`,
    paragraphs: [
      `You have chosen to pay ${everyInterval(mail.interval)}. Nothing changes until ${day(mail.switchesAt)}, the end of the time you have paid for. On that day we take ${money(mail.amountCents, mail.currency)}${mail.hasTaxOnTop ? ' plus tax' : ''}, and then the same ${everyInterval(mail.interval)} until you cancel.`,
      'Until then you can take this back on your billing page at no cost, or cancel.',
    ],
    action: { label: 'Open your billing page', url: mail.billingUrl },
  }),
  'payment-failed': (mail: {
    name: string;
    /** What it is for, as a sentence calls it. */
    noun: string;
    /** What is missing, before tax. */
    amountCents: number;
    currency: string;
    hasTaxOnTop: boolean;
    /** Until when everything stays open. */
    openUntil: Date;
    isFirst: boolean;
    isLast: boolean;
    /** Paid by a card that can be replaced here; else at the provider. */
    isCard: boolean;
    mendUrl: string;
  }) => {
    const amount = `${money(mail.amountCents, mail.currency)}${mail.hasTaxOnTop ? ' plus tax' : ''}`;
    return {
      subject: mail.isFirst
        ? 'Your payment did not go through'
        : mail.isLast
          ? `Last reminder: your ${mail.noun} ends on ${day(mail.openUntil)}`
          : `Your payment is still missing: open until ${day(mail.openUntil)}`,
      paragraphs: [
        mail.isFirst
          ? `We could not collect ${amount} for your ${mail.noun}. You keep everything until ${day(mail.openUntil)}, and the payment is tried again until then.`
          : `We still could not collect ${amount} for your ${mail.noun}. You keep everything until ${day(mail.openUntil)}. If the payment has not come by then, it ends, and nothing more is charged.`,
        mail.isCard
          ? 'Has your card expired, or would you rather use another? It takes a minute:'
          : 'Please check at PayPal that the card or account you pay with is still valid, and choose another if not:',
      ],
      action: { label: mail.isCard ? 'Use another card' : 'Check the payment', url: mail.mendUrl },
      closing:
        'Once the payment has gone through, you get no more emails about it. If you have already fixed it, ignore this email.',
    };
  },
  'renewal-notice': (mail: {
    name: string;
    noun: string;
    reason: 'free_months_end' | 'price_changed' | 'yearly' | 'installment';
    /** Which payment of how many it is; null or absent for what renews until it is canceled. */
    installment?: { number: number; count: number } | null;
    /** What is taken, before tax; `previousCents` is what they were told last. */
    amountCents: number;
    previousCents: number | null;
    currency: string;
    /** Such as "month", or "3 month". */
    interval: string;
    hasTaxOnTop: boolean;
    chargedAt: Date;
    isCard: boolean;
    billingUrl: string;
    cancelUrl: string;
  }) => {
    const priceOf = (cents: number) => money(cents, mail.currency);
    const amount = `${priceOf(mail.amountCents)}${mail.hasTaxOnTop ? ' plus tax' : ''}`;
    const on = day(mail.chargedAt);
    const every = everyInterval(mail.interval);
    const from = mail.isCard ? 'from your card' : 'by PayPal';
    const was = mail.previousCents === null ? '' : `, in place of ${priceOf(mail.previousCents)} until now`;
    const { number, count } = mail.installment ?? { number: 0, count: 0 };
    const remaining = count - number;
    const afterIt =
      remaining <= 0
        ? 'It is the last one.'
        : remaining === 1
          ? 'One payment is left after it.'
          : `${remaining} payments are left after it.`;
    const { subject, opening } = {
      free_months_end: {
        subject: `Your free months end on ${on}`,
        opening: `Your free months of ${mail.noun} end on ${on}. On that day we take ${amount} ${from}, for the first time, and then the same ${every} until you cancel.`,
      },
      price_changed: {
        subject: `Your ${mail.noun} costs ${priceOf(mail.amountCents)} from ${on}`,
        opening: `From ${on} your ${mail.noun} costs ${amount} ${every}${was}. It is taken ${from} on that day.`,
      },
      yearly: {
        subject: `Your ${mail.noun} renews on ${on}`,
        opening: `Your ${mail.noun} renews on ${on}. On that day we take ${amount} ${from}, and then the same ${every} until you cancel.`,
      },
      installment: {
        subject: `Payment ${number} of ${count} for your ${mail.noun} is due on ${on}`,
        opening: `On ${on} we take ${amount} ${from}: payment ${number} of ${count} for your ${mail.noun}. ${afterIt}`,
      },
    }[mail.reason];
    return {
      subject,
      paragraphs: [
        opening,
        mail.reason === 'installment'
          ? `There is nothing to do. To pay with another card, replace it on your billing page before that day. If you cancel, nothing more is taken, and your ${mail.noun} closes on that day.`
          : 'If you would like to go on, there is nothing to do. If not, cancel before that day, and nothing is taken.',
      ],
      action: { label: 'Open your billing page', url: mail.billingUrl },
      ...furtherTo(
        'You can cancel at any time, with one button and no call to make.',
        'Cancel',
        mail.cancelUrl,
      ),
    };
  },
  'card-expiring': (mail: {
    name: string;
    noun: string;
    brand: string;
    last4: string;
    /** Its last day. */
    goodUntil: Date;
    mendUrl: string;
  }) => ({
    subject: `Your card ending in ${mail.last4} expires on ${day(mail.goodUntil)}`,
    paragraphs: [
      `Your ${mail.noun} is paid by the ${mail.brand} ending in ${mail.last4}, which is good until ${day(mail.goodUntil)}. Payments after that day would not go through.`,
      'Do you have a new card? Replacing the old one takes a minute:',
    ],
    action: { label: 'Use another card', url: mail.mendUrl },
    closing:
      'Many banks send us the new card details automatically. If yours has, or you have replaced the card already, there is nothing to do.',
  }),
} satisfies Mails;
