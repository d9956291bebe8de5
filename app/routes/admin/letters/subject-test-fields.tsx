import type { LetterForm as Fields } from '#app/domain/operating/letters/schemas.server.ts';
import { fewestClicks, testShares, testWaits } from '#app/domain/operating/letters/subject-test.ts';
import type { formFields } from '#app/routes/http/form-fields.ts';
import { SelectField, TextField } from '#app/ui/field.tsx';

const hours = (count: number) => (count === 1 ? '1 hour' : `${count} hours`);

/** A second subject, and how the two are tested. */
export function SubjectTestFields({ form }: { form: ReturnType<typeof formFields<Fields>> }) {
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4">
      <legend className="sr-only">Test of two subjects</legend>
      <p className="text-sm text-muted">
        Test two subjects: we send each to a few people first, and the one that gets more clicks to everyone
        else. Emails aren’t tracked, so opens don’t count. With fewer than {fewestClicks} clicks, or a tie,
        everyone else gets the first.
      </p>
      <TextField
        {...form.field('otherSubject')}
        label="Second subject (optional)"
        maxLength={150}
        autoComplete="off"
      />
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-1">
        <SelectField
          {...form.field('testPercent')}
          label="Share of recipients in the test"
          hint="Half of them get each subject."
        >
          {testShares.map((share) => (
            <option key={share} value={share}>
              {share}%
            </option>
          ))}
        </SelectField>
        <SelectField
          {...form.field('testHours')}
          label="Count clicks for"
          hint="Starting when the last test email is sent."
        >
          {testWaits.map((wait) => (
            <option key={wait} value={wait}>
              {hours(wait)}
            </option>
          ))}
        </SelectField>
      </div>
    </fieldset>
  );
}
