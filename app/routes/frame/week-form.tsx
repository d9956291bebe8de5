import type { FirstWeekCopy } from '#app/domain/learning/first-week/first-week-copy.server.ts';
import type { ShownField } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { TimeZoneField } from '#app/ui/time-zone-field.tsx';

export type WeekField = 'goal' | 'stage' | 'minutes' | 'website' | 'list' | 'budget' | 'timeZone';

interface WeekFormProps {
  copy: FirstWeekCopy;
  timeZones: readonly { zone: string; label: string }[];
  form: {
    id: string;
    errorId: string;
    errors: readonly string[] | undefined;
    field: (name: WeekField) => ShownField;
  };
}

/** The four questions that a week is planned from. They are sent to /first-week from every page that asks them. */
export function WeekForm({ copy, timeZones, form }: WeekFormProps) {
  const { goal, stage, time, assets, timeZone } = copy;
  const zoneField = form.field('timeZone');
  return (
    <form method="post" action="/first-week" noValidate id={form.id} className="grid grid-cols-1 gap-8">
      <FormErrors id={form.errorId} errors={form.errors} />
      <Question number={1} label={goal.question} field={form.field('goal')}>
        {goal.choices.map(({ key, label, text }) => (
          <Choice key={key} type="radio" field={form.field('goal')} value={key} label={label} text={text} />
        ))}
      </Question>
      <Question number={2} label={stage.question} field={form.field('stage')} isNarrow>
        {stage.choices.map(({ key, label, text }) => (
          <Choice key={key} type="radio" field={form.field('stage')} value={key} label={label} text={text} />
        ))}
      </Question>
      <Question number={3} label={time.question} field={form.field('minutes')} isNarrow>
        {time.choices.map(({ minutes, label, text }) => (
          <Choice
            key={minutes}
            type="radio"
            field={form.field('minutes')}
            value={String(minutes)}
            label={label}
            text={text}
          />
        ))}
      </Question>
      <Question number={4} label={assets.question} hint={assets.hint} isNarrow>
        {assets.choices.map(({ key, label }) => (
          <Choice key={key} type="checkbox" field={form.field(key)} value="on" label={label} />
        ))}
      </Question>
      <div className="max-w-sm">
        <TimeZoneField
          id={zoneField.id}
          name={zoneField.name}
          label={timeZone.label}
          hint={timeZone.hint}
          errors={zoneField.errors}
          choices={timeZones}
          chosen={zoneField.defaultValue}
        />
      </div>
      <SubmitButton
        size="large"
        intent="plan"
        className="justify-self-start"
        pendingLabel="Planning your week..."
      >
        {copy.submit}
      </SubmitButton>
    </form>
  );
}

interface QuestionProps {
  number: number;
  label: string;
  hint?: string;
  /** Whose errors are shown; none for boxes, of which none need be ticked. */
  field?: ShownField;
  isNarrow?: boolean;
  children: React.ReactNode;
}

/** A question with its choices. */
function Question({ number, label, hint, field, isNarrow = false, children }: QuestionProps) {
  const errorId = `${field?.id}-error`;
  return (
    <fieldset
      {...(field?.errors
        ? {
            // Only a radio group can be wrong as a whole; the focus is led to it (app/ui/script/first-error.ts).
            role: 'radiogroup',
            tabIndex: -1,
            'aria-invalid': true,
            'aria-describedby': errorId,
          }
        : {})}
      className="grid min-w-0 grid-cols-1"
    >
      <legend className="pb-3">
        <span className="flex items-baseline gap-x-3 font-display text-xl">
          <span aria-hidden="true" className="text-accent tabular-nums">
            {number}
          </span>
          <span>
            {label} {hint ? <span className="font-sans text-sm text-muted">{hint}</span> : null}
          </span>
        </span>
      </legend>
      <div className={classNames('grid grid-cols-1 gap-2.5', isNarrow ? 'sm:grid-cols-3' : 'sm:grid-cols-2')}>
        {children}
      </div>
      {field?.errors ? (
        <p id={errorId} className="flex gap-1.5 pt-2 text-sm font-medium text-danger">
          <span aria-hidden="true">&#9888;</span>
          <span>{field.errors.join(' ')}</span>
        </p>
      ) : null}
    </fieldset>
  );
}

interface ChoiceProps {
  type: 'radio' | 'checkbox';
  field: ShownField;
  value: string;
  label: string;
  text?: string;
}

/** A choice as a card, all of which can be pressed. */
function Choice({ type, field, value, label, text }: ChoiceProps) {
  return (
    <label className="flex min-h-12 cursor-pointer items-start gap-3 rounded-card border border-line-strong bg-surface px-4 py-3 hover:border-accent has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <input
        type={type}
        name={field.name}
        value={value}
        defaultChecked={field.defaultValue === value}
        className="mt-0.5 size-5 shrink-0 accent-accent outline-none"
      />
      <span className="grid min-w-0 gap-0.5">
        <span className="font-medium">{label}</span>
        {text ? <span className="text-sm text-muted">{text}</span> : null}
      </span>
    </label>
  );
}
