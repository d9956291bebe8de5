import { intervalOf } from '#app/domain/selling/billing/mails/interval.ts';
import type { MailedReceipt, Mails } from '#app/platform/mail/content.ts';
import { furtherTo, mailMoney as money } from '#app/platform/mail/wording.ts';
import {
  countIntervals,
  everyInterval,
  paidPeriodNoun,
  perInterval,
} from '#app/platform/payments/interval-words.ts';

/** What every mail that thanks for a purchase is made from. */
export interface PurchaseConfirmation {
  name: string;
  /** What was bought. */
  title: string;
  /** Integer cents: what was paid, or for each interval is paid; nothing where a discount made it free. */
  amountCents: number;
  currency: string;
  /** How often it is paid: "month", "year"; null for what is paid once. */
  interval: string | null;
  /** What is promised of the payment, in one sentence; null where nothing is. */
  guarantee: string | null;
  /** How many payments of the amount there are in all; null or absent for what is paid once or without an end. */
  installments?: number | null;
  /** First intervals that cost nothing. */
  freeIntervals: number;
  /** What the buyer had bought before and this includes: they have upgraded. Null where that is nothing. */
  upgradedFrom: string | null;
  /** Where what was bought is. */
  openUrl: string;
  /** Where it is canceled; null for what is paid once. */
  cancelUrl: string | null;
  /** The receipt of what was paid, unless it has been mailed, or is to come. */
  receipt: MailedReceipt | null;
}

/** " plus tax", if the receipt in the mail shows that tax was added to the price. */
const taxOnTop = (receipt: MailedReceipt | null, amountCents: number) =>
  receipt && receipt.taxCents > 0 && receipt.totalCents > amountCents ? ' plus tax' : '';

export const purchaseMails = {
  'membership-started': (mail: PurchaseConfirmation) => ({
    receipt: mail.receipt,
    subject: mail.upgradedFrom
      ? 'You have upgraded: your membership is active'
      : 'Welcome: your membership is active',
    paragraphs: [
      ...(mail.upgradedFrom
        ? [
            `You had “${mail.upgradedFrom}”, and now you have all the rest: every course, guide and playbook. What you bought stays yours, also should you leave one day.`,
          ]
        : []),
      `Your membership is active. It costs ${money(mail.amountCents, mail.currency)}${taxOnTop(mail.receipt, mail.amountCents)} ${perInterval(intervalOf(mail.interval))}, and renews ${everyInterval(intervalOf(mail.interval))} until you cancel it.`,
      ...(mail.guarantee ? [`Not what you hoped for? ${mail.guarantee}`] : []),
    ],
    action: { label: 'Open your dashboard', url: mail.openUrl },
    // The welcome says how to cancel, because several laws on subscriptions require it (P51).
    ...furtherTo(
      'You can cancel at any time, with one button and no call to make. What you have paid for stays open to you.',
      'Cancel the membership',
      mail.cancelUrl,
    ),
  }),
  'ebook-bought': ({ title, amountCents, currency, guarantee, openUrl, receipt }: PurchaseConfirmation) => ({
    receipt,
    subject: `Your ebook: ${title}`,
    paragraphs: [
      amountCents > 0
        ? `We have received your payment of ${money(amountCents, currency)}. It was taken once, and nothing more follows.`
        : 'It was free of charge, and no payment follows.',
      'The book is yours to download as PDF and EPUB, as often as you like:',
    ],
    action: { label: 'Open the ebook', url: openUrl },
    ...(guarantee ? { closing: `Not what you hoped for? ${guarantee}` } : {}),
  }),
  'product-bought': ({
    title,
    amountCents,
    currency,
    guarantee,
    openUrl,
    cancelUrl,
    installments,
    receipt,
  }: PurchaseConfirmation) => ({
    receipt,
    subject: installments ? `${title} is open to you` : `You have bought ${title}`,
    paragraphs: [
      installments
        ? `We have received the first of ${installments} monthly payments of ${money(amountCents, currency)}${taxOnTop(receipt, amountCents)}. After the last one ${title} is yours for good.`
        : amountCents > 0
          ? `We have received your payment of ${money(amountCents, currency)}. It was taken once, and nothing more follows.`
          : 'It was free of charge, and no payment follows.',
      installments ? 'You have it from now on:' : `${title} is yours from now on:`,
    ],
    action: { label: `Open ${title}`, url: openUrl },
    ...(guarantee ? { closing: `Not what you hoped for? ${guarantee}` } : {}),
    ...(installments
      ? furtherTo(
          'You can cancel at any time: no further payment is taken, and it stays open until the end of the month you have paid for.',
          'Cancel the payments',
          cancelUrl,
        )
      : {}),
  }),
  'reseller-joined': ({ amountCents, currency, openUrl, receipt }: PurchaseConfirmation) => ({
    receipt,
    subject: 'Welcome to the reseller program',
    paragraphs: [
      `We have received your payment of ${money(amountCents, currency)}. It was taken once, and nothing more follows by itself.`,
      'You are a reseller from now on: your share counts for payments made through your link while your own membership is active.',
      'Your link, your commissions and the marketing materials are in the affiliate center:',
    ],
    action: { label: 'Open the affiliate center', url: openUrl },
    closing:
      'The money-back guarantee does not cover this fee, apart from rights that the law gives you and charges made in error.',
  }),
  'reseller-pro-started': (mail: PurchaseConfirmation) => ({
    receipt: mail.receipt,
    subject: 'Reseller PRO is active',
    paragraphs: [
      mail.freeIntervals > 0
        ? `Reseller PRO is yours. The first ${countIntervals(mail.freeIntervals, intervalOf(mail.interval))} are free: nothing was taken today. After that it is ${money(mail.amountCents, mail.currency)} ${perInterval(intervalOf(mail.interval))}, until you cancel. If you cancel before the free time ends, nothing is ever charged.`
        : `Reseller PRO is yours. It costs ${money(mail.amountCents, mail.currency)}${taxOnTop(mail.receipt, mail.amountCents)} ${perInterval(intervalOf(mail.interval))}, until you cancel. A cancellation takes effect at the end of the ${paidPeriodNoun(intervalOf(mail.interval))} you paid for.`,
      'From now on your link sells the reseller program as well:',
    ],
    action: { label: 'Open the affiliate center', url: mail.openUrl },
    ...furtherTo('Not for you after all?', 'Cancel here', mail.cancelUrl),
  }),
  'team-started': (mail: PurchaseConfirmation) => ({
    receipt: mail.receipt,
    subject: 'Your team is ready',
    paragraphs: [
      `Your team’s seats are ready. They cost ${money(mail.amountCents, mail.currency)}${taxOnTop(mail.receipt, mail.amountCents)} ${perInterval(intervalOf(mail.interval))} altogether, and renew ${everyInterval(intervalOf(mail.interval))} until you cancel.`,
      'Next, invite people by email. Each of them gets a seat, with every course, guide and playbook. You can give a seat to somebody else at any time.',
      ...(mail.guarantee ? [mail.guarantee] : []),
    ],
    action: { label: 'Invite people', url: mail.openUrl },
    ...furtherTo(
      'You can cancel at any time, with one button and no call to make. The seats stay open until the end of what you have paid for.',
      'Cancel the team',
      mail.cancelUrl,
    ),
  }),
  'purchase-denied': (mail: {
    name: string;
    title: string;
    amountCents: number;
    currency: string;
    againUrl: string;
  }) => ({
    subject: 'Your payment did not go through',
    paragraphs: [
      `Your payment of ${money(mail.amountCents, mail.currency)} for ${mail.title} was still being checked, and has now been denied. You have not been charged, and the purchase was canceled.`,
      'You can buy it again at any time, with another payment method.',
    ],
    action: { label: 'Try again', url: mail.againUrl },
  }),
} satisfies Mails;
