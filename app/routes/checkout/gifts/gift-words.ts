import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { lengthText } from '#app/domain/selling/gifts/gift-length.ts';

interface Offered {
  key: string;
  amountCents: number;
  currency: string;
  gift?: { months: number };
}

/** A gift as it is chosen. */
export const offerOf = ({ key, amountCents, currency, gift }: Offered) => ({
  key,
  length: lengthText(gift?.months ?? 1),
  price: formatMoney(amountCents, currency),
});

export type Offer = ReturnType<typeof offerOf>;

/** How the day of a gift is counted, for givers. */
export const dayRule =
  'We email it at 10:00 UTC, when it is that day from Hawaii to Auckland. The code works as soon as the day begins anywhere in the world.';

/** What becomes of a gift for somebody who has a membership. */
export const memberRule =
  'If the recipient already has a membership, the gift waits and starts when that ends. What they pay doesn’t change.';

/** What comes after a gift. */
export const endRule =
  'A gift never renews. Before it ends, we email the recipient, who can join with a card of their own. Otherwise nobody is charged.';
