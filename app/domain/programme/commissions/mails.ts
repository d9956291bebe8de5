import type { Mails } from '#app/platform/mail/content.ts';
import { mailDay as day, mailMoney as money } from '#app/platform/mail/wording.ts';

export const commissionMails = {
  'commission-reversed': (mail: {
    name: string;
    /** What was taken back, integer cents. */
    cents: number;
    currency: string;
    why: 'refund' | 'dispute' | 'other';
    /** What may be paid out now; below zero it is carried forward. */
    approvedCents: number;
    ledgerUrl: string;
  }) => ({
    subject: `A commission of ${money(mail.cents, mail.currency)} was reversed`,
    paragraphs: [
      `${
        mail.why === 'refund'
          ? 'A payment that you earned on was refunded'
          : mail.why === 'dispute'
            ? "A payment that you earned on is in dispute, or was reversed by the buyer's bank"
            : 'A commission of yours was corrected'
      } after you had been paid for it, so ${money(mail.cents, mail.currency)} of your commission is reversed.`,
      mail.approvedCents < 0
        ? `Your approved balance is now ${money(mail.approvedCents, mail.currency)}. You don't have to pay anything: the difference comes off what you earn next.`
        : `Your approved balance is now ${money(mail.approvedCents, mail.currency)}.`,
    ],
    action: { label: 'See the entry in your ledger', url: mail.ledgerUrl },
  }),
  /** After a `commission-reversed`: the money came back, as when a dispute was won. */
  'commission-restored': (mail: {
    name: string;
    /** What counts again, integer cents. */
    cents: number;
    currency: string;
    isDisputeWon: boolean;
    approvedCents: number;
    ledgerUrl: string;
  }) => ({
    subject: `A commission of ${money(mail.cents, mail.currency)} was restored`,
    paragraphs: [
      `${mail.isDisputeWon ? 'The dispute over a payment that you earned on was won' : 'The money of a payment that you earned on came back'}. ${money(mail.cents, mail.currency)} of commission that we had reversed is yours again.`,
      `Your approved balance is now ${money(mail.approvedCents, mail.currency)}.`,
    ],
    action: { label: 'See the entry in your ledger', url: mail.ledgerUrl },
  }),
  'own-membership-ending': ({ endsAt, renewUrl }: { name: string; endsAt: Date; renewUrl: string }) => ({
    subject: `From ${day(endsAt)} you would earn no commission`,
    paragraphs: [
      `Your own membership runs until ${day(endsAt)}. You earn commission on payments made while it is active, so from then on new payments would earn you nothing.`,
      'What you have earned by then stays yours, and is paid out by the usual rules.',
    ],
    action: { label: 'Keep your membership', url: renewUrl },
  }),
  'own-membership-lapsed': ({ endedAt, renewUrl }: { name: string; endedAt: Date; renewUrl: string }) => ({
    subject: 'You earn no commission at the moment',
    paragraphs: [
      `Your own membership ran out on ${day(endedAt)}. Payments of members you referred earn you nothing while you have none; your ledger lists each of them with the reason.`,
      'What you have earned before stays yours. As soon as you are a member again, new payments earn as before.',
    ],
    action: { label: 'Become a member again', url: renewUrl },
  }),
  'ledger-mismatch': (mail: { findings: { rule: string; count: number }[]; siteUrl: string }) => ({
    subject: 'The commission ledger does not add up',
    greeting: 'Hello,',
    paragraphs: [
      'The nightly check of the commission ledger found entries that do not add up. Nothing was changed. Please look into them before the next payouts:',
      ...mail.findings.map(({ rule, count }) => `${rule}: ${count}`),
    ],
    action: { label: 'Open the site', url: mail.siteUrl },
  }),
} satisfies Mails;
