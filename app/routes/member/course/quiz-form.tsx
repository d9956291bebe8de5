import type { AskedQuestion } from '#app/domain/learning/quizzes/quiz-questions.server.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { RadioGroup, SelectField, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Notice } from '#app/ui/notice.tsx';

/** All questions of a quiz in one form. */
export function QuizForm({
  draw,
  questions,
  reply,
}: {
  /** Names the questions of this try. */
  draw: string;
  questions: readonly AskedQuestion[];
  reply: FormReply | undefined;
}) {
  const form = formFields<Record<string, string>>('quiz', reply);
  return (
    <form method="post" noValidate id={form.id} className="grid gap-6">
      <input type="hidden" name="draw" value={draw} />
      <FormErrors id={form.errorId} errors={form.errors} />
      {reply && !form.errors?.length ? (
        <Notice tone="error">Some questions still need an answer. They are marked below.</Notice>
      ) : null}
      <ol className="grid gap-5">
        {questions.map((question, index) => (
          <li
            key={question.ask}
            className="rounded-card border border-line bg-surface p-5 shadow-card sm:p-6"
          >
            <Question number={index + 1} question={question} form={form} />
          </li>
        ))}
      </ol>
      <SubmitButton size="large" className="justify-self-start" pendingLabel="Checking...">
        Check my answers
      </SubmitButton>
    </form>
  );
}

type Form = ReturnType<typeof formFields<Record<string, string>>>;

function Ask({ number, text }: { number: number; text: string }) {
  return (
    <span className="grid gap-1 pb-1">
      <span className="text-sm font-normal text-muted">Question {number}</span>{' '}
      <span className="text-lg leading-snug font-semibold">{text}</span>
    </span>
  );
}

function Question({ number, question, form }: { number: number; question: AskedQuestion; form: Form }) {
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
  return (
    <RadioGroup
      {...form.field(question.name)}
      label={ask}
      options={question.options.map((label, at) => ({ value: String(at + 1), label }))}
    />
  );
}
