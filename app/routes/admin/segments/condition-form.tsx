import type { ConditionField, ConditionInput } from '#app/domain/operating/segments/condition-fields.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Button, ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

type ShownInput = Exclude<ConditionInput, { kind: 'course' | 'product' }>;

interface Props {
  path: string;
  options: readonly { field: ConditionField; label: string }[];
  /** The field whose controls are shown; null where one is still to be chosen. */
  adding: { field: ConditionField; label: string; hint: string | null; inputs: readonly ShownInput[] } | null;
  reply: FormReply | undefined;
}

/** Adds a condition in two steps, without scripts: first what it asks, then how. */
export function ConditionForm({ path, options, adding, reply }: Props) {
  if (!adding)
    return (
      <form method="get" action={path} className="flex flex-wrap items-end gap-2">
        <SelectField id="add" name="add" label="New condition">
          {options.map(({ field, label }) => (
            <option key={field} value={field}>
              {label}
            </option>
          ))}
        </SelectField>
        <Button type="submit" variant="secondary">
          Choose
        </Button>
      </form>
    );
  const form = formFields<Record<string, string>>('condition', reply);
  return (
    <Card className="grid gap-4 p-4! sm:p-5!">
      <h3 className="text-lg">{adding.label}</h3>
      {adding.hint ? <p className="text-sm text-muted">{adding.hint}</p> : null}
      <form method="post" action={`${path}?add=${adding.field}`} id={form.id} className="grid gap-4">
        <FormErrors id={form.errorId} errors={form.errors} />
        <input type="hidden" name="field" value={adding.field} />
        {adding.inputs.map((input) => (
          <ConditionControl key={input.name} input={input} shown={form.field(input.name)} />
        ))}
        <div className="flex flex-wrap gap-3">
          <SubmitButton intent="add" pendingLabel="Adding...">
            Add condition
          </SubmitButton>
          <ButtonLink variant="secondary" to={path}>
            Cancel
          </ButtonLink>
        </div>
      </form>
    </Card>
  );
}

type Shown = ReturnType<ReturnType<typeof formFields<Record<string, string>>>['field']>;

function ConditionControl({ input, shown }: { input: ShownInput; shown: Shown }) {
  if (input.kind === 'choice')
    return (
      <SelectField {...shown} label={input.label}>
        {Object.entries(input.options).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    );
  return (
    <TextField
      {...shown}
      label={input.label}
      required
      autoComplete="off"
      {...(input.kind === 'number' ? { inputMode: 'numeric' as const, maxLength: 60 } : { maxLength: 40 })}
    />
  );
}
