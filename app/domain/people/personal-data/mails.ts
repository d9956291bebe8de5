import type { MailContent, Mails } from '#app/platform/mail/content.ts';
import { mailDay as day, mailMoney as money } from '#app/platform/mail/wording.ts';

/** The stages of deleting an account. */
const deletionStages: Record<
  'asked' | 'soon' | 'withdrawn',
  (due: string, owed: string | null) => Pick<MailContent, 'subject' | 'paragraphs' | 'closing'>
> = {
  asked: (due, owed) => ({
    subject: 'Your account is to be deleted',
    paragraphs: [
      `As you asked, your account is deleted on ${due}, or when what you have paid for has ended, if that is later. Your subscriptions have been canceled.`,
      ...(owed
        ? [
            `We owe you ${owed} in commissions. We pay that first, with your last payout, and delete your account after it has arrived.`,
          ]
        : []),
      'Until then you can sign in and keep your account with one button.',
    ],
    closing: 'If that was not you, sign in, keep the account and choose a new password.',
  }),
  soon: (due, owed) => ({
    subject: owed ? 'Your account is deleted after your last payout' : 'Your account is deleted in two days',
    paragraphs: [
      owed
        ? `We still owe you ${owed} in commissions. Your account is deleted once your last payout has arrived, and not before ${due}, with your progress and everything else that is yours. It cannot be brought back.`
        : `On ${due} your account is deleted, with your progress and everything else that is yours. It cannot be brought back.`,
      'This is our last email about it. If you’ve changed your mind:',
    ],
  }),
  withdrawn: () => ({
    subject: 'Your account stays',
    paragraphs: [
      'Your account is not deleted. What was canceled with it stays canceled, unless you keep that too on your billing page.',
    ],
  }),
};

export const personalDataMails = {
  'data-export-ready': ({ dataUrl, days }: { name: string; dataUrl: string; days: number }) => ({
    subject: 'Your data is ready',
    paragraphs: [
      `The copy of your data that you asked for is ready. It can be downloaded for ${days} days, by you alone:`,
    ],
    action: { label: 'Download your data', url: dataUrl },
    closing: 'If you did not ask for it, somebody else is signed in to your account: choose a new password.',
  }),
  'account-deletion': (mail: {
    name: string;
    /** Asked for just now, two days before, or taken back. */
    stage: 'asked' | 'soon' | 'withdrawn';
    dueAt: Date;
    /** What is owed to them as an affiliate, and is paid first; integer cents of `currency`. */
    owedCents: number;
    currency: string;
    dataUrl: string;
  }) => ({
    ...deletionStages[mail.stage](
      day(mail.dueAt),
      mail.owedCents > 0 ? money(mail.owedCents, mail.currency) : null,
    ),
    action: { label: mail.stage === 'withdrawn' ? 'See your data' : 'Keep my account', url: mail.dataUrl },
  }),
} satisfies Mails;
