import type { z } from 'zod';
import { parseForm } from '#app/routes/http/form-action.server.ts';

/**
 * Reads a form of which each attempt is counted: what cannot be read, or is refused by `check`, is counted by `count` before that is said.
 * What can be is counted by whoever tries it, at the account it names too.
 */
export async function parseCounted<Values>(
  form: FormData,
  schema: z.ZodType<Values, unknown>,
  count: () => Promise<unknown>,
  check: (values: Values) => void = () => undefined,
): Promise<Values> {
  try {
    const values = parseForm(form, schema);
    check(values);
    return values;
  } catch (error) {
    await count();
    throw error;
  }
}
