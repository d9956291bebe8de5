import type { SegmentForm } from '#app/domain/operating/segments/segments.server.ts';
import type { formFields } from '#app/routes/http/form-fields.ts';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

/** What a segment is called, and whether its conditions have to be met together. */
export function SegmentFields({ form }: { form: ReturnType<typeof formFields<SegmentForm>> }) {
  return (
    <>
      <FormErrors id={form.errorId} errors={form.errors} />
      <TextField {...form.field('name')} label="Name" required maxLength={80} autoComplete="off" />
      <SelectField {...form.field('match')} label="Who is in it">
        <option value="all">People who meet all conditions</option>
        <option value="any">People who meet any condition</option>
      </SelectField>
    </>
  );
}
