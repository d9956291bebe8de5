import { formatMoney } from '#app/domain/core/catalogue/products.ts';

/** The most a code takes off a payment, in percent: something is always paid, and a card always given. */
export const maxPercentOff = 90;

/** The least that a code leaves to pay, in cents: providers take no less. */
export const leastDueCents = 50;

/** What a code takes off: a part or an amount of each payment, and for how many months. */
export interface Reduction {
  percentOff: number;
  /** Integer cents. */
  amountOffCents: number;
  /** Null: the first payment alone. */
  months: number | null;
}

/** Whom a code is for. */
export type Audience = 'everyone' | 'new_buyers' | 'returning_buyers';

/** When, for whom and for what a code holds. */
export interface PromotionTerms extends Reduction {
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
  /** What is bought, by its key, with its price in cents. */
  product: { key: string; noun: string; amountCents: number };
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
  if (!appliesTo(terms, product)) return `This promotion code is not for the ${product.noun}.`;
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

/** What a code takes off and for how long, in words: "20% off the first payment". Null where it takes nothing off. */
export function reductionText({ percentOff, amountOffCents, months }: Reduction): string | null {
  if (percentOff === 0 && amountOffCents === 0) return null;
  const off = amountOffCents > 0 ? formatMoney(amountOffCents) : `${percentOff}%`;
  if (months === null) return `${off} off the first payment`;
  return months === 1 ? `${off} off for the first month` : `${off} off each payment for ${months} months`;
}
