import type { AskedQuestion } from '#app/domain/learning/quizzes/quiz-questions.server.ts';
import type { formFields } from '#app/routes/http/form-fields.ts';
import { classNames } from '#app/ui/class-names.ts';
import { CheckboxGroup, RadioGroup, SelectField, TextField } from '#app/ui/field.tsx';

type Form = ReturnType<typeof formFields<Record<string, string>>>;

function Ask({ number, text }: { number: number; text: string }) {
  return (
    <span className="grid gap-1 pb-1">
      <span className="text-sm font-normal text-muted">Question {number}</span>{' '}
      <span className="text-lg leading-snug font-semibold">{text}</span>
    </span>
  );
}

/** A question of a quiz with the fields that answer it. */
export function AskedQuestionFields({
  number,
  question,
  form,
}: {
  number: number;
  question: AskedQuestion;
  form: Form;
}) {
  const ask = <Ask number={number} text={question.ask} />;
  if (question.kind === 'order') {
    const places = question.steps.map((_, at) => String(at + 1));
    return (
      <fieldset className="grid gap-3">
        <legend className="pb-2">{ask}</legend>
        {question.steps.map(({ name, text }) => (
          <SelectField key={name} {...form.field(name)} label={text} className="max-w-56">
            <option value="">Choose its place</option>
            {places.map((place) => (
              <option key={place} value={place}>
                {place === '1' ? '1 (first)' : place === String(places.length) ? `${place} (last)` : place}
              </option>
            ))}
          </SelectField>
        ))}
      </fieldset>
    );
  }
  if (question.kind === 'number') {
    // A currency stands before its number.
    const unit = question.unit ? (
      <span className={classNames('self-center text-muted', question.unit === '$' && 'order-first')}>
        {question.unit}
      </span>
    ) : null;
    return (
      <TextField
        {...form.field(question.name)}
        label={ask}
        inputMode="decimal"
        autoComplete="off"
        className="max-w-40"
        beside={unit}
      />
    );
  }
  if (question.kind === 'multiple')
    return (
      <CheckboxGroup
        id={form.field(question.name).id}
        label={ask}
        hint="Choose all that are right."
        errors={form.field(question.name).errors}
        options={question.options.map(({ name, text }) => {
          const { id, defaultValue } = form.field(name);
          return { id, name, label: text, isChecked: Boolean(defaultValue) };
        })}
      />
    );
  return (
    <RadioGroup
      {...form.field(question.name)}
      label={ask}
      options={question.options.map((label, at) => ({ value: String(at + 1), label }))}
    />
  );
}
