import { z } from 'zod';
import { type NumberFormat, notWhole, readCents, readNumber } from '#app/domain/core/values/typed-number.ts';

// Form fields with numbers in them, as typed-number.ts reads them. What is wrong is said beside the field, naming what was typed.

/** An amount of US dollars as it is typed, in integer cents. `missing` is said where the field is not there or empty. */
export const centsField = (missing: string) =>
  z.string({ error: missing }).transform((input, context) => {
    const { cents, problem } = input.trim() === '' ? { cents: null, problem: missing } : readCents(input);
    if (problem === null) return cents;
    context.addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  });

/** A whole number as it is typed, in the unit its field asks for. */
export const wholeField = (missing: string, format: NumberFormat = { unit: 'number' }) =>
  z.string({ error: missing }).transform((input, context) => {
    if (input.trim() === '') {
      context.addIssue({ code: 'custom', message: missing });
      return z.NEVER;
    }
    const { value, problem } = readNumber(input, format);
    const wrong = problem ?? notWhole(input, value ?? 0);
    if (wrong === null && value !== null) return value;
    context.addIssue({ code: 'custom', message: wrong ?? missing });
    return z.NEVER;
  });
