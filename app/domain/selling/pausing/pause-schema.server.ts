import { z } from 'zod';
import { type PauseMonths, pauseMonths } from '#app/domain/selling/pausing/pause-rules.ts';

const months = pauseMonths.map(String) as [string, ...string[]];

/** For how long, and the end of the paid month that was shown, in seconds. */
export const pausePressSchema = z.object({
  months: z
    .enum(months, { error: 'Please choose for how long' })
    .transform((text) => Number(text) as PauseMonths),
  from: z.coerce
    .number()
    .pipe(z.int().min(0).max(1e11))
    .transform((seconds) => new Date(seconds * 1000)),
});

export type PausePress = z.input<typeof pausePressSchema>;
