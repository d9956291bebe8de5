import { readLookupKey } from '#app/domain/core/catalogue/products.ts';
import { newPriceFrom } from '#app/domain/selling/billing/notice-rules.ts';
import type { Prisma } from '#app/platform/database/generated/client.ts';

/** To be included with a subscription: the price that its member was told of, and that its provider has not set yet. */
export const announcedMoves = {
  where: { state: 'notified', move: { stoppedAt: null } },
  select: {
    notifiedAt: true,
    move: { select: { amountCents: true, interval: true, takesEffectAt: true } },
  },
} satisfies Prisma.Subscription$movedPricesArgs;

interface Renewing {
  nextPrice: string | null;
  /** Integer cents. */
  amount: number;
  interval: string;
  currentPeriodEnd: Date | null;
  movedPrices: {
    notifiedAt: Date | null;
    move: { amountCents: number; interval: string; takesEffectAt: Date };
  }[];
}

/** What the next renewal of a subscription takes, in integer cents, and for how long: another price, where one is arranged or announced. */
export function nextChargeOf({ nextPrice, amount, interval, currentPeriodEnd, movedPrices }: Renewing): {
  amountCents: number;
  interval: string;
} {
  const moved = movedPrices.find(
    ({ notifiedAt, move }) =>
      notifiedAt && currentPeriodEnd && newPriceFrom(move.takesEffectAt, notifiedAt) <= currentPeriodEnd,
  )?.move;
  // What the member has chosen for then is taken in place of the price.
  const next = readLookupKey(nextPrice) ?? moved;
  return next
    ? { amountCents: next.amountCents, interval: next.interval }
    : { amountCents: amount, interval };
}
