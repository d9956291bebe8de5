import { mailDay as day, mailMoney as money } from '#app/platform/mail/wording.ts';

/** The stages of the last payout to an affiliate who is leaving; each has a mail. */
export type ClosingStage = 'begun' | 'held' | 'released' | 'withheld' | 'reminder' | 'given_up' | 'unclaimed';

/** Integer cents of `currency`, as they stand; of what was given up, withheld or written off, what that was. */
export interface LastPayout {
  name: string;
  step: ClosingStage;
  approvedCents: number;
  waitingCents: number;
  heldCents: number;
  currency: string;
  /** When the last waiting commission is approved; null where none waits. */
  clearsAt: Date | null;
  /** Where it goes; null where no PayPal address can be paid to. */
  payoutEmail: string | null;
  /** What an admin decided, in words for the affiliate. */
  note: string;
  unclaimedAt: Date;
  url: string;
}

/** What the mail about a last payout says at each stage. */
export const lastPayoutSteps: Record<
  ClosingStage,
  (payout: LastPayout) => { subject: string; paragraphs: string[] }
> = {
  begun: (payout) => ({
    subject: 'Your last affiliate payout',
    paragraphs: [
      `You no longer earn commissions with us. What you earned before stays yours: ${sumsOf(payout)}.`,
      `We pay all of it with your last payout, also below the usual minimum, ${
        payout.clearsAt
          ? `once everything is approved, on ${day(payout.clearsAt)}`
          : 'once everything is approved'
      }.`,
      payout.payoutEmail
        ? `It goes to ${payout.payoutEmail} at PayPal.`
        : 'We need to know where to send it. Enter the address of your PayPal account, verify your email address if you have not done so yet, and open the link we send you:',
    ],
  }),
  reminder: (payout) => ({
    subject: `Where should we send ${money(totalOf(payout), payout.currency)}?`,
    paragraphs: [
      `We owe you a last payout: ${sumsOf(payout)}. We can't send it, because we have no PayPal address that we can pay to, or the last payment came back.`,
      `Enter the address of a PayPal account that can receive payments. If nobody claims the money by ${day(payout.unclaimedAt)}, we may have to close your affiliate account without paying it.`,
    ],
  }),
  held: (payout) => ({
    subject: 'Your affiliate payouts are on hold',
    paragraphs: [
      `Your account was deactivated. What you have earned is on hold while we review it: ${sumsOf(payout)}.`,
      'We decide whether it is paid and email you the result with the reason. Reply to this email if there is something we should know.',
    ],
  }),
  released: (payout) => ({
    subject: 'Your last affiliate payout',
    paragraphs: [
      `We have reviewed your affiliate account, and pay what you earned: ${sumsOf(payout)}. ${payout.note}`,
      payout.payoutEmail
        ? `It goes to ${payout.payoutEmail} at PayPal once everything is approved.`
        : 'We need to know where to send it. Enter the address of your PayPal account, and open the link we send you:',
    ],
  }),
  withheld: (payout) => ({
    subject: 'Your commissions are withheld',
    paragraphs: [
      `We have reviewed your affiliate account, and withhold ${money(totalOf(payout), payout.currency)}. The reason: ${payout.note}`,
      'If you think that is wrong, reply to this email within 90 days.',
    ],
  }),
  given_up: (payout) => ({
    subject: `You have given up ${money(totalOf(payout), payout.currency)}`,
    paragraphs: [
      `As you asked, we no longer owe you ${money(totalOf(payout), payout.currency)} in commissions, and don't wait with deleting your account. This cannot be undone.`,
      'If that was not you, reply to this email at once.',
    ],
  }),
  unclaimed: (payout) => ({
    subject: `Your last payout of ${money(totalOf(payout), payout.currency)} was not claimed`,
    paragraphs: [
      `We could not pay you ${money(totalOf(payout), payout.currency)}, and have closed your affiliate account. ${payout.note}`,
      'If you want to claim the money, reply to this email.',
    ],
  }),
};

const totalOf = ({
  approvedCents,
  waitingCents,
  heldCents,
}: Pick<LastPayout, 'approvedCents' | 'waitingCents' | 'heldCents'>) =>
  approvedCents + waitingCents + heldCents;

/** "$94.00 approved and $23.50 waiting". */
function sumsOf({ approvedCents, waitingCents, heldCents, currency }: LastPayout): string {
  const sums = [
    [approvedCents, 'approved'],
    [waitingCents, 'waiting'],
    [heldCents, 'under review'],
  ] as const;
  return new Intl.ListFormat('en-US').format(
    sums.filter(([cents]) => cents !== 0).map(([cents, state]) => `${money(cents, currency)} ${state}`),
  );
}
