import type { BillingPlan, SubscriptionBillingCycle } from '@paypal/paypal-server-sdk';
import { centsOf } from '#app/platform/payments/decimal-cents.ts';
import type { SoldProduct } from '#app/platform/payments/port.ts';

const lasts = ({ frequency }: SubscriptionBillingCycle, product: SoldProduct, intervals: number) =>
  frequency.intervalUnit.toLowerCase() === product.interval && (frequency.intervalCount ?? 1) === intervals;

/** One cycle for nothing, as long as all the intervals of a product that are free: its end is when the first payment is due. */
function isFreeTime(cycle: SubscriptionBillingCycle | undefined, product: SoldProduct): boolean {
  const price = cycle?.pricingScheme?.fixedPrice?.value ?? '0';
  return (
    cycle?.tenureType === 'TRIAL' &&
    cycle.totalCycles === 1 &&
    lasts(cycle, product, product.freeIntervals) &&
    centsOf(price) === 0
  );
}

/** A product's price, each of its intervals, until it is cancelled. */
function isRegular(cycle: SubscriptionBillingCycle | undefined, product: SoldProduct): boolean {
  const price = cycle?.pricingScheme?.fixedPrice;
  return (
    cycle?.tenureType === 'REGULAR' &&
    cycle.totalCycles === 0 &&
    lasts(cycle, product, 1) &&
    price?.currencyCode.toLowerCase() === product.currency &&
    centsOf(price.value) === product.amountCents
  );
}

/** Whether a plan takes exactly a product's price, from now on or after its free intervals, until it is cancelled. */
export function sells(plan: BillingPlan, product: SoldProduct): boolean {
  const cycles = (plan.billingCycles ?? []).toSorted((a, b) => a.sequence - b.sequence);
  const free = product.freeIntervals > 0 ? cycles.shift() : undefined;
  const [regular, ...more] = cycles;
  return (
    plan.status === 'ACTIVE' &&
    (product.freeIntervals === 0 || isFreeTime(free, product)) &&
    isRegular(regular, product) &&
    more.length === 0 &&
    centsOf(plan.paymentPreferences?.setupFee?.value ?? '0') === 0 &&
    plan.taxes?.inclusive !== false
  );
}
