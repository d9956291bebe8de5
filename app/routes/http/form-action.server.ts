// biome-ignore lint/style/noRestrictedImports: the helper that everyone else uses
import { parseWithZod } from '@conform-to/zod/v4';
import { data } from 'react-router';
import type { z } from 'zod';
import { InvalidForm, refusedForm } from '#app/routes/http/form.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';

/**
 * The values of a form that is filled in, converted from text as the schema's types ask; with `disableAutoCoercion` the schema gets text.
 * @throws {InvalidForm} which `formAction`, `refuseInForm` and `refusedForm` answer with the errors beside the fields
 */
export function parseForm<Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
  options: { disableAutoCoercion?: boolean } = {},
): z.output<Schema> {
  const submission = parseWithZod(form, { schema, ...options });
  if (submission.status !== 'success') throw new InvalidForm(submission);
  return submission.value;
}

/** What is answered to a button that the page does not have. */
export const unknownAction = () => data('Unknown action', { status: 400 });

/**
 * What a button asks for: all fields of its form, as text. Nobody types these, so there are no errors to show beside them.
 * @throws a 400 where the page has no such button
 */
export function readAction<Schema extends z.ZodType>(form: FormData, schema: Schema): z.output<Schema> {
  const action = schema.safeParse(Object.fromEntries(form));
  if (!action.success) throw unknownAction();
  return action.data;
}

/**
 * Which button of a page with several was pressed: the field `intent`.
 * @throws a 400 where the page has no such button
 */
export function readIntent<Schema extends z.ZodType>(form: FormData, schema: Schema): z.output<Schema> {
  const intent = schema.safeParse(form.get('intent'));
  if (!intent.success) throw unknownAction();
  return intent.data;
}

/** Runs what a form asks for. What it is refused for is shown in the form, beside the field it names or above all. */
export async function refuseInForm<Answer>(form: FormData, run: () => Promise<Answer>) {
  try {
    return await run();
  } catch (error) {
    return refusedForm(form, error);
  }
}

/**
 * A route's action for its form: reads the form, runs, and shows in the form what it was refused for. `run` parses the form
 * (`parseForm`), runs one command of the domain and answers with a redirect. Responses and errors that are no refusals are thrown on.
 */
export const formAction =
  <Args extends { request: Request }, Answer>(run: (args: Args, form: FormData) => Promise<Answer>) =>
  async (args: Args) => {
    const form = await readForm(args.request);
    return refuseInForm(form, () => run(args, form));
  };
