import { z } from 'zod';

/** Why an admin does something, for the audit log; in at most so many characters. */
export const reasonField = (most = 500, least = 1) =>
  z
    .string({ error: 'Please say why' })
    .trim()
    .min(least, 'Please say why')
    .max(most, `Please use at most ${most} characters`);
