import { z } from 'zod';
import { wholeField } from '#app/domain/core/values/typed-number-fields.ts';
import { mostQuestions, type QuizSettings, usualSettings } from '#app/domain/learning/quizzes/quiz.ts';

const counted = (most: number, missing: string) =>
  wholeField(missing).pipe(z.number().min(1, 'Type at least 1.').max(most, `Type at most ${most}.`));

/** What the form of a quiz's settings has to hold; becomes the settings. */
export const quizSettingsSchema = z
  .object({
    draw: counted(mostQuestions, 'Type how many questions a try asks.'),
    pass: counted(mostQuestions, 'Type how many answers have to be right.'),
    most: z.preprocess(
      (typed) => (typeof typed === 'string' && typed.trim() === '' ? undefined : typed),
      counted(100, 'Type a number, or leave this empty.').optional(),
    ),
    per: z.enum(['day', 'ever'], { error: 'Choose one.' }).default('day'),
    /** Which settings the form was filled in over. */
    version: z.string().max(60).default(''),
  })
  .refine(({ draw, pass }) => pass <= draw, {
    message: 'No more answers can be right than a try asks questions.',
    path: ['pass'],
  })
  .transform(({ draw, pass, most, per, version }): { settings: QuizSettings; version: string } => ({
    settings: { draw, pass, attempts: most === undefined ? null : { most, per } },
    version,
  }));

const whole = (value: unknown, usual: number) => (Number.isInteger(value) ? Number(value) : usual);

/** The settings that a file says; what it does not say, or not as a number, is as usual. */
export function settingsIn(file: Readonly<Record<string, unknown>>): QuizSettings {
  const { most, per } = (file.attempts ?? {}) as Record<string, unknown>;
  return {
    draw: whole(file.draw, usualSettings.draw),
    pass: whole(file.pass, usualSettings.pass),
    attempts: Number.isInteger(most) ? { most: Number(most), per: per === 'ever' ? 'ever' : 'day' } : null,
  };
}

/** Says which settings these are, for a form that is filled in over them. */
export const versionOfSettings = ({ draw, pass, attempts }: QuizSettings): string =>
  [draw, pass, attempts?.most ?? '', attempts?.per ?? ''].join(' ');

/** What a file says of these settings: nothing of what is as usual. */
export const valuesOfSettings = ({ draw, pass, attempts }: QuizSettings): Record<string, unknown> => ({
  draw: draw === usualSettings.draw ? undefined : draw,
  pass: pass === usualSettings.pass ? undefined : pass,
  attempts: attempts ?? undefined,
});
