import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import type { MembershipState } from '#app/domain/selling/billing/membership-state.ts';
import { formatLongDay } from '#app/platform/date-format.ts';
import { canOf } from '#app/platform/payments/port.ts';

/** What the card of Reseller PRO says of how it stands; without a text, what it costs and when stands there. */
export interface ProWords {
  tone: 'good' | 'warn' | 'danger' | 'neutral';
  badge: string;
  text: string | null;
}

const ended = (said: string, endedAt: Date | null): ProWords => ({
  tone: 'neutral',
  badge: 'Ended',
  text: `${said}${endedAt ? ` on ${formatLongDay(endedAt)}` : ''}. Nothing more is charged for it.`,
});

const ending = (why: string): ProWords => ({
  tone: 'danger',
  badge: 'Ending',
  text: `${why}: PRO is being ended, and nothing more is charged for it.`,
});

/** How somebody stands with Reseller PRO, in words; null for who never had it. */
export function proWords(pro: MembershipState): ProWords | null {
  switch (pro.kind) {
    case 'none':
    case 'unconfirmed':
      return null;
    case 'active':
      return { tone: 'good', badge: 'Active', text: null };
    case 'given':
      return {
        tone: 'good',
        badge: 'Active',
        text: 'It is a gift: it is yours, and nothing is charged for it.',
      };
    case 'canceling':
    case 'running_out':
      return {
        tone: 'warn',
        badge: pro.kind === 'canceling' ? 'Being canceled' : 'Canceled',
        text: `Canceled. ${pro.until ? `It is yours until ${formatLongDay(pro.until)}` : 'It is ending'}, and nothing more is charged for it.`,
      };
    case 'keeping':
      return {
        tone: 'warn',
        badge: 'Being kept',
        text: 'You have taken your cancellation back. Reseller PRO goes on.',
      };
    case 'past_due':
      return pro.until
        ? {
            tone: 'danger',
            badge: 'Payment failed',
            text: `We could not collect ${formatMoney(pro.amountCents, pro.currency)}. It is tried again, and PRO is yours until ${formatLongDay(pro.until)}.`,
          }
        : ending('The payment did not come in time');
    case 'disputed':
      return {
        tone: 'danger',
        badge: 'On hold',
        text: 'Its last payment is in dispute, so it gives nothing for now. It goes on once the payment is found to be right.',
      };
    // The site pauses memberships alone; whatever else has come to be paused resumes by itself all the same.
    case 'pausing':
    case 'paused':
      return {
        tone: 'warn',
        badge: pro.kind === 'paused' ? 'Paused' : 'Pausing',
        text: `It resumes on ${formatLongDay(pro.until)} with a payment of ${formatMoney(pro.nextPayment.amountCents, pro.nextPayment.currency)}.`,
      };
    case 'stopped':
      return {
        tone: 'danger',
        badge: 'On hold',
        text: canOf(pro.provider).cardChange
          ? 'The payment could not be collected, and it is not tried again, so it gives nothing. Support can take it up again with you.'
          : 'PayPal has suspended the automatic payment, so it gives nothing. Take it up again in your PayPal account, under automatic payments.',
      };
    case 'charged_back':
      return pro.endedAt
        ? ended('Its last payment was taken back, so it ended', pro.endedAt)
        : ending('Its last payment was taken back');
    case 'ended':
      return ended('It ended', pro.endedAt);
  }
}
