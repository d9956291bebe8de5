import { z } from 'zod';
import { deletionWord } from '#app/domain/people/personal-data/deletion.server.ts';

const missing = `Please type ${deletionWord}`;

export const deletionSchema = z.object({
  confirmation: z
    .string({ error: missing })
    .trim()
    .refine((typed) => typed.toUpperCase() === deletionWord, missing),
});

export type DeletionForm = z.input<typeof deletionSchema>;

/** What is typed to give up what one is owed. */
export const giveUpWords = 'GIVE UP';

const notGivenUp = `Please type ${giveUpWords}`;

export const giveUpSchema = z.object({
  confirmation: z
    .string({ error: notGivenUp })
    .trim()
    .refine((typed) => typed.toUpperCase().replace(/\s+/g, ' ') === giveUpWords, notGivenUp),
  /** What the page has shown, in integer cents. */
  cents: z.coerce.number({ error: 'Please open this page once more.' }).int().positive(),
});

export type GiveUpForm = z.input<typeof giveUpSchema>;
