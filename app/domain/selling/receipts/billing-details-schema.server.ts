import { z } from 'zod';
import { nameField } from '#app/domain/core/names/name-schema.server.ts';

/** What receipts say of their buyer, in characters. */
const nameLength = 120;
const addressLength = 400;
const addressLines = 6;
const taxIdLength = 40;

/** Control characters have no place on paper, the first of a browser's two at a line's end among them; nor spaces around that. */
const tidy = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
    .replace(/(?<! ) *\n */g, '\n')
    .trim();

const tooLong = (length: number) => `Please use at most ${length} characters`;
const oneLine = (text: string) => tidy(text).replaceAll('\n', ' ');

export const billingDetailsSchema = z.object({
  name: nameField({ kind: 'company', maxLength: nameLength, missing: 'Please enter a name' }),
  address: z
    .string()
    .optional()
    .transform((text) => tidy(text ?? ''))
    .refine((text) => text.length <= addressLength, tooLong(addressLength))
    .refine((text) => text.split('\n').length <= addressLines, `Please use at most ${addressLines} lines`),
  taxId: z
    .string()
    .optional()
    .transform((text) => oneLine(text ?? ''))
    .refine((text) => text.length <= taxIdLength, tooLong(taxIdLength))
    .refine(
      (text) => /^[\p{L}\p{N} ./-]*$/u.test(text),
      'Please use letters, digits, spaces, dots, dashes and slashes only',
    ),
});

export type BillingDetailsForm = z.input<typeof billingDetailsSchema>;
export type BillingDetailsInput = z.output<typeof billingDetailsSchema>;
