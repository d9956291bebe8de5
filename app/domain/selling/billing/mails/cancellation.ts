import { intervalOf } from '#app/domain/selling/billing/mails/interval.ts';
import type { Mails } from '#app/platform/mail/content.ts';
import { mailDay as day, mailMoney as money } from '#app/platform/mail/wording.ts';
import { everyInterval, paidPeriodNoun } from '#app/platform/payments/interval-words.ts';

/** What the mails that confirm a cancellation are made from. */
interface CancellationConfirmation {
  name: string;
  /** How often it was paid: "month", "year", "3 month". */
  interval: string;
  /** Canceled on the site's own page, not at the provider. */
  isAskedHere: boolean;
  /** Null when it ends at once, or the provider has not told the day. */
  accessEndsAt: Date | null;
  endsAtOnce: boolean;
  canBeKept: boolean;
  /** Nothing is open until a dispute is settled. */
  isDisputed: boolean;
  billingUrl: string;
}

/** What the mails that say that a subscription is over are made from. */
interface SubscriptionEnd {
  name: string;
  /** What could not be collected, and so ended it; null where it ended otherwise. */
  unpaid: { amountCents: number; currency: string } | null;
  /** Where it is bought again. */
  againUrl: string;
}

/** How long a canceled membership can still be used. */
function afterCancellation({
  accessEndsAt,
  endsAtOnce,
  isDisputed,
  interval,
}: CancellationConfirmation): string {
  const period = paidPeriodNoun(intervalOf(interval));
  if (endsAtOnce) return `It ends now, because there is no paid ${period} left to use.`;
  const until = accessEndsAt
    ? `until ${day(accessEndsAt)}, your last day`
    : `until the end of the ${period} you have paid for`;
  const afterward = 'Your account and your progress are kept after that.';
  return isDisputed
    ? `Your last payment is in dispute, so lessons are closed to you for now. If it is found to be right, everything opens again ${until}. ${afterward}`
    : `Everything stays open to you ${until}. ${afterward}`;
}

/** How long the seats of a canceled team can still be used. */
function teamAfterCancellation({ accessEndsAt, endsAtOnce, isDisputed, interval }: CancellationConfirmation) {
  const period = paidPeriodNoun(intervalOf(interval));
  if (endsAtOnce) return `It ends now, because there is no paid ${period} left to use.`;
  const until = accessEndsAt
    ? `until ${day(accessEndsAt)}, its last day`
    : `until the end of the ${period} you have paid for`;
  return isDisputed
    ? `Your last payment is in dispute, so its seats are closed for now. If the payment is found to be right, they open again ${until}.`
    : `Its members keep their access ${until}. Their accounts and their progress are kept after that.`;
}

/** A sentence that says what has ended, with the unpaid amount if that is why. */
const whyEnded = (ending: string, unpaid: SubscriptionEnd['unpaid']) =>
  unpaid
    ? `${ending}, because we could not collect your last payment of ${money(unpaid.amountCents, unpaid.currency)}. Nothing more is charged to you.`
    : `${ending}. Nothing more is charged to you.`;

export const cancellationMails = {
  'membership-canceled': (mail: CancellationConfirmation) => ({
    subject: 'Your membership is canceled',
    paragraphs: [
      `${mail.isAskedHere ? 'As you asked, we have canceled your membership.' : 'Your membership has been canceled.'} No further payment is taken.`,
      afterCancellation(mail),
    ],
    action: { label: 'Open your billing page', url: mail.billingUrl },
    closing: mail.canBeKept
      ? 'Changed your mind? Until your last day you can keep your membership there, with one button.'
      : 'You can join again at any time after that.',
  }),
  'subscription-kept': (mail: {
    name: string;
    noun: string;
    amountCents: number;
    currency: string;
    /** Such as "month", or "3 month". */
    interval: string;
    nextPaymentAt: Date | null;
    billingUrl: string;
  }) => ({
    subject: `Your ${mail.noun} goes on`,
    paragraphs: [
      `As you asked, your ${mail.noun} is no longer canceled. It renews ${everyInterval(intervalOf(mail.interval))} until you cancel it.`,
      mail.nextPaymentAt
        ? `The next payment of ${money(mail.amountCents, mail.currency)} is due on ${day(mail.nextPaymentAt)}.`
        : `The next payment is ${money(mail.amountCents, mail.currency)}.`,
    ],
    action: { label: 'Open your billing page', url: mail.billingUrl },
  }),
  'reseller-pro-canceled': (mail: CancellationConfirmation) => ({
    subject: 'Reseller PRO is canceled',
    paragraphs: [
      `${mail.isAskedHere ? 'As you asked, we have canceled Reseller PRO.' : 'Reseller PRO has been canceled.'} No further payment is taken for it.`,
      mail.endsAtOnce
        ? `It ends now, because there is no paid ${paidPeriodNoun(intervalOf(mail.interval))} left to use.`
        : `${mail.isDisputed ? 'Its last payment is in dispute, so it gives nothing for now. If that is found to be right, PRO is yours again' : 'It is yours'} until ${mail.accessEndsAt ? `${day(mail.accessEndsAt)}, your last day` : `the end of the ${paidPeriodNoun(intervalOf(mail.interval))} you have paid for`}.`,
      'Nothing else changes: you stay a reseller, and what you have earned stays yours.',
    ],
    action: { label: 'See your billing', url: mail.billingUrl },
    ...(mail.canBeKept
      ? { closing: 'Changed your mind? Until your last day you can keep it there, with one button.' }
      : {}),
  }),
  'reseller-pro-ending': (mail: { name: string; endsAt: Date; canBeKept: boolean; billingUrl: string }) => ({
    subject: `Reseller PRO ends on ${day(mail.endsAt)}`,
    paragraphs: [
      `You have canceled Reseller PRO, and ${day(mail.endsAt)} is its last day. Nothing more is charged for it. Afterward you are a reseller as before: your link no longer earns on sales of the reseller program, and what you have earned stays yours.`,
      ...(mail.canBeKept ? ['Changed your mind? Until then you can keep it, with one button:'] : []),
    ],
    action: { label: mail.canBeKept ? 'Keep Reseller PRO' : 'See your billing', url: mail.billingUrl },
  }),
  'team-canceled': (mail: CancellationConfirmation) => ({
    subject: 'Your team is canceled',
    paragraphs: [
      `${mail.isAskedHere ? 'As you asked, we have canceled your team.' : 'Your team has been canceled.'} No further payment is taken for it.`,
      teamAfterCancellation(mail),
    ],
    action: { label: 'Open your billing page', url: mail.billingUrl },
    ...(mail.canBeKept
      ? { closing: 'Changed your mind? Until its last day you can keep the team there, with one button.' }
      : {}),
  }),
  'installments-canceled': (mail: CancellationConfirmation & { noun: string }) => ({
    subject: `Your payments for ${mail.noun} are canceled`,
    paragraphs: [
      `${mail.isAskedHere ? 'As you asked, we have canceled the payments that were left.' : 'The payments that were left have been canceled.'} Nothing more is taken.`,
      mail.endsAtOnce
        ? `Your ${mail.noun} ends now, because there is no paid month left to use.`
        : `Your ${mail.noun} ${mail.isDisputed ? 'is closed while your last payment is in dispute. If that is found to be right, it is open again' : 'stays open to you'} until ${mail.accessEndsAt ? `${day(mail.accessEndsAt)}, your last day` : 'the end of the month you have paid for'}. It is yours for good only when all payments are made.`,
      'Canceling doesn’t refund what you’ve already paid. Our refund policy says when you can get a refund.',
    ],
    action: { label: 'Open your billing page', url: mail.billingUrl },
    ...(mail.canBeKept
      ? {
          closing:
            'Changed your mind? Until your last day you can go on with the payments there, with one button.',
        }
      : {}),
  }),
  'installments-ended': ({ unpaid, againUrl, noun }: SubscriptionEnd & { noun: string }) => ({
    subject: `Your ${noun} has ended`,
    paragraphs: [
      `${whyEnded(`Your ${noun} has ended`, unpaid)} Not all payments were made, so it is no longer open to you. Your account and your progress are kept.`,
    ],
    action: { label: 'Get it again', url: againUrl },
  }),
  'installments-paid': (mail: {
    name: string;
    title: string;
    installments: number;
    /** Integer cents of each payment. */
    amountCents: number;
    currency: string;
    openUrl: string;
  }) => ({
    subject: `${mail.title} is paid in full`,
    paragraphs: [
      `All ${mail.installments} payments of ${money(mail.amountCents, mail.currency)} are made. ${mail.title} is yours for good, and nothing more is charged for it.`,
    ],
    action: { label: `Open ${mail.title}`, url: mail.openUrl },
  }),
  'team-ended': ({ unpaid, againUrl }: SubscriptionEnd) => ({
    subject: 'Your team has ended',
    paragraphs: [
      `${whyEnded('Your team has ended', unpaid)} Its members can no longer open lessons, unless they have a membership of their own. Their accounts and their progress are kept.`,
      'If you start a team again, the people who have a seat now have it again.',
    ],
    action: { label: 'Start again', url: againUrl },
  }),
  'payments-suspended': (mail: {
    name: string;
    noun: string;
    paidWith: string;
    endsAt: Date | null;
    supportUrl: string;
  }) => ({
    subject: `Your ${mail.noun} is on hold`,
    paragraphs: [
      `Your account was deactivated, so we have suspended your payments ${mail.paidWith}. Nothing more is charged.`,
      ...(mail.endsAt
        ? [
            `If your account is activated again before ${day(mail.endsAt)}, when what you have paid for runs out, your payments go on from then. After that your ${mail.noun} ends.`,
          ]
        : []),
    ],
    action: { label: 'Ask us why', url: mail.supportUrl },
  }),
  'payments-activated': (mail: {
    name: string;
    noun: string;
    amountCents: number;
    currency: string;
    interval: string;
    nextPaymentAt: Date | null;
    /** A switch to another price was arranged before, and could not be arranged again. */
    isSwitchLost: boolean;
    cancelUrl: string;
  }) => ({
    subject: `Your ${mail.noun} goes on`,
    paragraphs: [
      `Your account is active again, and so are your payments. Your ${mail.noun} renews ${everyInterval(mail.interval)} until you cancel it.`,
      `${mail.nextPaymentAt ? `The next payment, on ${day(mail.nextPaymentAt)}, is` : 'The next payment is'} ${money(mail.amountCents, mail.currency)}.`,
      ...(mail.isSwitchLost
        ? [
            `Before your account was deactivated, you had arranged to switch to another price. We could not arrange that again, so your ${mail.noun} keeps its price. You can switch on your billing page.`,
          ]
        : []),
    ],
    action: { label: 'Cancel', url: mail.cancelUrl },
  }),
  'membership-ended': ({ unpaid, againUrl }: SubscriptionEnd) => ({
    subject: 'Your membership has ended',
    paragraphs: [
      `${whyEnded('Your membership has ended', unpaid)} You can no longer open lessons.`,
      'Your account and your progress are kept, and you are welcome back at any time:',
    ],
    action: { label: 'Join again', url: againUrl },
  }),
  'reseller-pro-ended': ({ unpaid, againUrl }: SubscriptionEnd) => ({
    subject: 'Reseller PRO has ended',
    paragraphs: [
      `${whyEnded('Reseller PRO has ended', unpaid)} From now on your link no longer earns on sales of the reseller program.`,
      'You are a reseller as before, and what you have earned stays yours. You can have PRO again at any time:',
    ],
    action: { label: 'See Reseller PRO', url: againUrl },
  }),
} satisfies Mails;
