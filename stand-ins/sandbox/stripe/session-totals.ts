import { need, type SandboxObject, type Store } from '#stand-ins/sandbox/store.ts';
import { codeTyped } from '#stand-ins/sandbox/stripe/coupons.ts';
import { centsOff, type Reduction } from '#stand-ins/sandbox/stripe/discounts.ts';
import { countryOf, taxOn } from '#stand-ins/sandbox/stripe/tax.ts';

export const reductionsOf = (session: SandboxObject) => (session.discounts ?? []) as Reduction[];

export const isTaxed = (session: SandboxObject): boolean =>
  (session.automatic_tax as { enabled: boolean } | undefined)?.enabled ?? false;

/** Counts what a hosted checkout comes to today: the price, less what is taken off, and the tax of where the customer is. */
export async function countTotals(store: Store, session: SandboxObject): Promise<void> {
  const { unit_amount: each } = await need(store, session.sandbox_price);
  const subtotal = Number(each) * Number(session.sandbox_quantity ?? 1);
  let off = 0;
  for (const { coupon } of reductionsOf(session)) off += centsOff(await need(store, coupon), subtotal - off);
  const country = countryOf(await need(store, session.customer));
  const tax = isTaxed(session) ? taxOn(subtotal - off, country) : 0;
  if (isTaxed(session) && country)
    session.automatic_tax = { ...(session.automatic_tax as object), status: 'complete' };
  Object.assign(session, {
    amount_subtotal: subtotal,
    amount_total: subtotal - off + tax,
    total_details: { amount_discount: off, amount_shipping: 0, amount_tax: tax },
  });
  await store.put(session);
}

/** Takes a promotion code that the buyer has typed; false for one that is none, or once a payment was tried. */
export async function takeCode(store: Store, session: SandboxObject, typedCode: string): Promise<boolean> {
  const promotionCode = await codeTyped(store, typedCode);
  const isBegun = session.subscription ?? session.payment_intent ?? session.setup_intent;
  if (!promotionCode || !session.allow_promotion_codes || isBegun) return false;
  const { coupon } = promotionCode.promotion as { coupon: string };
  session.discounts = [{ coupon, promotion_code: promotionCode.id }];
  await countTotals(store, session);
  return true;
}

/** Keeps where the buyer is, with the customer. */
export async function takeAddress(
  store: Store,
  session: SandboxObject,
  address: { country: string; postal_code: string },
): Promise<void> {
  const customer = await need(store, session.customer);
  customer.address = { city: null, line1: null, line2: null, state: null, ...address };
  await store.put(customer);
  await countTotals(store, session);
}
