/** What somebody is about to buy, as addresses of the checkout name it. */
export interface OfferAddress {
  /** How addresses name what is bought; null where they need not. */
  product: string | null;
  /** How addresses name the currency that is paid in; null for the usual one. */
  currency: string | null;
}

/** The hidden fields by which a form that leads to the checkout stays with what is bought, and its currency. */
export function OfferFields({ product, currency }: OfferAddress) {
  return (
    <>
      {product ? <input type="hidden" name="product" value={product} /> : null}
      {currency ? <input type="hidden" name="currency" value={currency} /> : null}
    </>
  );
}
