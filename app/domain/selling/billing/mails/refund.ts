import type { MailedReceipt, Mails } from '#app/platform/mail/content.ts';
import { mailDay as day, furtherTo, mailMoney as money } from '#app/platform/mail/wording.ts';

export const refundMails = {
  'payment-refunded': (mail: {
    name: string;
    amountCents: number;
    currency: string;
    /** Not to where it was paid from: a refund there has failed. */
    isOtherWay: boolean;
    creditNote: MailedReceipt | null;
  }) => ({
    receipt: mail.creditNote,
    subject: 'Your refund is on its way',
    paragraphs: [
      ...(mail.isOtherWay ? ['The bank did not take our first refund, so we made it in another way.'] : []),
      `We have refunded ${money(mail.amountCents, mail.currency)}. Depending on your bank it takes five to ten days to show on your statement.`,
    ],
  }),
  /** To the operator: somebody asks for money back, and it is for them to say yes or no. */
  'refund-asked': (mail: {
    requestId: string;
    email: string;
    title: string;
    amountCents: number;
    currency: string;
    paidAt: Date;
    reason: string;
    isGuaranteed: boolean;
    /** Why it could not be done, once it was granted; null for what an operator is asked first. */
    problem: string | null;
    /** Of a gift when it was redeemed, null for one that was not; absent for what is no gift. */
    giftRedeemedAt?: Date | null | undefined;
    /** Where admins answer. */
    requestsUrl: string;
  }) => ({
    subject: `A refund of ${money(mail.amountCents, mail.currency)} is asked for`,
    greeting: 'Hello,',
    paragraphs: [
      `${mail.email} asks for ${money(mail.amountCents, mail.currency)} back: ${mail.title}, paid on ${day(mail.paidAt)}.`,
      ...(mail.giftRedeemedAt === undefined
        ? []
        : [
            mail.giftRedeemedAt
              ? `The gift was redeemed on ${day(mail.giftRedeemedAt)}. We promise refunds only of gifts that nobody has redeemed, and a refund ends the membership that it gives.`
              : 'Nobody has redeemed the gift.',
          ]),
      ...(mail.reason ? [`In their words: ${mail.reason}`] : ['They gave no reason.']),
      ...(mail.problem
        ? [
            `${mail.isGuaranteed ? 'The guarantee covers it, but it' : 'It'} could not be done at once: ${mail.problem}`,
          ]
        : []),
      'Refund it in the admin area, or decline it there, with an answer that we email to them. At the command line:',
      `To refund it: npm run operate -- accept-refund ${mail.requestId}`,
      `To decline it: npm run operate -- decline-refund ${mail.requestId} "..."`,
    ],
    action: { label: 'Answer the request', url: mail.requestsUrl },
  }),
  /** To the operator: a purchase counts again whose piece of a limited number was sold to somebody else meanwhile. */
  'product-oversold': (mail: { title: string; count: number; userUrl: string }) => ({
    subject: `${mail.title}: ${mail.count} more sold than there are`,
    greeting: 'Hello,',
    paragraphs: [
      `Money for ${mail.title} had gone back to its buyer, and their place was sold again. Now that money is yours after all: the refund failed, or the dispute was decided in your favor. So the buyer has what they paid for again.`,
      `${mail.title} is now sold ${mail.count === 1 ? 'once' : `${mail.count} times`} more often than its limit says. Nobody loses what they paid for. Refund one of the buyers, or raise the limit.`,
    ],
    action: { label: 'See the buyer', url: mail.userUrl },
  }),
  'refund-request-received': (mail: {
    name: string;
    title: string;
    amountCents: number;
    currency: string;
    billingUrl: string;
  }) => ({
    subject: 'We have your refund request',
    paragraphs: [
      `You asked for ${money(mail.amountCents, mail.currency)} back, for ${mail.title}. A person looks at it, and answers you by email within 24 hours.`,
      'Until then everything stays as it is.',
    ],
    action: { label: 'Open your billing page', url: mail.billingUrl },
  }),
  'refund-declined': (mail: {
    name: string;
    title: string;
    amountCents: number;
    currency: string;
    answer: string;
    supportUrl: string;
  }) => ({
    subject: 'Your refund request',
    paragraphs: [
      `You asked for ${money(mail.amountCents, mail.currency)} back, for ${mail.title}. We cannot refund this payment.`,
      mail.answer,
    ],
    action: { label: 'Write to support', url: mail.supportUrl },
    closing: 'Rights that the law gives you are not affected.',
  }),
  'refund-failed': (mail: {
    name: string;
    amountCents: number;
    currency: string;
    /** It was for a membership that has not ended, and so goes on. */
    isRunning: boolean;
    /** It was for something bought once, which the payer has again. */
    isOwned: boolean;
    billingUrl: string;
    supportUrl: string;
  }) => ({
    subject: 'Your refund did not go through',
    paragraphs: [
      `We tried to give you back ${money(mail.amountCents, mail.currency)}, but the bank did not take it, so the money came back to us.`,
      'We will make the refund in another way, and write to you about it. You need not do anything.',
      ...(mail.isRunning
        ? ['Meanwhile your membership goes on as before. If you do not want it any more, cancel it:']
        : []),
      ...(mail.isOwned ? ['Meanwhile what you bought stays yours.'] : []),
    ],
    action: mail.isRunning
      ? { label: 'Open your billing page', url: mail.billingUrl }
      : { label: 'Write to support', url: mail.supportUrl },
    ...(mail.isRunning
      ? furtherTo('Is there a better way to reach your account?', 'Tell us', mail.supportUrl)
      : {}),
  }),
} satisfies Mails;
