import type { Product } from '#app/domain/core/catalogue/product.ts';
import { secondTierPercent } from '#app/domain/core/catalogue/programme.ts';

/**
 * Why a product may not pay what it is to pay: the shares of one sale, the seller's and the second tier's, may not be more than it brings
 * in (P30). Null where they never are. Sellers at their own rate are within it: the second tier is then paid from what they leave.
 */
export function solvencyProblem({
  commission,
  commissionPercent,
}: Pick<Product, 'commission' | 'commissionPercent'>): string | null {
  if (commission === 'nobody' || commissionPercent === null) return null;
  const second = commission === 'pro_resellers' ? secondTierPercent : 0;
  if (commissionPercent + second <= 100) return null;
  return second === 0
    ? 'A sale cannot pay out more than it brings in. Please enter at most 100%.'
    : `Whoever recruited the seller earns ${second}% of this product too, and a sale cannot pay out more than it brings in. Please enter at most ${100 - second}%.`;
}
