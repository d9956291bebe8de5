import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { inCurrency } from '#app/domain/core/catalogue/currencies.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { productOf } from '#app/domain/core/catalogue/products.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { isAffiliateSql } from '#app/domain/programme/affiliates/attribution.server.ts';
import {
  type PromotionTerms,
  promotionProblem,
  reductionIn,
  unknownCode,
} from '#app/domain/programme/affiliates/promotion-rules.ts';
import { promotionCodesIn } from '#app/domain/programme/affiliates/referral-name.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import type { Promotion as PromotionAtProvider } from '#app/platform/payments/port.ts';
import { consumeRateLimit, type RateLimit, returnAttempt } from '#app/platform/rate-limit.server.ts';
import { storable } from '#app/platform/storable-text.ts';

/** A promotion as a buyer brings it to a purchase. */
export interface Promotion extends PromotionAtProvider {
  id: string;
  amountOffCents: number;
  months: number | null;
  /** Whose referral the sale is; null for nobody's. */
  affiliateId: string | null;
}

/** Codes that are none, by buyer: some are given to one person alone, and nobody is to find them by trying. */
const guessLimit: RateLimit = { name: 'promotion-code-guess', points: 30, seconds: 3600 };

interface Row extends PromotionTerms, Promotion {
  isOperators: boolean;
  uses: number;
  ownUses: number;
  hasPaidBefore: boolean;
}

/** Uses of the code `c` that count, of all or of somebody: those that are reserved too, but for the buyer's own of this product. */
const usesSql = (userId: string, product: string, isOwn: boolean) => Prisma.sql`(
  SELECT count(*) FROM promotion_uses u WHERE u.promotion_code_id = c.id AND u.state <> 'released'
    ${isOwn ? Prisma.sql`AND u.user_id = ${userId}::uuid` : Prisma.empty}
    AND NOT (u.state = 'reserved' AND u.user_id = ${userId}::uuid AND u.product = ${product}))::int`;

/** Codes with what decides whether they are taken, for a buyer and a product. One query. */
export const promotionsSql = (userId: string, product: string, which: Prisma.Sql) => Prisma.sql`
  SELECT c.id, c.code, c.percent_off AS "percentOff", c.amount_off_cents AS "amountOffCents", c.further_amounts_off AS "furtherAmountsOff", c.months, c.products,
    c.starts_at AS "startsAt", c.expires_at AS "expiresAt", c.ended_at AS "endedAt", c.max_uses AS "maxUses",
    c.max_uses_per_person AS "maxUsesPerPerson", c.audience::text AS audience, c.stripe_id AS "providerId",
    c.is_operators AS "isOperators", CASE WHEN ${isAffiliateSql('a')} THEN a.id END AS "affiliateId",
    ${usesSql(userId, product, false)} AS uses, ${usesSql(userId, product, true)} AS "ownUses",
    EXISTS (SELECT FROM payments p WHERE p.user_id = ${userId}::uuid) AS "hasPaidBefore"
  FROM promotion_codes c LEFT JOIN users a ON a.id = c.affiliate_id WHERE ${which}`;

/** What a code is asked for: the key of a product, and the currency it is paid in. */
export type Bought = Pick<Product, 'key' | 'currency'>;

/** Why a code is not taken, in words for its buyer; null where it is. */
export function problemOf(row: Row, { key, currency }: Bought): string | null {
  const baseProduct = productOf(key);
  const product = baseProduct && inCurrency(baseProduct, currency);
  if (!product) return unknownCode;
  // An affiliate's own code ends with its affiliate; one of the operator's goes on, as nobody's.
  if (!row.isOperators && row.affiliateId === null) return unknownCode;
  return promotionProblem(row, { ...row, product, at: now() });
}

export type PromotionRow = Row;

/**
 * The promotion of a code that a buyer typed or came with, for a product, with what it takes off in the currency that is paid; read as links are (P191): full-width letters, invisible
 * characters and a full stop behind it change nothing.
 * @throws {Refusal} invalid (field code) for none that is taken, and for the buyer's own; {RateLimitExceeded} after many that are none
 */
export async function takePromotion(
  viewer: Pick<Viewer, 'id'>,
  typed: string,
  product: Bought,
): Promise<Promotion> {
  await consumeRateLimit(guessLimit, viewer.id);
  const codes = promotionCodesIn(storable(typed));
  const rows = await prisma().$queryRaw<Row[]>(
    promotionsSql(viewer.id, product.key, Prisma.sql`c.code = ANY(${codes}::text[]) AND c.ended_at IS NULL`),
  );
  const row = codes.flatMap((code) => rows.filter((one) => one.code === code))[0];
  const problem = row ? problemOf(row, product) : unknownCode;
  if (!row || problem === unknownCode) throw new Refusal('invalid', unknownCode, 'code');
  await returnAttempt(guessLimit, viewer.id);
  if (row.affiliateId === viewer.id)
    throw new Refusal(
      'invalid',
      'This promotion code is your own. It is for those you recommend us to.',
      'code',
    );
  if (problem) throw new Refusal('invalid', problem, 'code');
  const { id, code, isOperators, affiliateId, providerId } = row;
  const reduction = reductionIn(row, product.currency);
  if (!reduction) throw new Refusal('invalid', unknownCode, 'code');
  return { id, code, ...reduction, isSiteOnly: isOperators, affiliateId, providerId };
}
