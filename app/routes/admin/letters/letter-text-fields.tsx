import { mergeFields } from '#app/domain/operating/letters/merge-fields.ts';
import type { ShownField } from '#app/routes/http/form-fields.ts';
import { TextArea, TextField } from '#app/ui/field.tsx';

interface Props {
  form: { field: (name: 'subject' | 'preheader' | 'body') => ShownField };
  /** What the text is called: a letter, an email. */
  label: string;
}

/** What an email says: its subject, the line beside it, and its text. */
export function LetterTextFields({ form, label }: Props) {
  return (
    <>
      <TextField {...form.field('subject')} label="Subject" required maxLength={150} autoComplete="off" />
      <TextField
        {...form.field('preheader')}
        label="Preview line (optional)"
        hint="Inboxes show it next to the subject."
        maxLength={150}
        autoComplete="off"
      />
      <TextArea
        {...form.field('body')}
        label={label}
        hint={
          <>
            Markdown. Button: a line with [Open the course](/courses/seo "button"). Picture: ![What it
            shows](/images/...). Personal fields: {Object.keys(mergeFields).join(', ')}, written{' '}
            {'{{ first_name | there }}'} with what to say when it’s empty.
          </>
        }
        rows={18}
        maxLength={30_000}
        required
      />
    </>
  );
}
