import type { ReactNode } from 'react';
import type { FactValues } from '#app/domain/operating/sequences/facts.server.ts';
import type { SequenceForm as Fields } from '#app/domain/operating/sequences/sequences.server.ts';
import { KindField } from '#app/routes/admin/letters/kind-field.tsx';
import {
  FactOptions,
  SavedChoice,
  TagField,
  TagSuggestions,
} from '#app/routes/admin/letters/sequences/fact-options.tsx';
import type { formFields } from '#app/routes/http/form-fields.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { CheckboxField, SelectField, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

interface Props {
  path: string;
  back: string;
  form: ReturnType<typeof formFields<Fields>>;
  values: FactValues;
  timeZones: readonly { zone: string; label: string }[];
  /** Over which version the form is filled in, and what somebody else has saved meanwhile. */
  version: ReactNode;
}

/** What starts a sequence, what ends it, and how it is sent. Fields that a choice does not need are hidden by the style sheet. */
export function SequenceForm({ path, back, form, values, timeZones, version }: Props) {
  const { products, courses, segments } = values;
  const zone = form.field('timeZone');
  return (
    <form method="post" action={path} id={form.id} className="grid gap-4">
      <FormErrors id={form.errorId} errors={form.errors} />
      {version}
      <TagSuggestions values={values} />
      <TextField
        {...form.field('name')}
        label="Name"
        hint="Only admins see it."
        required
        maxLength={80}
        autoComplete="off"
      />
      <div className="group/event grid gap-4">
        <SelectField {...form.field('event')} label="Starts when">
          <SavedChoice choice={form.field('event').defaultValue} values={values} />
          <option value="registered">Someone registers and verifies their email address</option>
          <option value="tagged">Someone gets a tag</option>
          <FactOptions label="Someone buys" prefix="bought" values={products} />
          <FactOptions label="Someone cancels" prefix="canceled" values={products} />
          <FactOptions label="Someone finishes" prefix="finished" values={courses} />
          <FactOptions label="Someone gets stuck in" prefix="stuck" values={courses} />
        </SelectField>
        <div className="group-[:not(:has(option[value=tagged]:checked))]/event:hidden">
          <TagField {...form.field('eventTag')} label="Tag that starts it" />
        </div>
        <div className="group-[:not(:has(option[value^=stuck]:checked))]/event:hidden">
          <TextField
            {...form.field('eventDays')}
            label="Days without progress"
            hint="Someone is stuck when they started the course, didn’t finish it and made no progress for this long."
            inputMode="numeric"
            maxLength={20}
            autoComplete="off"
          />
        </div>
      </div>
      <div className="group/goal grid gap-4">
        <SelectField
          {...form.field('goal')}
          label="Goal"
          hint="People leave the sequence as soon as they reach it."
        >
          <SavedChoice choice={form.field('goal').defaultValue} values={values} />
          <option value="">No goal: everyone gets every email</option>
          <option value="tagged">The person has a tag</option>
          <FactOptions label="The person has bought" prefix="bought" values={products} />
          <FactOptions label="The person has finished" prefix="finished" values={courses} />
          <FactOptions label="The person is in the segment" prefix="segment" values={segments} />
        </SelectField>
        <div className="group-[:not(:has(option[value=tagged]:checked))]/goal:hidden">
          <TagField {...form.field('goalTag')} label="Tag that ends it" />
        </div>
      </div>
      <KindField {...form.field('kind')} />
      <SelectField {...zone} label="Time zone" hint="For times of day, and for what counts as one day.">
        {timeZones.some((each) => each.zone === zone.defaultValue) || !zone.defaultValue ? null : (
          <option value={zone.defaultValue}>{zone.defaultValue}</option>
        )}
        {timeZones.map((each) => (
          <option key={each.zone} value={each.zone}>
            {each.label}
          </option>
        ))}
      </SelectField>
      <CheckboxField
        id={`${form.id}-mayBeSecond`}
        name="mayBeSecond"
        label="Also send an email to people who already got another bulk email that day"
        defaultChecked={form.field('mayBeSecond').defaultValue === 'on'}
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton pendingLabel="Saving...">Save settings</SubmitButton>
        <ButtonLink variant="secondary" to={back}>
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}
