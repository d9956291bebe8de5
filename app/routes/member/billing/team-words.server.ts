import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import type { MembershipState } from '#app/domain/selling/billing/membership-state.ts';
import { formatLongDay } from '#app/platform/date-format.ts';
import type { ProWords } from '#app/routes/member/billing/pro-words.server.ts';

const ended = (words: string, endedAt: Date | null): ProWords => ({
  tone: 'neutral',
  badge: 'Ended',
  text: `${words}${endedAt ? ` on ${formatLongDay(endedAt)}` : ''}. Nothing more is charged for it.`,
});

const ending = (why: string): ProWords => ({
  tone: 'danger',
  badge: 'Ending',
  text: `${why}: the team is being ended, and nothing more is charged for it.`,
});

/** How somebody stands with the team that they pay for, in words; null for who never had one. */
export function teamWords(team: MembershipState): ProWords | null {
  switch (team.kind) {
    case 'none':
    case 'given':
    case 'unconfirmed':
      return null;
    case 'active':
      return { tone: 'good', badge: 'Active', text: null };
    case 'canceling':
    case 'running_out':
      return {
        tone: 'warn',
        badge: team.kind === 'canceling' ? 'Being canceled' : 'Canceled',
        text: `Canceled. ${team.until ? `Its members keep their access until ${formatLongDay(team.until)}` : 'It is ending'}, and nothing more is charged for it.`,
      };
    case 'keeping':
      return {
        tone: 'warn',
        badge: 'Being kept',
        text: 'You have taken your cancellation back. The team goes on.',
      };
    case 'past_due':
      return team.until
        ? {
            tone: 'danger',
            badge: 'Payment failed',
            text: `We could not collect ${formatMoney(team.amountCents, team.currency)}. It is tried again, and the members keep their access until ${formatLongDay(team.until)}.`,
          }
        : ending('The payment did not come in time');
    // The site pauses memberships alone; a team that somebody paused at the provider resumes by itself all the same.
    case 'pausing':
    case 'paused':
      return {
        tone: 'warn',
        badge: team.kind === 'paused' ? 'Paused' : 'Pausing',
        text: `Paused until ${formatLongDay(team.until)}, when it goes on and is paid again. Its seats give nothing while it is paused.`,
      };
    case 'disputed':
      return {
        tone: 'danger',
        badge: 'On hold',
        text: 'Its last payment is in dispute, so its seats give nothing for now. They open again once the payment is found to be right.',
      };
    case 'stopped':
      return {
        tone: 'danger',
        badge: 'On hold',
        text: 'Nothing is collected for it at the moment, so its seats give nothing. Support can take it up again with you.',
      };
    case 'charged_back':
      return team.endedAt
        ? ended('Its last payment was taken back, so it ended', team.endedAt)
        : ending('Its last payment was taken back');
    case 'ended':
      return ended('It ended', team.endedAt);
  }
}
