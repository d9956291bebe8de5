import { hasAnyOf } from '#app/domain/core/access/entitlements.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { guaranteeOf } from '#app/domain/core/catalogue/guarantee.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { formatMoney, isFree } from '#app/domain/core/catalogue/products.ts';
import { withFacts } from '#app/domain/learning/facts/facts.server.ts';
import { reducedPayments } from '#app/domain/programme/affiliates/promotion-rules.ts';
import type { Promotion } from '#app/domain/programme/affiliates/take-promotion.server.ts';
import { findGiftEnd } from '#app/domain/selling/gifts/listing.server.ts';
import { findSeatCover } from '#app/domain/selling/teams/accepting.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { formatLongDay } from '#app/platform/date-format.ts';
import { periodAfter } from '#app/platform/payments/interval.ts';
import { discounted } from '#app/platform/payments/port.ts';
import type { SummaryProps } from '#app/routes/checkout/order-summary.tsx';

/** How a viewer stands with what they are about to buy: what they have already, in place of a checkout, and what they have it by. */
export async function findStanding(viewer: Viewer, product: Product) {
  const { interval, includedIn, gives, alreadyThere, pages } = product;
  const isIncluded = await hasAnyOf(viewer, includedIn);
  // Whoever has it as a gift may pay for their own: what is left of the gift follows.
  const giftEndsAt = interval && gives === 'membership' ? await findGiftEnd(viewer.id) : null;
  // So may whoever has a seat: it ends when somebody else decides, and earns no commission.
  const isSeatable = giftEndsAt === null && interval && gives === 'membership' && viewer.hasMembership;
  const seat = isSeatable ? await findSeatCover(viewer.id) : null;
  const isCovered = giftEndsAt !== null || seat !== null;
  const hasIt = isIncluded || (!isCovered && (await hasAnyOf(viewer, [gives])));
  const { owned, included, text, label } = alreadyThere;
  // No second membership is sold while the first one is paused (P275).
  const pausedUntil = gives === 'membership' && !viewer.hasMembership ? viewer.pausedUntil : null;
  const has = hasIt
    ? { title: isIncluded ? included : owned, text, label, to: pages.open }
    : pausedUntil && {
        title: 'Your membership is paused',
        text: `It resumes by itself on ${formatLongDay(pausedUntil)}. To go on sooner, resume it on your billing page: you don’t need a second one.`,
        label: 'Resume your membership',
        to: '/profile/billing',
      };
  return { has, giftEndsAt, seat };
}

/** The order as the checkout sums it up: prices, what is taken off, what was added, and what is charged when. */
export function summaryOf(
  product: Product,
  { promotion, bump, email }: { promotion: Promotion | null; bump: Product | null; email: string },
): SummaryProps {
  const { amountCents, currency, interval, quantity = null, summary } = product;
  const dueCents = discounted(amountCents, promotion);
  return {
    ...summary,
    title:
      quantity === null
        ? summary.title
        : `${summary.title}, ${quantity} ${quantity === 1 ? 'seat' : 'seats'}`,
    included: summary.included.map((item) => withFacts(item)),
    price: formatMoney(amountCents, currency),
    interval,
    installments:
      product.installments === null
        ? null
        : {
            count: product.installments,
            total: formatMoney(product.installments * amountCents + (bump?.amountCents ?? 0), currency),
          },
    guarantee: guaranteeOf(product),
    hasTaxOnTop: config().checkout.hasTaxOnTop && !isFree(product),
    email,
    nextChargeAt: interval && periodAfter(now(), interval),
    discount:
      promotion && dueCents < amountCents
        ? {
            code: promotion.code,
            off: formatMoney(amountCents - dueCents, currency),
            due: formatMoney(dueCents, currency),
            payments: reducedPayments(promotion, interval),
          }
        : null,
    added: bump && {
      name: bump.name,
      price: formatMoney(bump.amountCents, currency),
      total: formatMoney(dueCents + bump.amountCents, currency),
    },
  };
}
