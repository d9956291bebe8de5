import { productName } from '#app/domain/core/catalogue/products.ts';
import {
  type Audience,
  type PromotionTerms,
  termsText,
} from '#app/domain/programme/affiliates/promotion-rules.ts';

/** Whom a code is for, as admins choose it. */
export const audienceWords: Readonly<Record<Audience, string>> = {
  everyone: 'Everyone',
  new_buyers: 'New buyers, who have never paid here',
  returning_buyers: 'Returning buyers, who have paid here before',
};

/** What a code takes off, with a capital. */
export function offWords(terms: PromotionTerms): string {
  return termsText(terms) ?? 'None: it credits the sale to an affiliate';
}

/** What a code is for. */
export const productWords = ({ products }: Pick<PromotionTerms, 'products'>): string =>
  products.length === 0 ? 'Everything' : products.map(productName).join(', ');

/** Whether a code can be used at a time: it may not have begun, or be over. */
export function stateWords(
  { startsAt, expiresAt, endedAt, maxUses }: PromotionTerms,
  uses: number,
  at: Date,
) {
  if (endedAt) return 'Ended';
  if (expiresAt && at >= expiresAt) return 'Expired';
  if (maxUses !== null && uses >= maxUses) return 'Used up';
  return startsAt && at < startsAt ? 'Scheduled' : 'Active';
}

/** How a state is colored: only a code that works now is good. */
export function stateTone(state: string): 'good' | 'accent' | 'neutral' {
  if (state === 'Active') return 'good';
  return state === 'Scheduled' ? 'accent' : 'neutral';
}
