import type { ReactNode } from 'react';
import type { FactValues } from '#app/domain/operating/sequences/facts.server.ts';
import type { StepForm as Fields } from '#app/domain/operating/sequences/steps.server.ts';
import { LetterTextFields } from '#app/routes/admin/letters/letter-text-fields.tsx';
import {
  FactOptions,
  SavedChoice,
  TagField,
  TagSuggestions,
} from '#app/routes/admin/letters/sequences/fact-options.tsx';
import type { formFields } from '#app/routes/http/form-fields.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

interface Props {
  path: string;
  back: string;
  form: ReturnType<typeof formFields<Fields>>;
  values: FactValues;
  timeZone: string;
  /** Over which version the form is filled in, and what somebody else has saved meanwhile. */
  version: ReactNode;
}

/** What a step says, when it is sent, and to whom. */
export function StepForm({ path, back, form, values, timeZone, version }: Props) {
  const { products, courses, segments } = values;
  return (
    <form method="post" action={path} id={form.id} className="grid gap-4">
      <FormErrors id={form.errorId} errors={form.errors} />
      {version}
      <TagSuggestions values={values} />
      <fieldset className="group/delay grid gap-4 sm:grid-cols-3">
        <legend className="pb-2 text-lg">When</legend>
        <TextField
          {...form.field('delay')}
          label="Wait"
          hint="After the email before, or after the event."
          inputMode="numeric"
          required
          maxLength={20}
          autoComplete="off"
        />
        <SelectField {...form.field('delayUnit')} label="Hours or days">
          <option value="days">Days</option>
          <option value="hours">Hours</option>
        </SelectField>
        <div className="group-[:has(option[value=hours]:checked)]/delay:hidden">
          <TextField
            {...form.field('at')}
            type="time"
            label="At (optional)"
            hint={`Time zone: ${timeZone}`}
          />
        </div>
      </fieldset>
      <div className="group/condition grid gap-4">
        <SelectField
          {...form.field('condition')}
          label="Who gets it"
          hint="Checked when the email is due. People who don’t match skip it and get the next one."
        >
          <SavedChoice choice={form.field('condition').defaultValue} values={values} />
          <option value="">Everyone in the sequence</option>
          <option value="tagged">Only if the person has a tag</option>
          <option value="!tagged">Only if the person doesn’t have a tag</option>
          <FactOptions label="Only if the person is in the segment" prefix="segment" values={segments} />
          <FactOptions label="Only if the person isn’t in the segment" prefix="!segment" values={segments} />
          <FactOptions label="Only if the person has bought" prefix="bought" values={products} />
          <FactOptions label="Only if the person hasn’t bought" prefix="!bought" values={products} />
          <FactOptions label="Only if the person has finished" prefix="finished" values={courses} />
          <FactOptions label="Only if the person hasn’t finished" prefix="!finished" values={courses} />
        </SelectField>
        <div className="group-[:not(:has(option[value$=tagged]:checked))]/condition:hidden">
          <TagField {...form.field('conditionTag')} label="Tag" />
        </div>
      </div>
      <LetterTextFields form={form} label="Email" />
      <div className="flex flex-wrap gap-3">
        <SubmitButton intent="save" pendingLabel="Saving...">
          Save email
        </SubmitButton>
        <ButtonLink variant="secondary" to={back}>
          Back to the sequence
        </ButtonLink>
      </div>
    </form>
  );
}
