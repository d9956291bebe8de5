import type { Viewer } from '#app/domain/core/access/viewer.ts';
import {
  affiliates,
  findReferrer,
  type Referral,
} from '#app/domain/programme/affiliates/attribution.server.ts';
import {
  type Bought,
  type Promotion,
  takePromotion,
} from '#app/domain/programme/affiliates/take-promotion.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import type { Payment } from '#app/platform/database/generated/client.ts';

/** Whose a payment is, and by which rule: whose the buyer is by registration, else by promotion code, else by the last click. */
interface SaleReferral {
  referrerId: string;
  rule: 'registration' | 'promotion_code' | 'click';
  clickId: string | null;
  promotionCodeId: string | null;
}

/** What somebody who is about to buy brings along. */
export interface Brought {
  /** A promotion code, as it was typed; null for none. */
  code: string | null;
  /** The click that their browser remembers. */
  referral: Referral | null;
}

/** What a claim is kept under: of a product that is bought once its key, of a gift its id as well, as each is a sale of its own. */
const claimKey = (product: string, giftId: string | null) => (giftId ? `${product} ${giftId}` : product);

/**
 * Keeps, as a purchase begins, whose it is should it be paid, and returns the promotion that makes its first payment cheaper; null for
 * none. An affiliate's code comes before a click, and who belongs to an affiliate by registration stays that affiliate's.
 * @throws {Refusal} invalid (field code) for a code that is not taken, or the buyer's own; {RateLimitExceeded} after many that are none.
 */
export async function claimSale(
  viewer: Viewer,
  product: Bought,
  brought: Brought,
  giftId: string | null = null,
): Promise<Promotion | null> {
  const promotion = brought.code ? await takePromotion(viewer, brought.code, product) : null;
  const { id: userId } = viewer;
  const referrer = await findReferrer(brought.referral);
  const byClick = referrer && referrer.referrerId !== userId ? referrer : null;
  const affiliateId = promotion?.affiliateId;
  const claim = affiliateId
    ? {
        rule: 'promotion_code' as const,
        referrerId: affiliateId,
        promotionCodeId: promotion.id,
        clickId: byClick?.referrerId === affiliateId ? byClick.clickId : null,
      }
    : byClick && { rule: 'click' as const, ...byClick, promotionCodeId: null };
  const key = { userId, product: claimKey(product.key, giftId) };
  if (claim) {
    const row = { ...claim, claimedAt: now() };
    await prisma().referralClaim.upsert({
      where: { userId_product: key },
      create: { ...key, ...row },
      update: row,
    });
  } else await prisma().referralClaim.deleteMany({ where: key });
  return promotion;
}

type Paid = Pick<Payment, 'id' | 'userId' | 'product' | 'subscriptionId' | 'promotionCode' | 'paidAt'>;

/**
 * Whose a payment is, in the transaction that records it; null for nobody's. What the first payment of a subscription says holds for
 * those that follow. Asked again for the same payment it answers the same.
 */
export async function referralOfPayment(
  tx: Transaction,
  payment: Paid,
  giftId: string | null = null,
): Promise<SaleReferral | null> {
  const { id: paymentId, userId, product, subscriptionId } = payment;
  const buyer = await tx.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { referredById: true, referralClickId: true },
  });
  if (buyer.referredById)
    return {
      referrerId: buyer.referredById,
      rule: 'registration',
      clickId: buyer.referralClickId,
      promotionCodeId: null,
    };
  const sale = subscriptionId ? { subscriptionId } : { paymentId };
  const known = await tx.db.saleReferral.findUnique({ where: sale });
  if (known) return known;
  // What has been paid before, and was nobody's then, becomes nobody's later.
  if (subscriptionId && (await hasEarlierPayment(tx, payment))) return null;
  const key = { userId_product: { userId, product: claimKey(product, giftId) } };
  const claim = await tx.db.referralClaim.findUnique({ where: key });
  const found = (await typedAtProvider(tx, payment)) ?? claim;
  if (claim) await tx.db.referralClaim.delete({ where: key });
  if (!found) return null;
  const { referrerId, rule, clickId, promotionCodeId } = found;
  return tx.db.saleReferral.create({
    data: { userId, ...sale, referrerId, rule, clickId, promotionCodeId, createdAt: payment.paidAt },
  });
}

async function hasEarlierPayment(tx: Transaction, { id, subscriptionId, paidAt }: Paid): Promise<boolean> {
  const earlier = await tx.db.payment.findFirst({
    where: { subscriptionId, id: { not: id }, paidAt: { lte: paidAt } },
    select: { id: true },
  });
  return earlier !== null;
}

/** The affiliate's code that was typed on the provider's own page: it counts as a click, of which this is the first word. */
async function typedAtProvider(tx: Transaction, { userId, promotionCode, paidAt }: Paid) {
  if (!promotionCode) return null;
  const code = await tx.db.promotionCode.findFirst({
    where: { providerId: promotionCode, affiliateId: { not: userId }, affiliate: affiliates },
    select: { id: true, affiliate: { select: { id: true, username: true } } },
  });
  if (!code?.affiliate) return null;
  const { id: referrerId, username: referrerUsername } = code.affiliate;
  const claimed = await tx.db.referralClaim.findFirst({
    where: { userId, promotionCodeId: code.id, clickId: { not: null } },
    select: { clickId: true },
  });
  const clickId =
    claimed?.clickId ??
    (
      await tx.db.referralClick.create({
        data: {
          referrerId,
          referrerUsername,
          landingPage: '/checkout',
          promotionCodeId: code.id,
          timestamp: paidAt,
        },
        select: { id: true },
      })
    ).id;
  return { referrerId, rule: 'promotion_code' as const, clickId, promotionCodeId: code.id };
}
