import { z } from 'zod';

/** What a picture shows is said in so many characters, for those who cannot see it. */
export const altLength = { min: 20, max: 300 };

const say = `Please say what it shows in ${altLength.min} characters or more`;

/** What a picture shows: it stands within Markdown's brackets and in one line, so signs that would end these are not words. */
export const imageAltSchema = z
  .string({ error: say })
  .transform((text) => text.replace(/[[\]"\s]+/g, ' ').trim())
  .pipe(
    z.string().min(altLength.min, say).max(altLength.max, `Please use at most ${altLength.max} characters`),
  );
