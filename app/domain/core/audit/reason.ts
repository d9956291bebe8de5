import { z } from 'zod';
import { hasVisibleText } from '#app/domain/core/values/typed-text.ts';

/** Why an admin does something, for the audit log; in at most so many characters. */
export const reasonField = (most = 500, least = 1) =>
  z
    .string({ error: 'Please say why' })
    .trim()
    .refine((text) => text.length >= least && hasVisibleText(text), 'Please say why')
    .max(most, `Please use at most ${most} characters`);
