import { need, type SandboxObject, type Store } from '#stand-ins/sandbox/store.ts';
import { codeTyped } from '#stand-ins/sandbox/stripe/coupons.ts';
import { type Reduction, sharesOff } from '#stand-ins/sandbox/stripe/discounts.ts';
import { countryOf, taxOn } from '#stand-ins/sandbox/stripe/tax.ts';

export const reductionsOf = (session: SandboxObject) => (session.discounts ?? []) as Reduction[];

export const isTaxed = (session: SandboxObject): boolean =>
  (session.automatic_tax as { enabled: boolean } | undefined)?.enabled ?? false;

/** A line of a hosted checkout, as the provider lists it. */
interface SessionLine {
  price: SandboxObject;
  quantity: number;
  currency: unknown;
  amount_subtotal: number;
  amount_discount: number;
  amount_tax: number;
  amount_total: number;
}

/** What a hosted checkout sells, line by line: what is taken off is shared by what each line costs that it is for, and each line is taxed. */
export async function linesOf(store: Store, session: SandboxObject): Promise<SessionLine[]> {
  const quantity = Number(session.sandbox_quantity ?? 1);
  const sold = [{ price: await need(store, session.sandbox_price), quantity }];
  if (session.sandbox_added) sold.push({ price: await need(store, session.sandbox_added), quantity: 1 });
  const costs = sold.map(({ price, quantity: count }) => Number(price.unit_amount) * count);
  const discounts = costs.map(() => 0);
  for (const { coupon } of reductionsOf(session)) {
    const remaining = sold.map(({ price }, at) => ({
      product: price.product,
      cents: (costs[at] ?? 0) - (discounts[at] ?? 0),
    }));
    for (const [at, share] of sharesOff(await need(store, coupon), remaining).entries())
      discounts[at] = (discounts[at] ?? 0) + share;
  }
  const country = countryOf(await need(store, session.customer));
  return sold.map(({ price, quantity: count }, index) => {
    const cost = costs[index] ?? 0;
    const discount = discounts[index] ?? 0;
    const tax = isTaxed(session) ? taxOn(cost - discount, country) : 0;
    return {
      price,
      quantity: count,
      currency: session.currency,
      amount_subtotal: cost,
      amount_discount: discount,
      amount_tax: tax,
      amount_total: cost - discount + tax,
    };
  });
}

/** Counts what a hosted checkout comes to today: the prices, less what is taken off, and the tax of where the customer is. */
export async function countTotals(store: Store, session: SandboxObject): Promise<void> {
  const lines = await linesOf(store, session);
  const sum = (key: 'amount_subtotal' | 'amount_discount' | 'amount_tax' | 'amount_total') =>
    lines.reduce((cents, line) => cents + line[key], 0);
  if (isTaxed(session) && countryOf(await need(store, session.customer)))
    session.automatic_tax = { ...(session.automatic_tax as object), status: 'complete' };
  Object.assign(session, {
    amount_subtotal: sum('amount_subtotal'),
    amount_total: sum('amount_total'),
    total_details: {
      amount_discount: sum('amount_discount'),
      amount_shipping: 0,
      amount_tax: sum('amount_tax'),
    },
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
