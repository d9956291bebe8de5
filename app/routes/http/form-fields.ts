import type { FormReply } from '#app/routes/http/form.server.ts';

/** What a field of a form shows: what was typed or was there before, and what is wrong with it. */
export interface ShownField<Name extends string = string> {
  id: string;
  name: Name;
  defaultValue: string | undefined;
  errors: readonly string[] | undefined;
}

/**
 * What a form shows: after a refusal, what the action answered; before, `initial`. Ids are made of the form's, so that labels and
 * messages find their fields.
 */
export function formFields<Fields extends object>(
  id: string,
  reply: FormReply | undefined,
  initial: { [Name in keyof Fields]?: unknown } = {},
) {
  const { error, initialValue } = reply?.lastResult ?? { initialValue: initial };
  return {
    id,
    /** Of the message that belongs to the form as a whole. */
    errorId: `${id}-error`,
    errors: error?.[''] ?? undefined,
    field<Name extends keyof Fields & string>(name: Name): ShownField<Name> {
      const value = (initialValue as Record<string, unknown> | undefined)?.[name];
      return {
        id: `${id}-${name}`,
        name,
        defaultValue: typeof value === 'string' ? value : undefined,
        errors: error?.[name] ?? undefined,
      };
    },
  };
}
