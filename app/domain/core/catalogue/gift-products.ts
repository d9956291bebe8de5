import type { Product } from '#app/domain/core/catalogue/product.ts';

// A gift is a membership paid once, for somebody else. It has no rows of its own: its price is that of the membership, so that the two
// never differ, and a price that an operator adds or changes is given at that price at once.

/** How many months of a monthly price are given as one gift. */
const monthlyGifts = [1, 3, 6, 12];

const monthsText = (months: number) =>
  months === 1 ? '1 month' : months === 12 ? '1 year' : `${months} months`;

/** The gift of some intervals of a membership's price. */
function giftOf(product: Product, count: number): Product {
  const months = count * (product.interval === 'year' ? 12 : 1);
  const noun = `gift of ${monthsText(months)}`;
  return {
    ...product,
    key: `${product.key}_gift_${months}`,
    slug: `${product.slug ?? product.key.replaceAll('_', '-')}-gift-${months}`,
    // The price of another product: its stock and its sales are counted apart.
    productKey: `${product.productKey}_gift`,
    name: `Gift: ${product.name}, ${monthsText(months)}`,
    noun,
    amountCents: product.amountCents * count,
    interval: null,
    // The guarantee is of a person's first payment for a membership of their own.
    isGuaranteed: false,
    gives: 'gift',
    includedIn: [],
    requires: null,
    plan: null,
    stock: null,
    offeredAfter: null,
    bumpFor: null,
    seats: null,
    installments: null,
    planId: null,
    // Paid once, it needs no plan of its own in any of them.
    amounts: product.amounts.map(({ currency, amountCents }) => ({
      currency,
      amountCents: amountCents * count,
      planId: null,
    })),
    planSetting: null,
    tagline: '',
    description: '',
    unlocks: [],
    mails: { confirmation: 'product-bought', canceled: null, ended: null, ending: null },
    pages: { checkout: '/gifts', done: '/gifts', open: '/gifts', sales: '/gift', cancel: null },
    summary: { title: `A ${noun}`, included: [], cover: null },
    gift: { months, priceKey: product.key },
  };
}

const isGiven = ({ gives, interval, freeIntervals }: Product) =>
  gives === 'membership' && interval !== null && freeIntervals === 0;

/** Every gift that there can be of what is or was sold: some months of each monthly price, and the year of each yearly one. */
export function giftProductsOf(products: readonly Product[]): readonly Product[] {
  return products
    .filter(isGiven)
    .flatMap((product) =>
      (product.interval === 'year' ? [1] : monthlyGifts).map((count) => giftOf(product, count)),
    );
}

/**
 * Of some gifts those that are offered: for as many months the cheapest one, so that a yearly price takes the place of twelve months.
 * The shortest first.
 */
export function offeredGifts(gifts: readonly Product[]): readonly Product[] {
  const byPrice = gifts.toSorted((a, b) => a.amountCents - b.amountCents);
  const months = [...new Set(gifts.map(({ gift }) => gift?.months ?? 0))].toSorted((a, b) => a - b);
  return months.flatMap((count) => byPrice.find(({ gift }) => gift?.months === count) ?? []);
}
