import type { Viewer } from '#app/domain/core/access/viewer.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import type { Brought } from '#app/domain/programme/affiliates/sale-referrals.server.ts';
import { type Promotion, takePromotion } from '#app/domain/programme/affiliates/take-promotion.server.ts';
import { findBump, type TickedBump } from '#app/domain/selling/billing/order-bump.server.ts';
import { isSoldBy } from '#app/domain/selling/billing/purchase.server.ts';
import { bumpParams } from '#app/domain/selling/billing/purchase-input.server.ts';
import { takesOff } from '#app/platform/payments/port.ts';
import { wordsOf } from '#app/routes/http/domain-errors.server.ts';
import { readReferral } from '#app/routes/http/referral-cookie.server.ts';

/** How addresses of the checkout name a promotion code. */
export const codeParam = 'code';

const codeIn = (url: URL): string | null => url.searchParams.get(codeParam)?.trim() || null;

/** What somebody who is about to buy brings along: the code in the address, and the click that their browser remembers. */
export const broughtBy = (request: Request, url: URL): Brought => ({
  code: codeIn(url),
  referral: readReferral(request),
});

/** What an address of the checkout says was added, and for how much; null for nothing, and for what no page of ours says. */
export function tickedAt(url: URL): TickedBump | null {
  const key = url.searchParams.get(bumpParams.key) ?? '';
  const cents = url.searchParams.get(bumpParams.cents) ?? '';
  return /^[a-z][a-z0-9_]{0,79}$/.test(key) && /^\d{1,9}$/.test(cents)
    ? { key, amountCents: Number(cents) }
    : null;
}

/** What a viewer is offered beside a product, whether they have added it, and what has become of what they added. */
export async function bumpAt(
  url: URL,
  viewer: Viewer,
  product: Product,
): Promise<{ offered: Product | null; added: Product | null; problem: string | null }> {
  const ticked = tickedAt(url);
  const offered = isSoldBy(product, 'card_page') ? await findBump(viewer, product) : null;
  if (!ticked) return { offered, added: null, problem: null };
  if (offered?.key !== ticked.key)
    return {
      offered,
      added: null,
      problem: 'What you added is no longer offered here. It is not in your order.',
    };
  if (offered.amountCents !== ticked.amountCents)
    return {
      offered,
      added: null,
      problem: `The price of ${offered.name} has changed. It is not in your order: add it again if you want it.`,
    };
  return { offered, added: offered, problem: null };
}

/** An address of the checkout with the code that was typed, if any: what is refused is shown there beside it. */
export function withCode(path: string, url: URL): string {
  const typed = codeIn(url);
  if (!typed) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ [codeParam]: typed.slice(0, 40) })}`;
}

const noCodes =
  'Promotion codes don’t apply to installments. Choose the price that is paid at once to use it.';

/** The promotion that an address of the checkout names; with what was typed and what is wrong with it, if it is none. */
export async function promotionAt(
  url: URL,
  viewer: { id: string },
  product: Product,
): Promise<{ promotion: Promotion | null; typed: string; errors: string[] }> {
  const typed = codeIn(url) ?? '';
  if (typed === '') return { promotion: null, typed, errors: [] };
  try {
    const promotion = await takePromotion(viewer, typed, product);
    if (product.installments !== null && takesOff(promotion))
      return { promotion: null, typed, errors: [noCodes] };
    return { promotion, typed, errors: [] };
  } catch (error) {
    return { promotion: null, typed: typed.slice(0, 40), errors: [wordsOf(error)] };
  }
}
