import type { ReactNode } from 'react';
import type { LetterForm as Fields } from '#app/domain/operating/letters/schemas.server.ts';
import { describeMinute, hoursOfDay } from '#app/domain/operating/letters/send-times.ts';
import { KindField } from '#app/routes/admin/letters/kind-field.tsx';
import { LetterTextFields } from '#app/routes/admin/letters/letter-text-fields.tsx';
import { SubjectTestFields } from '#app/routes/admin/letters/subject-test-fields.tsx';
import type { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
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
  const second = form.field('otherSubject');
  const usesMore =
    form.field('mayBeSecond').defaultValue === 'on' || Boolean(second.defaultValue) || Boolean(second.errors);
  return (
    <form
      method="post"
      action={path}
      id={form.id}
      className="grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]"
    >
      {/* What Enter in a field presses: the first button of a form. */}
      <button type="submit" name="intent" value="save" hidden>
        Save draft
      </button>
      <div className="grid gap-4 empty:hidden xl:col-span-2">
        <FormErrors id={form.errorId} errors={form.errors} />
        {version}
      </div>
      <div className="grid grid-cols-1 content-start gap-4">
        <LetterTextFields form={form} label="Letter" />
      </div>
      <Card className="grid grid-cols-1 content-start gap-4 self-start p-4! sm:p-5!">
        <SelectField
          {...audience}
          label="Who gets it"
          hint={
            <>
              A segment is a group of people by conditions, such as members who haven’t started a course.{' '}
              <a href="/admin/users/segments" target="_blank" rel="noopener" className="link">
                Add or edit segments (opens a new tab)
              </a>
              , then save this draft to choose a new one.
            </>
          }
        >
          <option value="">Choose who gets it</option>
          <option value="all">Everyone with a verified address</option>
          {segments.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <KindField {...form.field('kind')} />
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
        <details open={usesMore} className="grid gap-4 border-t border-line pt-2">
          <summary className="link inline-flex min-h-11 items-center text-sm">
            Subject test and other options
          </summary>
          <div className="grid gap-4 pt-2">
            <CheckboxField
              id={`${form.id}-mayBeSecond`}
              name="mayBeSecond"
              label="Also send it to people who already got a letter, sequence email or email course lesson that day"
              defaultChecked={form.field('mayBeSecond').defaultValue === 'on'}
            />
            <SubjectTestFields form={form} />
          </div>
        </details>
        {/* Each of these saves what is typed first, so that nothing older is tested or sent. */}
        <div className="grid gap-3 border-t border-line pt-4 sm:grid-flow-col sm:justify-start xl:grid-flow-row xl:justify-stretch">
          <SubmitButton intent="check" pendingLabel="Checking...">
            Check and send
          </SubmitButton>
          <SubmitButton intent="test" variant="secondary" pendingLabel="Sending...">
            Send me a test
          </SubmitButton>
          <SubmitButton intent="save" variant="secondary" pendingLabel="Saving...">
            Save draft
          </SubmitButton>
        </div>
      </Card>
    </form>
  );
}
