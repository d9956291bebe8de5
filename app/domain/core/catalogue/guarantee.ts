// The guarantee in words: texts, pages, mails and the checkout say it from here. A file of its own: pages take it to the browser without
// the catalogue. What it covers is decided in app/domain/selling/billing/guarantee.server.ts.

/** Days within which the first membership payment is refunded on request, at once and once per person (P106). */
export const guaranteeDays = 30;

/** The guarantee in one sentence. */
export const guaranteeSentence = `Ask within ${guaranteeDays} days of your first membership payment and we refund it in full, once per person.`;

/** The same where there is no room for a sentence. */
export const guaranteeLabel = `${guaranteeDays}-day money-back guarantee on your first membership payment`;

/** What is promised of the ebook: a person refunds it. */
export const ebookGuaranteeSentence = `Ask within ${guaranteeDays} days of buying the ebook and we refund it in full.`;

/** What is promised of a gift: a person refunds it. */
export const giftGuaranteeSentence = `Ask within ${guaranteeDays} days of buying a gift and we refund it in full, as long as nobody has redeemed it.`;

/** What is promised of a product's payment, in one sentence; null where nothing is. */
export function guaranteeOf({
  isGuaranteed,
  gives,
}: {
  isGuaranteed: boolean;
  gives: string;
}): string | null {
  if (isGuaranteed) return guaranteeSentence;
  if (gives === 'gift') return giftGuaranteeSentence;
  return gives === 'ebook' ? ebookGuaranteeSentence : null;
}
