import { z } from 'zod';
import { emailField } from '#app/domain/core/values/email-field.ts';
import { countries } from '#app/domain/programme/payouts/countries.ts';

const codes = new Set(countries.map(({ code }) => code));

/** What somebody says of where they are paid. */
export const payoutAddressSchema = z.object({
  email: emailField({
    missing: 'Please enter the address of your PayPal account',
    invalid: 'Please enter an email address',
    most: [127, 'PayPal takes at most 127 characters'],
  }),
  country: z
    .string({ error: 'Please choose the country you live in' })
    .refine((code) => codes.has(code), 'Please choose the country you live in'),
});

export type PayoutAddressForm = z.input<typeof payoutAddressSchema>;
