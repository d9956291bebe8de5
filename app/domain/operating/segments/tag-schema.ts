import { z } from 'zod';
import { maxTagLength } from '#app/domain/operating/segments/condition-fields.ts';

/** So many tags one person can have at a time. */
export const maxTags = 30;

/** A tag as it is saved: lower case, single spaces. */
export const tagSchema = z
  .string({ error: 'Please type a tag' })
  .transform((text) => text.trim().toLowerCase().replace(/\s+/g, ' '))
  .pipe(
    z
      .string()
      .min(1, 'Please type a tag')
      .max(maxTagLength, `Please use at most ${maxTagLength} characters`)
      .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._:+-]*$/u, 'Please use letters, digits, spaces and - . _ : +'),
  );
