import { z } from 'zod';
import { centsOf, paypalCurrencies } from '#stand-ins/sandbox/paypal/money.ts';
import { Refused } from '#stand-ins/sandbox/paypal/requests.ts';

const amount = z.strictObject({
  currency_code: z.string().regex(/^[A-Z]{3}$/),
  value: z
    .string()
    .max(32)
    .regex(/^-?(?:\d+|\d*\.\d+)$/),
});

const item = z.strictObject({
  name: z.string().min(1).max(127),
  quantity: z.string().regex(/^[1-9]\d{0,9}$/),
  unit_amount: amount,
  tax: amount.optional(),
  description: z.string().max(2048).optional(),
  sku: z.string().min(1).max(127).optional(),
  url: z.url().max(2048).optional(),
  category: z.enum(['DIGITAL_GOODS', 'PHYSICAL_GOODS', 'DONATION']).optional(),
});

const breakdown = z.strictObject({
  item_total: amount.optional(),
  tax_total: amount.optional(),
  shipping: amount.optional(),
  handling: amount.optional(),
  insurance: amount.optional(),
  shipping_discount: amount.optional(),
  discount: amount.optional(),
});

const unit = z.strictObject({
  reference_id: z.string().min(1).max(256).optional(),
  custom_id: z.string().min(1).max(127).optional(),
  invoice_id: z.string().min(1).max(127).optional(),
  description: z.string().min(1).max(127).optional(),
  soft_descriptor: z.string().min(1).max(22).optional(),
  amount: amount.extend({ breakdown: breakdown.optional() }),
  items: z.array(item).optional(),
});

/** An order as PayPal takes it, where the buyer pays with PayPal. */
export const orderBody = z.strictObject({
  intent: z.literal('CAPTURE'),
  purchase_units: z.array(unit).length(1),
  payment_source: z.strictObject({
    paypal: z.strictObject({
      experience_context: z.strictObject({
        brand_name: z.string().min(1).max(127).optional(),
        locale: z.string().min(2).max(10).optional(),
        shipping_preference: z.enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']).optional(),
        user_action: z.enum(['CONTINUE', 'PAY_NOW']).optional(),
        landing_page: z.enum(['LOGIN', 'GUEST_CHECKOUT', 'NO_PREFERENCE', 'BILLING']).optional(),
        payment_method_preference: z.enum(['UNRESTRICTED', 'IMMEDIATE_PAYMENT_REQUIRED']).optional(),
        return_url: z.url().max(4000),
        cancel_url: z.url().max(4000),
      }),
    }),
  }),
});

export const captureBody = z.strictObject({});

type Amount = z.infer<typeof amount>;

const cents = ({ value }: Amount) => centsOf(value);
const sum = (amounts: readonly (Amount | undefined)[]) =>
  amounts.reduce((total, one) => total + (one ? cents(one) : 0), 0);

/** Whether the sums of an order are right, as PayPal does them. @throws {Refused} */
export function checkSums({ purchase_units }: z.infer<typeof orderBody>): void {
  for (const { amount: total, items } of purchase_units) {
    const parts = total.breakdown ?? {};
    const each = items?.map(({ unit_amount, quantity }) => cents(unit_amount) * Number(quantity)) ?? [];
    const amounts = [total, ...Object.values(parts), ...(items ?? []).map((one) => one.unit_amount)];
    if (!amounts.every(({ value }) => /^-?\d+(?:\.\d{1,2})?$/.test(value)))
      throw new Refused(422, 'DECIMAL_PRECISION');
    if (cents(total) <= 0) throw new Refused(422, 'CANNOT_BE_ZERO_OR_NEGATIVE');
    if (amounts.some(({ currency_code }) => currency_code !== total.currency_code))
      throw new Refused(422, 'CURRENCY_MISMATCH');
    if (!paypalCurrencies.includes(total.currency_code)) throw new Refused(422, 'CURRENCY_NOT_SUPPORTED');
    if (items && !parts.item_total) throw new Refused(422, 'ITEM_TOTAL_REQUIRED');
    if (items && parts.item_total && cents(parts.item_total) !== each.reduce((a, b) => a + b, 0))
      throw new Refused(422, 'ITEM_TOTAL_MISMATCH');
    const chargesCents = sum([
      parts.item_total,
      parts.tax_total,
      parts.shipping,
      parts.handling,
      parts.insurance,
    ]);
    const discountCents = sum([parts.shipping_discount, parts.discount]);
    if (total.breakdown && cents(total) !== chargesCents - discountCents)
      throw new Refused(422, 'AMOUNT_MISMATCH');
  }
}
