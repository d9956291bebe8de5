import { monthAfter } from '#app/platform/payments/month-after.ts';
import { need, newObject, type SandboxObject, type Store } from '#stand-ins/sandbox/store.ts';

/** What takes something off: a coupon, and the code by which it came, if by one. */
export interface Reduction {
  coupon: string;
  promotion_code: string | null;
}

/** Gives a subscription a discount, from now on and for as long as its coupon says. Returns its id. */
export async function discount(
  store: Store,
  { coupon: id, promotion_code }: Reduction,
  of: { customer: unknown; subscription: string },
): Promise<string> {
  const coupon = await need(store, id);
  const months = Number(coupon.duration_in_months ?? 0);
  let end = store.now;
  for (let month = 0; month < months; month += 1) end = monthAfter(end, store.now);
  const discount = newObject(store, 'di', 'discount', {
    ...of,
    checkout_session: null,
    invoice: null,
    invoice_item: null,
    promotion_code,
    source: { type: 'coupon', coupon: id },
    start: store.now,
    end: months > 0 ? end : null,
  });
  await store.put(discount);
  await countRedemption(store, { coupon: id, promotion_code });
  return discount.id;
}

/** Counts that a coupon was used, and its code. */
export async function countRedemption(store: Store, { coupon, promotion_code }: Reduction): Promise<void> {
  for (const id of [coupon, promotion_code]) {
    const used = id ? await store.get(id) : undefined;
    if (used) await store.put({ ...used, times_redeemed: Number(used.times_redeemed) + 1 });
  }
}

/** What a coupon takes off an amount. */
function centsOff({ percent_off, amount_off }: SandboxObject, cents: number): number {
  if (cents <= 0) return 0;
  return percent_off === null
    ? Math.min(Number(amount_off), cents)
    : Math.round((cents * Number(percent_off)) / 100);
}

/** What is sold, as far as a coupon looks at it. */
interface Discountable {
  product: unknown;
  cents: number;
}

/** What a coupon takes off of several things, in cents of each: of those alone that it is for, shared by what they cost. */
export function sharesOff(coupon: SandboxObject, sold: readonly Discountable[]): number[] {
  const { products } = (coupon.applies_to ?? {}) as { products?: readonly unknown[] };
  const eligible = sold.map(({ product, cents }) => (!products || products.includes(product) ? cents : 0));
  const total = eligible.reduce((sum, cents) => sum + cents, 0);
  const off = centsOff(coupon, total);
  let remainingOff = off;
  const last = eligible.findLastIndex((cents) => cents > 0);
  return eligible.map((cents, index) => {
    const share = index === last ? remainingOff : Math.round((off * cents) / Math.max(1, total));
    remainingOff -= share;
    return share;
  });
}

/** A discount, and what it takes off. */
interface Taken {
  discount: string;
  amount: number;
}

/** What a subscription's discounts take off what is charged for the period that begins at `start`. One for once is used up by it. */
export async function takeOff(
  store: Store,
  subscription: SandboxObject,
  sold: readonly Discountable[],
  start: number,
): Promise<Taken[]> {
  const takenDiscounts: Taken[] = [];
  const remainingIds: unknown[] = [];
  const cents = sold.reduce((sum, item) => sum + item.cents, 0);
  let remaining = sold;
  for (const id of (subscription.discounts ?? []) as string[]) {
    const { end, source } = await need(store, id);
    if (typeof end === 'number' && end <= start) continue;
    const coupon = await need(store, (source as { coupon: string }).coupon);
    if (coupon.duration !== 'once' || cents <= 0) remainingIds.push(id);
    const shares = sharesOff(coupon, remaining);
    const amount = shares.reduce((sum, share) => sum + share, 0);
    remaining = remaining.map((item, index) => ({ ...item, cents: item.cents - (shares[index] ?? 0) }));
    if (amount > 0) takenDiscounts.push({ discount: id, amount });
  }
  subscription.discounts = remainingIds;
  return takenDiscounts;
}
