import { z } from 'zod';
import { parseDay } from '#app/domain/core/values/typed-moment.ts';
import { centsField, wholeField } from '#app/domain/core/values/typed-number-fields.ts';
import {
  amountField,
  type OperatorCode,
  promotableCurrencies,
  promotableProducts,
} from '#app/domain/selling/promotions/making.server.ts';
import { dayMs } from '#app/platform/durations.ts';

/** The box of a product in the form. */
export const productField = (key: string) => `product_${key}`;

/** A field that may be left empty, which is null. */
const optional = <Schema extends z.ZodType<number>>(schema: Schema) =>
  z
    .string()
    .optional()
    .transform((text) => (text?.trim() ? text : undefined))
    .pipe(schema.optional() as unknown as z.ZodType<number | undefined, string | undefined>)
    .transform((value) => value ?? null);

const day = z
  .string()
  .optional()
  .transform((text, context) => {
    if (!text?.trim()) return null;
    const at = parseDay(text.trim());
    if (at) return at;
    context.addIssue({ code: 'custom', message: 'Please give a day as year-month-day, such as 2026-12-31' });
    return z.NEVER;
  });

const most = 1_000_000;
const wholeUpTo = (limit: number) =>
  wholeField('Please type a whole number').refine(
    (value) => value >= 1 && value <= limit,
    `Please type a number from 1 to ${limit.toLocaleString('en-US')}`,
  );

/** The form of a new code: what its fields say, as the domain takes it. */
export const codeSchema = () =>
  z
    .object({
      formKey: z.uuid(),
      promotionCode: z.string({ error: 'Please type a code' }).max(60, 'This code is too long'),
      purpose: z.string().max(200, 'Please use at most 200 characters').default(''),
      percentOff: optional(wholeField('Please type a whole number', { unit: 'percent' })),
      amountOff: optional(centsField('Please type an amount')),
      months: optional(wholeUpTo(36)),
      from: day,
      until: day,
      maxUses: optional(wholeUpTo(most)),
      maxUsesPerPerson: optional(wholeUpTo(most)),
      audience: z.enum(['everyone', 'new_buyers', 'returning_buyers'], {
        error: 'Please choose who can use it',
      }),
      affiliate: z.string().max(60, 'No affiliate has this username').default(''),
      ...Object.fromEntries(
        promotableCurrencies().map((currency) => [
          amountField(currency),
          optional(centsField('Please type an amount')),
        ]),
      ),
      ...Object.fromEntries(
        promotableProducts().map(({ key }) => [productField(key), z.literal('on').optional()]),
      ),
    })
    .transform((form): OperatorCode & { formKey: string } => {
      const boxes: Record<string, unknown> = form;
      const { formKey, promotionCode: code, purpose, percentOff, amountOff, from, until, affiliate } = form;
      const { months, maxUses, maxUsesPerPerson, audience } = form;
      return {
        formKey,
        code,
        purpose: purpose.trim(),
        percentOff: percentOff ?? 0,
        amountOffCents: amountOff ?? 0,
        furtherAmountsOff: Object.fromEntries(
          promotableCurrencies().flatMap((currency) => {
            const cents = boxes[amountField(currency)];
            return typeof cents === 'number' && cents > 0 ? [[currency, cents]] : [];
          }),
        ),
        months,
        products: promotableProducts()
          .map(({ key }) => key)
          .filter((key) => boxes[productField(key)] === 'on'),
        startsAt: from,
        // The last day is a day on which it can be used.
        expiresAt: until && new Date(until.getTime() + dayMs),
        maxUses,
        maxUsesPerPerson,
        audience,
        affiliate: affiliate.trim(),
      };
    });
