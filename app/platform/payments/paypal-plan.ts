import { z } from 'zod';
import { centsOf } from '#app/platform/payments/decimal-cents.ts';
import type { SoldProduct } from '#app/platform/payments/port.ts';

/** As much of a plan at PayPal as decides what a subscriber pays. */
export const planSchema = z.object({
  status: z.string(),
  billing_cycles: z.array(
    z.object({
      tenure_type: z.string(),
      total_cycles: z.number().default(1),
      frequency: z.object({ interval_unit: z.string(), interval_count: z.number().default(1) }),
      pricing_scheme: z
        .object({ fixed_price: z.object({ value: z.string(), currency_code: z.string() }) })
        .optional(),
    }),
  ),
  payment_preferences: z.object({ setup_fee: z.object({ value: z.string() }).optional() }).optional(),
});

/** Whether a plan takes exactly a product's price, from now on, each of its intervals, until it is cancelled. */
export function sells(plan: z.infer<typeof planSchema>, product: SoldProduct): boolean {
  const [cycle, ...more] = plan.billing_cycles;
  const price = cycle?.pricing_scheme?.fixed_price;
  return (
    plan.status === 'ACTIVE' &&
    more.length === 0 &&
    cycle?.tenure_type === 'REGULAR' &&
    cycle.total_cycles === 0 &&
    cycle.frequency.interval_unit.toLowerCase() === product.interval &&
    cycle.frequency.interval_count === 1 &&
    price?.currency_code.toLowerCase() === product.currency &&
    centsOf(price.value) === product.amountCents &&
    centsOf(plan.payment_preferences?.setup_fee?.value ?? '0') === 0
  );
}
