import { letterKindNames, letterKinds } from '#app/domain/operating/letters/kinds.ts';
import type { LetterForm as Fields } from '#app/domain/operating/letters/letters.server.ts';
import { mergeFields } from '#app/domain/operating/letters/merge-fields.ts';
import type { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { CheckboxField, SelectField, TextArea, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

interface Props {
  path: string;
  form: ReturnType<typeof formFields<Fields>>;
  segments: readonly { id: string; name: string }[];
}

/** What a letter says, and who gets it. */
export function LetterForm({ path, form, segments }: Props) {
  const audience = form.field('audience');
  return (
    <form method="post" action={path} id={form.id} className="grid gap-4">
      <FormErrors id={form.errorId} errors={form.errors} />
      <input type="hidden" name="version" value={form.field('version').defaultValue ?? ''} />
      <TextField {...form.field('subject')} label="Subject" required maxLength={150} autoComplete="off" />
      <TextField
        {...form.field('preheader')}
        label="Preview line"
        hint="Inboxes show it beside the subject."
        maxLength={150}
        autoComplete="off"
      />
      <TextArea
        {...form.field('body')}
        label="Letter"
        hint={
          <>
            Markdown. A button: [Open the course](/courses/seo "button"). A picture: ![What it
            shows](/images/...). Fields: {Object.keys(mergeFields).join(', ')}, as{' '}
            {'{{ first_name | there }}'}.
          </>
        }
        rows={18}
        maxLength={30_000}
        required
      />
      <SelectField {...audience} label="Who gets it">
        <option value="">Choose</option>
        <option value="all">Everybody with a verified address</option>
        {segments.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        {...form.field('kind')}
        label="Kind of email"
        hint="People unsubscribe from a kind, and are not sent it any more."
      >
        {letterKindNames.map((kind) => (
          <option key={kind} value={kind}>
            {letterKinds[kind].name}
          </option>
        ))}
      </SelectField>
      <CheckboxField
        id={`${form.id}-mayBeSecond`}
        name="mayBeSecond"
        label="Also send it to people who had another email to many within a day"
        defaultChecked={form.field('mayBeSecond').defaultValue === 'on'}
      />
      <SubmitButton intent="save" pendingLabel="Saving..." className="justify-self-start">
        Save draft
      </SubmitButton>
    </form>
  );
}
