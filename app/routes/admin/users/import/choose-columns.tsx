import { importFields } from '#app/domain/operating/imports/fields.ts';
import type { ImportDetail } from '#app/domain/operating/imports/listing.server.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { SelectField } from '#app/ui/field.tsx';

/** Which field each column of a file is, with the first rows beside. */
export function ChooseColumns({ file, reply }: { file: ImportDetail; reply: FormReply | undefined }) {
  const initial = Object.fromEntries(file.mapping.map((field, index) => [`column${index}`, field ?? '']));
  const form = formFields<Record<string, unknown>>('columns', reply, initial);
  return (
    <Card className="max-w-3xl">
      <form method="post" noValidate id={form.id} className="grid gap-5">
        <h2 className="text-xl">What is in each column?</h2>
        <p className="text-sm text-muted">
          Leave out what you don’t need. We remember your choice for the next file with the same columns.
        </p>
        {file.columns.map((column, index) => (
          <SelectField
            key={column}
            {...form.field(`column${index}`)}
            label={column}
            hint={
              file.sample
                .map((row) => row[index])
                .filter(Boolean)
                .slice(0, 3)
                .join(' · ') || 'Empty in the first rows'
            }
          >
            <option value="">Leave out</option>
            {Object.entries(importFields).map(([field, label]) => (
              <option key={field} value={field}>
                {label}
              </option>
            ))}
          </SelectField>
        ))}
        <SubmitButton intent="map" pendingLabel="Saving..." className="justify-self-start">
          Check the file
        </SubmitButton>
      </form>
    </Card>
  );
}
