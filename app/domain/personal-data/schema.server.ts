import { z } from 'zod';
import { deletionWord } from '#app/domain/personal-data/deletion.server.ts';

const missing = `Please type ${deletionWord}`;

export const deletionSchema = z.object({
  confirmation: z
    .string({ error: missing })
    .trim()
    .refine((typed) => typed.toUpperCase() === deletionWord, missing),
});

export type DeletionForm = z.input<typeof deletionSchema>;
