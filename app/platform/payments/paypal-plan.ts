import type { BillingPlan } from '@paypal/paypal-server-sdk';
import { centsOf } from '#app/platform/payments/decimal-cents.ts';
import type { SoldProduct } from '#app/platform/payments/port.ts';

/** Whether a plan takes exactly a product's price, from now on, each of its intervals, until it is cancelled. */
export function sells(plan: BillingPlan, product: SoldProduct): boolean {
  const [cycle, ...more] = plan.billingCycles ?? [];
  const price = cycle?.pricingScheme?.fixedPrice;
  return (
    plan.status === 'ACTIVE' &&
    more.length === 0 &&
    cycle?.tenureType === 'REGULAR' &&
    cycle.totalCycles === 0 &&
    cycle.frequency.intervalUnit.toLowerCase() === product.interval &&
    (cycle.frequency.intervalCount ?? 1) === 1 &&
    price?.currencyCode.toLowerCase() === product.currency &&
    centsOf(price.value) === product.amountCents &&
    centsOf(plan.paymentPreferences?.setupFee?.value ?? '0') === 0 &&
    plan.taxes?.inclusive !== false
  );
}
