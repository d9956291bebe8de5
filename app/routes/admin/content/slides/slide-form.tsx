import {
  type SlideField,
  type SlideLayout,
  slideFields,
} from '#app/domain/publishing/authoring/slide-fields.ts';
import { deckAddress } from '#app/routes/admin/content/piece-address.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields, type ShownField } from '#app/routes/http/form-fields.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { SelectField, TextArea, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

interface Props {
  slug: string;
  moduleId: number;
  layout: SlideLayout;
  /** Says which slide is edited; empty for a new one. */
  slideKey: string;
  number: number | null;
  fields: Readonly<Record<string, string>>;
  reply: FormReply | undefined;
}

/** The form of one slide. */
export function SlideForm({ slug, moduleId, layout, slideKey, number, fields, reply }: Props) {
  const form = formFields<Record<string, string>>('slide', reply, fields);
  const isNew = number === null;
  // With its layout too: of a slide that somebody else has removed, what was typed is shown as a new one.
  const query = `layout=${layout}${isNew ? '' : `&slide=${slideKey}`}`;
  return (
    <form
      method="post"
      noValidate
      action={deckAddress(slug, moduleId, `/slide?${query}`)}
      id={form.id}
      className="grid gap-5"
    >
      <FormErrors id={form.errorId} errors={form.errors} />
      <input type="hidden" name="layout" value={layout} />
      <input type="hidden" name="key" value={slideKey} />
      {slideFields[layout].map((field) => (
        <Control key={field.name} field={field} shown={form.field(field.name)} />
      ))}
      <div className="flex flex-wrap gap-3">
        <SubmitButton intent="save" pendingLabel="Saving...">
          {isNew ? 'Add slide' : 'Save slide'}
        </SubmitButton>
        <SubmitButton intent="preview" variant="secondary" pendingLabel="Showing...">
          Preview
        </SubmitButton>
        <ButtonLink variant="secondary" to={deckAddress(slug, moduleId)}>
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}

function Control({
  field: { control, label, hint, options, isOne, name, isOptional },
  shown,
}: {
  field: SlideField;
  shown: ShownField;
}) {
  const shared = { ...shown, label, hint, required: !isOptional && name !== 'sum' };
  if (control === 'select')
    return (
      <SelectField {...shared}>
        {options?.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </SelectField>
    );
  if (control === 'text' || (control === 'lines' && !isOne))
    return <TextArea {...shared} rows={control === 'lines' || name === 'narration' ? 5 : 2} />;
  return (
    <TextField {...shared} inputMode={control === 'number' ? 'numeric' : undefined} autoComplete="off" />
  );
}
