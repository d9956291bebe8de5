import type { MailedReceipt, Mails } from '#app/platform/mail/content.ts';
import { mailDay, mailMoney as money } from '#app/platform/mail/wording.ts';

export const giftMails = {
  /** To the giver. */
  'gift-bought': (mail: {
    name: string;
    title: string;
    /** Integer cents; nothing where a discount made it free. */
    amountCents: number;
    currency: string;
    /** They print a card; else it is emailed. */
    isCard: boolean;
    deliverAt: Date;
    guarantee: string;
    giftUrl: string;
    receipt: MailedReceipt | null;
  }) => ({
    receipt: mail.receipt,
    subject: 'Your gift is ready',
    paragraphs: [
      mail.amountCents > 0
        ? `Thank you. We have received your payment of ${money(mail.amountCents, mail.currency)} for “${mail.title}”. It was taken once, and nothing more follows.`
        : `Thank you. “${mail.title}” was free of charge, and no payment follows.`,
      mail.isCard
        ? 'Print the card on your gift’s page, and hand it over whenever you like.'
        : `We email the gift to its recipient on ${mailDay(mail.deliverAt)}. The email has the code and no words of yours: your name and your message are shown to them with the gift.`,
      'On your gift’s page you see whether it has been redeemed.',
      mail.guarantee,
    ],
    action: { label: 'See your gift', url: mail.giftUrl },
  }),
  /** To somebody who has not asked for it: fixed words only. */
  'gift-delivered': (mail: { title: string; code: string; redeemUrl: string }) => ({
    subject: 'You have been given a membership',
    greeting: 'Hello,',
    paragraphs: [
      `Somebody has bought a membership for you: “${mail.title}”. It is paid for, and you give no card.`,
      'Open the gift to see who it is from and what they wrote. You can redeem it with a new account or the one you have.',
      `Your code: ${mail.code}`,
    ],
    action: { label: 'Open your gift', url: mail.redeemUrl },
    closing:
      'If you don’t want it, you don’t need to do anything. We won’t email you about it unless the giver asks us to send it again.',
  }),
  /** To the giver. */
  'gift-redeemed': (mail: { name: string; title: string; giftUrl: string }) => ({
    subject: 'Your gift has been redeemed',
    paragraphs: [`Your gift “${mail.title}” has been redeemed.`],
    action: { label: 'See your gift', url: mail.giftUrl },
  }),
  /** To whoever has redeemed it. */
  'gift-ending': (mail: { name: string; endsAt: Date; joinUrl: string }) => ({
    subject: `Your gift membership ends on ${mailDay(mail.endsAt)}`,
    paragraphs: [
      `Your gift membership ends on ${mailDay(mail.endsAt)}. Nothing is charged then, and nothing renews by itself.`,
      'To stay a member, join with a card of your own. If you join before the gift ends, its remaining time is kept and follows when your paid membership ends.',
    ],
    action: { label: 'See the membership', url: mail.joinUrl },
  }),
  'gift-held': (mail: { name: string; supportUrl: string }) => ({
    subject: 'Your gift membership is on hold',
    paragraphs: [
      'The payment for your gift was returned or is in dispute, so your membership is on hold. You have done nothing wrong, and nothing was charged to you.',
      'Whoever gave you the gift can clear this up. If they do, your membership goes on with the time that was left. Your progress and your certificates are kept.',
    ],
    action: { label: 'Ask us about it', url: mail.supportUrl },
  }),
  'gift-resumed': (mail: { name: string; dashboardUrl: string }) => ({
    subject: 'Your gift membership goes on',
    paragraphs: [
      'The payment for your gift has been cleared up. Your membership goes on with the time that was left.',
    ],
    action: { label: 'Go on learning', url: mail.dashboardUrl },
  }),
  'gift-ended': (mail: { name: string; joinUrl: string }) => ({
    subject: 'Your gift membership has ended',
    paragraphs: [
      'Your gift membership has ended, and nothing was charged. Your account, your progress and your certificates are still here.',
      'You can join again whenever you like.',
    ],
    action: { label: 'See the membership', url: mail.joinUrl },
  }),
} satisfies Mails;
