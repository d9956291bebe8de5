import type { Mails } from '#app/platform/mail/content.ts';

export const disputeMails = {
  /** To the operator. */
  'dispute-opened': (mail: {
    title: string;
    /** A bank asks, and has taken nothing yet. */
    isInquiry: boolean;
    /** Where the case is answered. */
    provider: string;
    disputeId: string;
    /** What of the amount no payment here explains, with its currency; null where all is explained. */
    unexplained: string | null;
    /** All that is known of it. */
    evidence: { html: string; text: string };
  }) => ({
    subject: mail.title,
    greeting: 'Hello,',
    paragraphs: [
      mail.isInquiry
        ? `A bank or ${mail.provider} asks about a payment. No money has been taken. Answer within the days that ${mail.provider} gives, and it usually ends there.`
        : `A payment is disputed, and ${mail.provider} has taken the money back until the case is decided. It counts as lost unless it is answered within the days that ${mail.provider} gives.`,
      ...(mail.unexplained
        ? [
            `The dispute is of ${mail.unexplained} more than the payments that it can be about. Look at ${mail.provider} which other payments it covers.`,
          ]
        : []),
      `Below is all that the site knows of it. As one page to send: npm run operate -- dispute-evidence ${mail.disputeId} --out evidence.html`,
    ],
    body: mail.evidence,
    closing: 'It holds personal data: send it to the provider alone.',
  }),
  /** To the operator: a dispute was decided. */
  'dispute-decided': (mail: {
    outcome: 'won' | 'lost';
    /** With its currency. */
    amount: string;
    title: string;
    provider: string;
    disputeId: string;
    userUrl: string;
    /** Whether what was bought is open now. */
    isOpenNow: boolean;
  }) => ({
    subject:
      mail.outcome === 'won'
        ? `Dispute won: ${mail.amount} for ${mail.title} is yours again`
        : `Dispute lost: ${mail.amount} for ${mail.title}`,
    greeting: 'Hello,',
    paragraphs: [
      mail.outcome === 'won'
        ? `${mail.provider} has decided the dispute ${mail.disputeId} in your favor and returned the money. Commissions on the payment are restored.`
        : `${mail.provider} has decided the dispute ${mail.disputeId} for the buyer and kept the money. Commissions on the payment were reversed.`,
      mail.outcome === 'won'
        ? mail.isOpenNow
          ? 'What the buyer bought is open to them.'
          : 'What the buyer bought has ended meanwhile and stays ended.'
        : 'If the whole of the current period was disputed, the membership ends.',
    ],
    action: { label: 'See the buyer', url: mail.userUrl },
  }),
} satisfies Mails;
