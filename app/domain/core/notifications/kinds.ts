import { formatMoney, productName } from '#app/domain/core/catalogue/products.ts';

/** What somebody chooses to be told of. */
export type NotificationKind =
  | 'ticket'
  | 'thread'
  | 'pieces'
  | 'course'
  | 'commission'
  | 'payout'
  | 'billing'
  | 'security';

/** How a kind can be had. */
interface KindRule {
  title: string;
  text: string;
  /** Whether it can be switched off on the site. */
  isFixed?: true;
  /** `digest`: in a mail a day at most, for whoever asks for it. `own`: a mail of its own tells of it anyway. */
  mail: 'digest' | 'own';
}

/** Every kind, in the order in which they are chosen. */
export const notificationKinds: Readonly<Record<NotificationKind, KindRule>> = {
  ticket: { title: 'Your tickets', text: 'Support answered your ticket.', mail: 'own' },
  thread: {
    title: 'Community',
    text: 'Replies in threads you follow, and posts that mention you.',
    mail: 'digest',
  },
  pieces: {
    title: 'New in the library',
    text: 'New courses, guides and playbooks, corrections we made, and changes in the field.',
    mail: 'digest',
  },
  course: {
    title: 'Your courses',
    text: 'A module opens in a course you have started, its schedule changes, or an assignment is handed in or answered.',
    mail: 'digest',
  },
  commission: { title: 'Commission', text: 'Someone you referred made a payment.', mail: 'digest' },
  payout: { title: 'Payouts', text: 'Money is on its way to you, or came back.', mail: 'own' },
  billing: { title: 'Billing', text: 'Payments, refunds, cards and renewals.', mail: 'own' },
  security: {
    title: 'Your account',
    text: 'Security changes, and moderation decisions about your posts.',
    isFixed: true,
    mail: 'own',
  },
};

export const kindNames = Object.keys(notificationKinds) as NotificationKind[];

export const digestKinds = kindNames.filter((kind) => notificationKinds[kind].mail === 'digest');

type Money = { amountCents: number; currency: string };

const money = ({ amountCents, currency }: Money) => formatMoney(amountCents, currency);

/** What changes the safety of an account, in a few words; others read as their name. */
const securityWords: Readonly<Record<string, string>> = {
  second_factor_on: 'Two-step sign-in is on',
  second_factor_off: 'Two-step sign-in is off',
  authenticator_replaced: 'Your authenticator app was replaced',
  passkey_added: 'A passkey was added to your account',
  passkey_removed: 'A passkey was removed from your account',
  passkey_copied: 'A passkey of yours may have been copied: it was refused',
  recovery_code_used: 'A recovery code was used to sign in',
  recovery_codes_renewed: 'New recovery codes were made',
  email_changed: 'Your email address was changed',
  identity_linked: 'Another account can now sign you in',
  identity_unlinked: 'An account that signed you in was unlinked',
  new_device: 'Someone signed in to your account on a new device',
  second_step_failing: 'Someone entered your password but failed the second step, and was not signed in',
  password_failing: 'Someone entered a wrong password for your account many times and was not signed in',
  refresh_token_reused: 'An app was signed out because an old sign-in token of it was used again',
  password_changed: 'Your password was changed',
  access_revoked: 'Your email address was verified, and earlier access to your account was removed',
};

const inAll = (count: number, one: string, more: string) => (count === 1 ? one : `${count} ${more}`);

/**
 * Every event that is told, with its kind and its sentence. What a sentence takes is what the notification keeps as its details, and how
 * often it has happened since it was read last. A new event is a new line here; one that was written once stays.
 */
export const notificationEvents = {
  ticket_answered: {
    kind: 'ticket',
    sentence: ({ number, subject }: { number: number; subject: string }) =>
      `Support has answered ticket ${number}: ${subject}`,
  },
  thread_replied: {
    kind: 'thread',
    sentence: ({ title }: { title: string }, count: number) =>
      `${inAll(count, 'A new reply', 'new replies')} in “${title}”`,
  },
  mentioned: {
    kind: 'thread',
    sentence: ({ title }: { title: string }, count: number) =>
      count === 1 ? `You are mentioned in “${title}”` : `You are mentioned ${count} times in “${title}”`,
  },
  reply_accepted: {
    kind: 'thread',
    sentence: ({ title }: { title: string }) => `Your reply was accepted as the answer to “${title}”`,
  },
  new_pieces: {
    kind: 'pieces',
    sentence: ({ title, more }: { title: string; more: number }) =>
      more === 0
        ? `New in the library: ${title}`
        : `New in the library: ${title}, and ${inAll(more, 'one piece', 'pieces')} more`,
  },
  whats_new: {
    kind: 'pieces',
    sentence: ({ title, more }: { title: string; more: number }) =>
      more === 0
        ? `What is new: ${title}`
        : `What is new: ${title}, and ${inAll(more, 'one entry', 'entries')} more`,
  },
  announced_is_here: {
    kind: 'pieces',
    sentence: ({ title }: { title: string }) => `Now available: ${title}`,
  },
  module_opened: {
    kind: 'course',
    sentence: ({ course, module, title }: { course: string; module: number; title: string }) =>
      `Module ${module} of ${course} is open: ${title}`,
  },
  schedule_changed: {
    kind: 'course',
    sentence: ({ course }: { course: string }) =>
      `The schedule of ${course} has changed. What you have opened stays open.`,
  },
  assignment_answered: {
    kind: 'course',
    // Notifications from before answers could be changed say nothing of it.
    sentence: ({
      title,
      isAccepted,
      isChange = false,
    }: {
      title: string;
      isAccepted: boolean;
      isChange?: boolean;
    }) =>
      isChange
        ? `The answer to your assignment “${title}” has changed`
        : isAccepted
          ? `Your assignment “${title}” is accepted`
          : `Please revise your assignment “${title}”`,
  },
  assignment_waiting: {
    kind: 'course',
    sentence: ({ course }: { course: string }, count: number) =>
      `${inAll(count, 'An assignment', 'assignments')} handed in for ${course}`,
  },
  instructor_appointed: {
    kind: 'course',
    sentence: ({ course }: { course: string | null }) =>
      `You can now answer assignments ${course === null ? 'of every course' : `of ${course}`}`,
  },
  commission_earned: {
    kind: 'commission',
    // Notifications from before the product, or the sale, was kept have none.
    sentence: ({
      product,
      sale,
      buyer,
      ...earned
    }: Money & { product?: string; sale?: string; buyer?: string }) => {
      const name = product ? productName(product) : '';
      return sale && buyer
        ? `${sale}: you earned ${money(earned)} on ${name}, bought by ${buyer}. It is waiting for approval.`
        : `You earned a ${money(earned)} commission${name && `: ${name}`}. It is waiting for approval.`;
    },
  },
  commission_restored: {
    kind: 'commission',
    sentence: (restored: Money) => `${money(restored)} of commission counts again: the dispute was won`,
  },
  payout_paid: { kind: 'payout', sentence: (sum: Money) => `A payout of ${money(sum)} was paid` },
  payout_unclaimed: {
    kind: 'payout',
    sentence: (sum: Money) => `A payout of ${money(sum)} waits at PayPal to be claimed`,
  },
  payout_returned: {
    kind: 'payout',
    sentence: (sum: Money) => `A payout of ${money(sum)} came back and is in your balance again`,
  },
  access_restored: {
    kind: 'billing',
    sentence: ({ title }: { title: string }) => `The dispute is over and you have your ${title} back`,
  },
  payment_missing: {
    kind: 'billing',
    sentence: (due: Money) => `A payment of ${money(due)} could not be collected`,
  },
  renewal_announced: {
    kind: 'billing',
    sentence: (due: Money) => `A payment of ${money(due)} is coming up`,
  },
  interval_switched: {
    kind: 'billing',
    sentence: ({ noun, interval, ...paid }: Money & { noun: string; interval: string }) =>
      `Your ${noun} now costs ${money(paid)} a ${interval}`,
  },
  price_change_announced: {
    kind: 'billing',
    sentence: ({ noun, interval, ...paid }: Money & { noun: string; interval: string }) =>
      `The price of your ${noun} changes to ${money(paid)} a ${interval}`,
  },
  membership_paused: {
    kind: 'billing',
    sentence: ({ until }: { until: string }) => `Your membership is paused until ${until}`,
  },
  membership_resumed: { kind: 'billing', sentence: () => 'Your membership is open again' },
  card_expiring: {
    kind: 'billing',
    sentence: ({ last4 }: { last4: string }) => `Your card ending in ${last4} is about to expire`,
  },
  team_joined: { kind: 'billing', sentence: () => 'Somebody you invited has joined your team' },
  team_left: { kind: 'billing', sentence: () => 'Somebody has given up a seat in your team' },
  team_seat_closed: { kind: 'billing', sentence: () => 'Your team has ended, and your seat with it' },
  team_seat_ended: { kind: 'billing', sentence: () => 'Your seat in a team has ended' },
  gift_redeemed: { kind: 'billing', sentence: () => 'Your gift has been redeemed' },
  payment_refunded: { kind: 'billing', sentence: (back: Money) => `${money(back)} was refunded to you` },
  installments_paid: {
    kind: 'billing',
    sentence: ({ title }: { title: string }) => `${title} is paid in full`,
  },
  subscription_ended: { kind: 'billing', sentence: ({ title }: { title: string }) => `${title} has ended` },
  security_notice: {
    kind: 'security',
    sentence: ({ event }: { event: string }) => securityWords[event] ?? event.replaceAll('_', ' '),
  },
  post_removed: {
    kind: 'security',
    sentence: ({ title, reason }: { title: string; reason: string }) =>
      `What you wrote in “${title}” was removed: ${reason}`,
  },
  post_restored: {
    kind: 'security',
    sentence: ({ title }: { title: string }) => `What you wrote in “${title}” is back`,
  },
  posting_suspended: {
    kind: 'security',
    sentence: ({ reason }: { reason: string }) => `You cannot post in the community for now: ${reason}`,
  },
  posting_allowed: { kind: 'security', sentence: () => 'You can post in the community again' },
} as const satisfies Record<
  string,
  { kind: NotificationKind; sentence: (details: never, count: number) => string }
>;

export type NotificationEvent = keyof typeof notificationEvents;

type Sentence<E extends NotificationEvent> = (typeof notificationEvents)[E]['sentence'];

/** What a notification of an event keeps; `undefined` for events that keep nothing. */
export type NotificationDetails<E extends NotificationEvent> = Parameters<Sentence<E>>[0];

const isEvent = (event: string): event is NotificationEvent => Object.hasOwn(notificationEvents, event);

/** The sentence that shows a notification. One of an event this version does not know is shown by its name. */
export function notificationSentence({
  event,
  details,
  count,
}: {
  event: string;
  details: unknown;
  count: number;
}): string {
  if (!isEvent(event)) return event.replaceAll('_', ' ');
  // Written by notify, which checks that details fit their event.
  const sentence = notificationEvents[event].sentence as (details: unknown, count: number) => string;
  return sentence(details, count);
}
