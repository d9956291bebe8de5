import type { ItemField } from '#app/domain/publishing/authoring/item-fields.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields, type ShownField } from '#app/routes/http/form-fields.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { SelectField, TextArea, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

interface Props {
  /** What one of them is called: "slide". */
  one: string;
  action: string;
  /** Where its list is. */
  cancel: string;
  /** What kind it is, by the name of the field that says so. */
  kind: { name: string; value: string };
  /** Says which one is edited; empty for a new one. */
  itemKey: string;
  isNew: boolean;
  itemFields: readonly ItemField[];
  fields: Readonly<Record<string, string>>;
  /** The choices of fields whose table does not have them, by the fields' names. */
  choices?: Readonly<Record<string, readonly { value: string; label: string }[]>> | undefined;
  reply: FormReply | undefined;
}

/** The form of one thing in a list: a slide, a block of a page. */
export function ItemForm({
  one,
  action,
  cancel,
  kind,
  itemKey,
  isNew,
  itemFields,
  fields,
  choices = {},
  reply,
}: Props) {
  const form = formFields<Record<string, string>>(one, reply, fields);
  return (
    <form method="post" noValidate action={action} id={form.id} className="grid gap-5">
      <FormErrors id={form.errorId} errors={form.errors} />
      <input type="hidden" name={kind.name} value={kind.value} />
      <input type="hidden" name="key" value={itemKey} />
      {itemFields.map((field) => (
        <Control
          key={field.name}
          field={field}
          shown={form.field(field.name)}
          options={choices[field.name] ?? field.options?.map((value) => ({ value, label: value })) ?? []}
        />
      ))}
      <div className="flex flex-wrap gap-3">
        <SubmitButton intent="save" pendingLabel="Saving...">
          {isNew ? `Add ${one}` : `Save ${one}`}
        </SubmitButton>
        <SubmitButton intent="preview" variant="secondary" pendingLabel="Showing...">
          Preview
        </SubmitButton>
        <ButtonLink variant="secondary" to={cancel}>
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}

/** Lines that a control shows at first. */
function rowsOf({ control, name }: ItemField): number {
  if (control === 'markdown' || control === 'pairs') return 12;
  return control === 'lines' || name === 'narration' ? 5 : 2;
}

function Control({
  field,
  shown,
  options,
}: {
  field: ItemField;
  shown: ShownField;
  options: readonly { value: string; label: string }[];
}) {
  const { control, label, hint, isOne, name, isOptional } = field;
  const shared = { ...shown, label, hint, required: !isOptional && name !== 'sum' };
  if (control === 'select')
    return (
      <SelectField {...shared}>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
    );
  if (control !== 'line' && control !== 'number' && !isOne)
    return <TextArea {...shared} rows={rowsOf(field)} />;
  return (
    <TextField {...shared} inputMode={control === 'number' ? 'numeric' : undefined} autoComplete="off" />
  );
}
