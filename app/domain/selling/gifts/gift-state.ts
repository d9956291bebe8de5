/** As much of a gift as its state is told from. */
export interface GiftFacts {
  status: 'draft' | 'paid' | 'redeemed' | 'canceled';
  /** It is paid otherwise than was offered, which an operator looks into. */
  isHeld: boolean;
  withheldAt: Date | null;
  deliveredAt: Date | null;
  recipientEmail: string | null;
  startedAt: Date | null;
  endedAt: Date | null;
  /** When what it gives ends; null while it waits. */
  endsAt: Date | null;
}

export type GiftState =
  | 'not_paid'
  | 'held'
  | 'scheduled'
  | 'sent'
  | 'ready'
  | 'waiting'
  | 'running'
  | 'ended'
  | 'withheld'
  | 'canceled';

/** How far a gift is. */
export function giftState(gift: GiftFacts): GiftState {
  if (gift.status === 'draft') return gift.isHeld ? 'held' : 'not_paid';
  if (gift.status === 'canceled') return 'canceled';
  if (gift.withheldAt) return 'withheld';
  if (gift.status === 'paid') {
    // Its address is forgotten some time after it was emailed.
    if (gift.deliveredAt) return 'sent';
    return gift.recipientEmail ? 'scheduled' : 'ready';
  }
  if (gift.endedAt) return 'ended';
  return gift.endsAt ? 'running' : 'waiting';
}

/** The same in words, for a badge. */
export const giftStateWords: Readonly<Record<GiftState, string>> = {
  not_paid: 'Not paid',
  held: 'Payment being checked',
  scheduled: 'Scheduled',
  sent: 'Emailed',
  ready: 'Ready to give',
  waiting: 'Redeemed, starts later',
  running: 'In use',
  ended: 'Ended',
  withheld: 'Payment returned',
  canceled: 'Canceled',
};

export const giftStateTone = (state: GiftState): 'neutral' | 'accent' | 'good' | 'warn' | 'danger' =>
  state === 'running'
    ? 'good'
    : state === 'withheld' || state === 'canceled'
      ? 'danger'
      : state === 'not_paid' || state === 'held'
        ? 'warn'
        : state === 'ended'
          ? 'neutral'
          : 'accent';
