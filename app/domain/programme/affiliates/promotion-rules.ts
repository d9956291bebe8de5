import { baseCurrency, currencyName } from '#app/domain/core/catalogue/currencies.ts';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';

/** The most a code takes off a payment, in percent: something is always paid, and a card always given. */
export const maxPercentOff = 90;

/** The least that a code leaves to pay, in cents: providers take no less. */
export const leastDueCents = 50;

/** What a code takes off: a part or an amount of each payment, and for how many months. */
export interface Reduction {
  percentOff: number;
  /** Integer cents of the currency that is paid in. */
  amountOffCents: number;
  /** Null: the first payment alone. */
  months: number | null;
}

/** What a code takes off in each currency. */
export interface ReductionTerms extends Reduction {
  /** Beside the base currency, by currency: integer cents, as whoever made the code has typed them. */
  furtherAmountsOff: Readonly<Record<string, number>>;
}

/** What a code takes off a payment in a currency; null for a code of an amount that has none in it: nothing is converted (P354). */
export function reductionIn(terms: ReductionTerms, currency: string): Reduction | null {
  const { percentOff, amountOffCents, months, furtherAmountsOff } = terms;
  if (amountOffCents === 0 || currency === baseCurrency) return { percentOff, amountOffCents, months };
  const furtherCents = furtherAmountsOff[currency];
  return furtherCents === undefined ? null : { percentOff, amountOffCents: furtherCents, months };
}

const listed = (names: readonly string[], type: 'conjunction' | 'disjunction') =>
  new Intl.ListFormat('en-US', { type }).format(names);

/** What a buyer is told whose currency a code has no amount in. */
function noAmountText({ furtherAmountsOff }: ReductionTerms, currency: string): string {
  const names = [baseCurrency, ...Object.keys(furtherAmountsOff)].map(currencyName);
  return `This code takes ${listed(names, 'conjunction')} off, so it can’t be used when you pay in ${currency.toUpperCase()}. Choose ${listed(names, 'disjunction')} to use it.`;
}

/** Whom a code is for. */
export type Audience = 'everyone' | 'new_buyers' | 'returning_buyers';

/** When, for whom and for what a code holds. */
export interface PromotionTerms extends ReductionTerms {
  /** Keys of the catalogue; none: all that is sold. */
  products: readonly string[];
  startsAt: Date | null;
  expiresAt: Date | null;
  endedAt: Date | null;
  maxUses: number | null;
  maxUsesPerPerson: number | null;
  audience: Audience;
}

/** Who would like to use a code, for what and when. Uses that are reserved count as uses. */
export interface PromotionRequest {
  /** What is bought, by its key, with its price in cents of the currency it is paid in. */
  product: { key: string; noun: string; amountCents: number; currency: string };
  at: Date;
  uses: number;
  ownUses: number;
  hasPaidBefore: boolean;
}

export const unknownCode = 'We do not know this promotion code, or it has ended.';

/** What is left of a price, in integer cents. */
export function reducedCents(
  cents: number,
  { percentOff, amountOffCents }: Omit<Reduction, 'months'>,
): number {
  return Math.max(0, cents - amountOffCents - Math.round((cents * percentOff) / 100));
}

/** Why a code is not taken for a purchase, in words for its buyer; null where it is (P247, P248). */
export function promotionProblem(terms: PromotionTerms, request: PromotionRequest): string | null {
  const { product, at, uses, ownUses, hasPaidBefore } = request;
  const { startsAt, expiresAt, endedAt, maxUses, maxUsesPerPerson, audience } = terms;
  if (endedAt) return unknownCode;
  if (startsAt && at < startsAt) return 'This promotion code cannot be used yet.';
  if (expiresAt && at >= expiresAt) return 'This promotion code has expired.';
  const reduction = reductionIn(terms, product.currency);
  if (!reduction) return noAmountText(terms, product.currency);
  if (!appliesTo({ ...reduction, products: terms.products }, product))
    return `This promotion code is not for the ${product.noun}.`;
  if (audience === 'new_buyers' && hasPaidBefore)
    return 'This promotion code is for people who have not bought anything here before.';
  if (audience === 'returning_buyers' && !hasPaidBefore)
    return 'This promotion code is for people who have bought something here before.';
  // Who has used it up themselves learns that, not that others have.
  if (maxUsesPerPerson !== null && ownUses >= maxUsesPerPerson)
    return maxUsesPerPerson === 1
      ? 'You have already used this promotion code.'
      : `You have already used this promotion code ${maxUsesPerPerson} times.`;
  if (maxUses !== null && uses >= maxUses) return 'This promotion code has been used up.';
  return null;
}

/** Whether a code is for a product, and leaves enough of its price to be paid. */
export function appliesTo(
  terms: Pick<PromotionTerms, 'products' | keyof Reduction>,
  { key, amountCents }: { key: string; amountCents: number },
): boolean {
  if (terms.products.length > 0 && !terms.products.includes(key)) return false;
  const reduced = reducedCents(amountCents, terms);
  return reduced === amountCents || reduced >= leastDueCents;
}

/** How many payments of a subscription a code makes cheaper, the first among them; of what is paid once, that one. */
export function reducedPayments(
  { months }: Pick<Reduction, 'months'>,
  interval: 'month' | 'year' | null,
): number {
  if (months === null || interval === null) return 1;
  return interval === 'month' ? months : Math.ceil(months / 12);
}

const withMonths = (off: string, months: number | null): string => {
  if (months === null) return `${off} off the first payment`;
  return months === 1 ? `${off} off for the first month` : `${off} off each payment for ${months} months`;
};

/** What a code takes off payments in a currency and for how long, in words: "20% off the first payment". Null where it takes nothing off. */
export function reductionText(
  { percentOff, amountOffCents, months }: Reduction,
  currency: string = baseCurrency,
): string | null {
  if (percentOff === 0 && amountOffCents === 0) return null;
  return withMonths(amountOffCents > 0 ? formatMoney(amountOffCents, currency) : `${percentOff}%`, months);
}

/** The same in every currency that a code has an amount in: "$5, €4.50 or £4 off the first payment". */
export function termsText(terms: ReductionTerms): string | null {
  const further = Object.entries(terms.furtherAmountsOff);
  if (terms.amountOffCents === 0 || further.length === 0) return reductionText(terms);
  const amounts = [
    formatMoney(terms.amountOffCents),
    ...further.map(([currency, cents]) => formatMoney(cents, currency)),
  ];
  return withMonths(listed(amounts, 'disjunction'), terms.months);
}
