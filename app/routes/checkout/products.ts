import { ebook, formatMoney, membership } from '#app/domain/catalogue/products.ts';

/** What the checkout sells, and how its addresses call it. */
export type CheckoutProduct = 'membership' | 'ebook';

/** The product an address asks for; the membership without a name, null for a name that is none. */
export function productOf(url: URL): CheckoutProduct | null {
  const name = url.searchParams.get('product');
  if (name === null) return 'membership';
  return name === 'dmd' ? 'ebook' : null;
}

/** Addresses and words of the checkout of each product. */
export const checkouts = {
  membership: {
    path: '/checkout',
    intentPath: '/create-payment-intent',
    donePath: '/thank-you',
    price: formatMoney(membership.amountCents),
    /** As buttons name the price. */
    priceLabel: `${formatMoney(membership.amountCents)}/month`,
  },
  ebook: {
    path: '/checkout?product=dmd',
    intentPath: '/create-payment-intent?product=dmd',
    donePath: '/tripwire-success',
    price: formatMoney(ebook.amountCents),
    priceLabel: formatMoney(ebook.amountCents),
  },
} as const satisfies Record<CheckoutProduct, Record<string, string>>;
