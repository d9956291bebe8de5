import type { MailThreading } from '#app/platform/mail/content.ts';
import type { MailLane, MailTemplate, MailTemplates } from '#app/platform/mail/templates.ts';

/** Whether a field can hold text: a string that is not one of a few, or something made of such. */
type HoldsText<V> = [V] extends [never]
  ? false
  : V extends string
    ? string extends V
      ? true
      : false
    : V extends Date
      ? false
      : V extends object
        ? true
        : false;

/** Fields whose nature their name tells: a person's name, an address of the site, a code of three letters. */
type KnownField = 'name' | 'url' | `${string}Url` | 'currency';

/** The fields of a mail that can hold text, and of which somebody has to say whose words they are. */
type TextField<D> = {
  [F in keyof D]: F extends KnownField ? never : true extends HoldsText<NonNullable<D[F]>> ? F : never;
}[keyof D];

/** Of a field that can hold what a person typed or chose: what stands in its place, or is left of it, where that may not be mailed. */
type PersonWords<V> = { instead: V } | { cut: (value: V) => V };

/** How a mail is sent, and whose words it holds. */
interface MailPolicy<D> {
  lane: MailLane;
  /** As RFC 3834 tells them apart: sent by itself, in answer to what somebody sent, or written by a person, which has no such header. */
  isWrittenBy?: 'site' | 'site-in-answer' | 'person';
  /** Each field that can hold text: `site` where the site, its operator or its team wrote it. */
  words: { [F in TextField<D>]: 'site' | PersonWords<D[F]> };
}

/** The ids of mails that somebody sent are their words too. */
const threading = {
  cut: ({ inReplyTo: _, references: __, ...own }: MailThreading) => own,
};
const receipt = { receipt: 'site' } as const;
const purchase = {
  title: 'site',
  interval: 'site',
  upgradedFrom: 'site',
  guarantee: 'site',
  ...receipt,
} as const;
const payout = { email: { instead: '' } };

/** Of every mail: its lane, and whose words its fields are. A field that is not classified does not compile (P189). */
export const mailPolicies: { [T in MailTemplate]: MailPolicy<MailTemplates[T]> } = {
  'verify-email': { lane: 'security', words: {} },
  'reset-password': { lane: 'security', words: {} },
  'sign-in-link': { lane: 'security', words: {} },
  'app-code': { lane: 'security', words: { code: 'site' } },
  'password-changed': { lane: 'security', words: { canceledChanges: 'site' } },
  'already-registered': { lane: 'security', words: {} },
  'security-notice': { lane: 'security', words: { detail: { instead: null } } },
  'email-change': { lane: 'security', words: { newEmail: { instead: '' }, code: 'site' } },
  'address-changed': { lane: 'security', words: {} },
  'access-revoked': { lane: 'security', words: { revoked: 'site' } },
  'second-factor-recovery': { lane: 'security', words: {} },
  'account-deletion': { lane: 'security', words: {} },
  invitation: { lane: 'security', words: {} },
  'confirm-payout-address': { lane: 'security', words: {} },
  'payout-address-changed': { lane: 'security', words: { email: { instead: '' } } },
  'ticket-confirmation': { lane: 'security', isWrittenBy: 'site-in-answer', words: {} },
  'course-schedule': { lane: 'transactional', words: { course: 'site', sentence: 'site', modules: 'site' } },
  'assignment-answered': {
    lane: 'transactional',
    words: { assignment: 'site', course: 'site', answer: { instead: '' } },
  },
  'instructor-appointed': { lane: 'transactional', words: { course: 'site' } },
  'data-export-ready': { lane: 'transactional', words: {} },

  'membership-started': { lane: 'transactional', words: purchase },
  'ebook-bought': { lane: 'transactional', words: purchase },
  'product-bought': { lane: 'transactional', words: purchase },
  'reseller-joined': { lane: 'transactional', words: purchase },
  'reseller-pro-started': { lane: 'transactional', words: purchase },
  'gift-bought': { lane: 'transactional', words: { title: 'site', guarantee: 'site', ...receipt } },
  'gift-delivered': { lane: 'transactional', words: { title: 'site', code: 'site' } },
  'gift-redeemed': { lane: 'transactional', words: { title: 'site' } },
  'gift-ending': { lane: 'transactional', words: {} },
  'gift-held': { lane: 'transactional', words: {} },
  'gift-resumed': { lane: 'transactional', words: {} },
  'gift-ended': { lane: 'transactional', words: {} },
  'trial-ending': { lane: 'transactional', words: { title: 'site', interval: 'site' } },
  'payment-failed': { lane: 'transactional', words: { noun: 'site' } },
  'renewal-notice': {
    lane: 'transactional',
    words: { noun: 'site', interval: 'site', installment: 'site' },
  },
  'card-expiring': { lane: 'transactional', words: { noun: 'site', brand: 'site', last4: 'site' } },
  'purchase-denied': { lane: 'transactional', words: { title: 'site' } },
  'team-started': { lane: 'transactional', words: purchase },
  'team-invitation': { lane: 'transactional', words: { ownerName: { instead: null } } },
  'team-joined': { lane: 'transactional', words: { memberName: { instead: null } } },
  'team-removed': { lane: 'transactional', words: { ownerName: { instead: null } } },
  'team-closed': { lane: 'transactional', words: { ownerName: { instead: null } } },
  'installments-canceled': { lane: 'transactional', words: { interval: 'site', noun: 'site' } },
  'installments-ended': { lane: 'transactional', words: { unpaid: 'site', noun: 'site' } },
  'installments-paid': { lane: 'transactional', words: { title: 'site' } },
  'team-canceled': { lane: 'transactional', words: { interval: 'site' } },
  'team-ended': { lane: 'transactional', words: { unpaid: 'site' } },
  'membership-canceled': { lane: 'transactional', words: { interval: 'site' } },
  'membership-ended': { lane: 'transactional', words: { unpaid: 'site' } },
  'subscription-kept': { lane: 'transactional', words: { noun: 'site', interval: 'site' } },
  'interval-switched': { lane: 'transactional', words: { noun: 'site', interval: 'site' } },
  'interval-switch-ahead': { lane: 'transactional', words: { noun: 'site', interval: 'site' } },
  'price-change': { lane: 'transactional', words: { noun: 'site', interval: 'site' } },
  'price-change-stopped': { lane: 'transactional', words: { noun: 'site', interval: 'site' } },
  'win-back-accepted': { lane: 'transactional', words: { noun: 'site' } },
  'membership-paused': { lane: 'transactional', words: { noun: 'site', interval: 'site' } },
  'pause-ending': { lane: 'transactional', words: { noun: 'site', interval: 'site' } },
  'pause-withdrawn': { lane: 'transactional', words: { noun: 'site', interval: 'site' } },
  'payments-suspended': { lane: 'transactional', words: { noun: 'site', paidWith: 'site' } },
  'payments-activated': { lane: 'transactional', words: { noun: 'site', interval: 'site' } },
  'membership-resumed': { lane: 'transactional', words: { noun: 'site', interval: 'site' } },
  'reseller-pro-canceled': { lane: 'transactional', words: { interval: 'site' } },
  'reseller-pro-ending': { lane: 'transactional', words: {} },
  'reseller-pro-ended': { lane: 'transactional', words: { unpaid: 'site' } },
  'reseller-trial-started': { lane: 'transactional', words: {} },
  'reseller-trial-ending': { lane: 'transactional', words: {} },
  'reseller-trial-ended': { lane: 'transactional', words: {} },
  receipt: { lane: 'transactional', words: receipt },
  'payment-refunded': { lane: 'transactional', words: { creditNote: 'site' } },
  'refund-request-received': {
    lane: 'transactional',
    isWrittenBy: 'site-in-answer',
    words: { title: 'site' },
  },
  'refund-declined': { lane: 'transactional', words: { title: 'site', answer: 'site' } },
  'refund-failed': { lane: 'transactional', words: {} },

  'commission-reversed': { lane: 'transactional', words: {} },
  'commission-restored': { lane: 'transactional', words: {} },
  'own-membership-ending': { lane: 'transactional', words: {} },
  'own-membership-lapsed': { lane: 'transactional', words: {} },
  'last-payout': { lane: 'transactional', words: { payoutEmail: { instead: null }, note: 'site' } },
  'payout-paid': { lane: 'transactional', words: payout },
  'payout-unclaimed': { lane: 'transactional', words: payout },
  'payout-returned': { lane: 'transactional', words: { ...payout, why: { instead: null } } },

  'ticket-opened': {
    lane: 'transactional',
    isWrittenBy: 'site-in-answer',
    words: {
      subject: { instead: '' },
      message: { instead: '' },
      threading,
    },
  },
  'ticket-answer': {
    lane: 'transactional',
    isWrittenBy: 'person',
    words: {
      subject: { instead: '' },
      message: 'site',
      threading,
    },
  },
  'ticket-for-team': {
    lane: 'transactional',
    words: { area: 'site', subject: { instead: '' }, message: { instead: '' }, email: { instead: '' } },
  },

  'refund-asked': {
    lane: 'transactional',
    words: {
      requestId: 'site',
      email: { instead: '' },
      title: 'site',
      reason: { instead: '' },
      problem: 'site',
    },
  },
  'product-oversold': { lane: 'transactional', words: { title: 'site' } },
  'dispute-decided': {
    lane: 'transactional',
    words: {
      amount: 'site',
      title: { instead: 'A payment is disputed' },
      provider: 'site',
      disputeId: 'site',
    },
  },
  'dispute-opened': {
    lane: 'transactional',
    words: {
      title: { instead: 'A payment is disputed' },
      provider: 'site',
      disputeId: 'site',
      unexplained: 'site',
      evidence: { instead: { html: '', text: '' } },
    },
  },
  'payouts-refused': { lane: 'transactional', words: { batchId: 'site', why: 'site' } },
  'ledger-mismatch': { lane: 'transactional', words: { findings: 'site' } },
  'sources-due': { lane: 'transactional', words: { oldest: 'site' } },
  'webhook-endpoint-off': { lane: 'transactional', words: { endpoint: { instead: 'An endpoint' } } },

  'notification-digest': { lane: 'bulk', words: { items: { instead: [] } } },
  letter: {
    lane: 'bulk',
    words: { subject: 'site', preheader: 'site', kindName: 'site', letter: 'site' },
  },
  'email-course-letter': {
    lane: 'bulk',
    words: { subject: 'site', preheader: 'site', title: 'site', letter: 'site' },
  },
};

type AnyWords = 'site' | { instead: unknown } | { cut: (value: never) => unknown };

/** What a mail is made from with nothing in it that a person typed or chose: fixed words alone go to an address nobody has verified. */
export function withoutPersonWords<T extends MailTemplate>(
  template: T,
  data: MailTemplates[T],
): MailTemplates[T] {
  const given = data as unknown as Record<string, unknown>;
  const replaced: Record<string, unknown> = { name: '' };
  for (const [field, whose] of Object.entries(mailPolicies[template].words as Record<string, AnyWords>)) {
    if (whose === 'site') continue;
    replaced[field] = 'cut' in whose ? whose.cut(given[field] as never) : whose.instead;
  }
  return { ...data, ...replaced };
}
