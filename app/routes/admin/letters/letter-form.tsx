import type { ReactNode } from 'react';
import type { LetterForm as Fields } from '#app/domain/operating/letters/schemas.server.ts';
import { describeMinute, hoursOfDay } from '#app/domain/operating/letters/send-times.ts';
import { KindField } from '#app/routes/admin/letters/kind-field.tsx';
import { LetterTextFields } from '#app/routes/admin/letters/letter-text-fields.tsx';
import { SubjectTestFields } from '#app/routes/admin/letters/subject-test-fields.tsx';
import type { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { CheckboxField, SelectField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

interface Props {
  path: string;
  form: ReturnType<typeof formFields<Fields>>;
  segments: readonly { id: string; name: string }[];
  /** Of readers whose own is not known. */
  timeZone: string;
  /** Over which version the form is filled in, and what somebody else has saved meanwhile. */
  version: ReactNode;
}

/** What a letter says, and who gets it. */
export function LetterForm({ path, form, segments, timeZone, version }: Props) {
  const audience = form.field('audience');
  return (
    <form method="post" action={path} id={form.id} className="grid gap-4">
      <FormErrors id={form.errorId} errors={form.errors} />
      {version}
      <LetterTextFields form={form} label="Letter" />
      <SelectField {...audience} label="Who gets it">
        <option value="">Choose who gets it</option>
        <option value="all">Everyone with a verified address</option>
        {segments.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <KindField {...form.field('kind')} />
      <CheckboxField
        id={`${form.id}-mayBeSecond`}
        name="mayBeSecond"
        label="Also send it to people who already got a letter, sequence email or email course lesson that day"
        defaultChecked={form.field('mayBeSecond').defaultValue === 'on'}
      />
      <SelectField
        {...form.field('atMinute')}
        label="When it arrives"
        hint={`At a time of day, each reader gets it at that time in their own time zone, within 24 hours of sending. If we don’t know their time zone, we use ${timeZone}.`}
      >
        <option value="">As soon as it’s sent</option>
        {hoursOfDay.map((hour) => (
          <option key={hour} value={hour * 60}>
            {`At ${describeMinute(hour * 60)} where the reader is`}
          </option>
        ))}
      </SelectField>
      <SubjectTestFields form={form} />
      <SubmitButton intent="save" pendingLabel="Saving..." className="justify-self-start">
        Save draft
      </SubmitButton>
    </form>
  );
}
