import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import type { InstallmentPlan } from '#app/domain/selling/billing/billing-overview.server.ts';
import { formatLongDay } from '#app/platform/date-format.ts';
import type { ProWords } from '#app/routes/member/billing/pro-words.server.ts';

/** How somebody stands with what they pay in installments, in words; null for what was not paid. Without a text, what is left says it. */
export function installmentWords({
  state,
  paidOffAt,
  installments,
  installmentsTaken,
}: Pick<InstallmentPlan, 'state' | 'paidOffAt' | 'installments' | 'installmentsTaken'>): ProWords | null {
  if (paidOffAt)
    return {
      tone: 'good',
      badge: 'Paid in full',
      text: `All ${installments} payments are made. It is yours for good, and nothing more is charged for it.`,
    };
  const ending = (text: string): ProWords => ({ tone: 'danger', badge: 'Ending', text });
  switch (state.kind) {
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
        badge: state.kind === 'canceling' ? 'Being canceled' : 'Canceled',
        text: `Canceled: no further payment is taken. ${state.until ? `It is open to you until ${formatLongDay(state.until)}.` : 'It is ending.'}`,
      };
    case 'keeping':
      return {
        tone: 'warn',
        badge: 'Being kept',
        text: 'You have taken your cancellation back. The payments go on.',
      };
    case 'past_due':
      return state.until
        ? {
            tone: 'danger',
            badge: 'Payment failed',
            text: `We could not collect ${formatMoney(state.amountCents, state.currency)}. We try it again, and it stays open to you until ${formatLongDay(state.until)}.`,
          }
        : ending('The payment did not come in time: it is being ended, and nothing more is charged for it.');
    case 'disputed':
      return {
        tone: 'danger',
        badge: 'On hold',
        text: 'A payment for it is in dispute, so it is closed for now. It opens again once the payment is found to be right.',
      };
    case 'pausing':
    case 'paused':
    case 'stopped':
      return {
        tone: 'danger',
        badge: 'On hold',
        text: 'Nothing is collected for it at the moment. Support can take it up again with you.',
      };
    case 'charged_back':
      return state.endedAt
        ? {
            tone: 'neutral',
            badge: 'Ended',
            text: 'A payment was taken back, so it ended. Nothing more is charged.',
          }
        : ending('A payment was taken back: it is being ended, and nothing more is charged for it.');
    case 'ended':
      return installmentsTaken >= installments
        ? {
            tone: 'danger',
            badge: 'On hold',
            text: 'All payments were made, and the money of one went back or is in dispute. It is closed until that is settled.',
          }
        : {
            tone: 'neutral',
            badge: 'Ended',
            text: `It ended${state.endedAt ? ` on ${formatLongDay(state.endedAt)}` : ''}. Nothing more is charged for it.`,
          };
  }
}
