import { z } from 'zod';
import { countries } from '#app/domain/programme/payouts/countries.ts';

const codes = new Set(countries.map(({ code }) => code));

/** What somebody says of where they are paid. */
export const payoutAddressSchema = z.object({
  email: z
    .string({ error: 'Please enter the address of your PayPal account' })
    .trim()
    .max(127, 'PayPal takes at most 127 characters')
    .pipe(z.email('Please enter an email address')),
  country: z
    .string({ error: 'Please choose the country you live in' })
    .refine((code) => codes.has(code), 'Please choose the country you live in'),
});

export type PayoutAddressForm = z.input<typeof payoutAddressSchema>;
