import type { LessonPassages } from '#app/domain/publishing/authoring/passages-of-lessons.server.ts';
import {
  offerField,
  offerFields,
  type QuestionKind,
  rightField,
} from '#app/domain/publishing/authoring/question-fields.ts';
import { quizAddress } from '#app/routes/admin/content/piece-address.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { controlProps, SelectField, TextArea, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

interface Props {
  slug: string;
  isOwn: boolean;
  kind: QuestionKind;
  /** Says which question is edited; empty for a new one. */
  questionKey: string;
  number: number | null;
  fields: Readonly<Record<string, string>>;
  lessons: readonly LessonPassages[];
  reply: FormReply | undefined;
}

type Form = ReturnType<typeof formFields<Record<string, string>>>;

/** The form of one question. */
export function QuestionForm({ slug, isOwn, kind, number, fields, lessons, reply, questionKey }: Props) {
  const form = formFields<Record<string, string>>('question', reply, fields);
  const isNew = number === null;
  // With its kind too: of a question that somebody else has removed, what was typed is shown as a new one.
  const query = `kind=${kind}${isNew ? '' : `&question=${questionKey}`}`;
  return (
    <form
      method="post"
      noValidate
      action={quizAddress(slug, `/question?${query}`)}
      id={form.id}
      className="grid gap-5"
    >
      <FormErrors id={form.errorId} errors={form.errors} />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="key" value={questionKey} />
      <TextArea {...form.field('ask')} label="Question" required rows={2} />
      {kind === 'number' ? <NumberFields form={form} isOwn={isOwn} /> : <Offers kind={kind} form={form} />}
      <TextArea
        {...form.field('why')}
        label="Explanation"
        hint="Why the right answer is right. Learners read it once they have passed."
        required
        rows={4}
      />
      <PassageField form={form} lessons={lessons} isOwn={isOwn} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton intent="save" pendingLabel="Saving...">
          {isNew ? 'Add question' : 'Save question'}
        </SubmitButton>
        <SubmitButton intent="preview" variant="secondary" pendingLabel="Showing...">
          Preview
        </SubmitButton>
        <ButtonLink variant="secondary" to={quizAddress(slug)}>
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}

const offerWords = {
  choice: {
    legend: 'Options',
    hint: 'Mark the right one. Leave places empty that you don’t need.',
    one: 'Option',
    mark: 'is right',
  },
  multiple: {
    legend: 'Options',
    hint: 'Mark all that are right. Leave places empty that you don’t need.',
    one: 'Option',
    mark: 'is right',
  },
  mistake: {
    legend: 'Lines',
    hint: 'Mark the line that is wrong. Leave places empty that you don’t need.',
    one: 'Line',
    mark: 'is wrong',
  },
  order: {
    legend: 'Steps',
    hint: 'In the right order: learners get them shuffled. Leave places empty that you don’t need.',
    one: 'Step',
    mark: null,
  },
} as const;

/** So many places are shown at once; further ones open. */
const usualOffers = 5;

/** The options, steps or lines of a question, and which of them is the one. */
function Offers({ kind, form }: { kind: Exclude<QuestionKind, 'number'>; form: Form }) {
  const { legend, hint, one, mark } = offerWords[kind];
  const right = form.field('right');
  const row = (name: string, at: number) => (
    <Offer key={name} form={form} at={at} one={one} mark={mark} isMultiple={kind === 'multiple'} />
  );
  const further = offerFields.slice(usualOffers);
  return (
    <fieldset className="grid gap-2" aria-describedby={`${form.id}-offers-hint`}>
      <legend className="pb-1 text-sm font-semibold">{legend}</legend>
      <p id={`${form.id}-offers-hint`} className="text-xs text-muted">
        {hint}
      </p>
      {right.errors?.length && mark !== null ? (
        <p role="alert" tabIndex={-1} className="text-sm font-medium text-danger">
          <span aria-hidden="true">&#9888;</span> {right.errors.join(' ')}
        </p>
      ) : null}
      {offerFields.slice(0, usualOffers).map(row)}
      <details open={further.some((name) => form.field(name).defaultValue)}>
        <summary className="link inline-flex min-h-11 items-center text-sm">
          {further.length} more places for {legend.toLowerCase()}
        </summary>
        <div className="grid gap-2">{further.map((name, at) => row(name, usualOffers + at))}</div>
      </details>
    </fieldset>
  );
}

/** One option, step or line; `at` is its place from 0. */
function Offer({
  form,
  at,
  one,
  mark,
  isMultiple,
}: {
  form: Form;
  at: number;
  one: string;
  mark: string | null;
  /** Whether several can be marked. */
  isMultiple: boolean;
}) {
  const box = form.field(rightField(at));
  const field = form.field(offerField(at));
  const { id } = field;
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-3">
        {mark === null ? (
          <span aria-hidden="true" className="w-5 shrink-0 text-right text-muted">
            {at + 1}
          </span>
        ) : (
          <input
            {...(isMultiple
              ? { type: 'checkbox', name: box.name, value: '1', defaultChecked: Boolean(box.defaultValue) }
              : {
                  type: 'radio',
                  name: 'right',
                  value: String(at + 1),
                  defaultChecked: form.field('right').defaultValue === String(at + 1),
                })}
            aria-label={`${one} ${at + 1} ${mark}`}
            className="size-5 shrink-0 accent-accent"
          />
        )}
        <input
          {...controlProps({ id, errors: field.errors }, 'min-w-0')}
          dir="auto"
          name={field.name}
          defaultValue={field.defaultValue}
          aria-label={`${one} ${at + 1}`}
          autoComplete="off"
        />
      </div>
      {field.errors?.length ? (
        <p id={`${id}-error`} className="pl-8 text-sm font-medium text-danger">
          <span aria-hidden="true">&#9888;</span> {field.errors.join(' ')}
        </p>
      ) : null}
    </div>
  );
}

/** The number that is right, how it comes about, and the figures that change from try to try. */
function NumberFields({ form, isOwn }: { form: Form; isOwn: boolean }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        {...form.field('right')}
        label="Right answer"
        inputMode="decimal"
        required
        autoComplete="off"
      />
      <TextField
        {...form.field('tolerance')}
        label="Tolerance"
        hint="An answer this much higher or lower is right too. Empty: exact."
        inputMode="decimal"
        autoComplete="off"
      />
      <TextField
        {...form.field('unit')}
        label="Unit"
        hint="$, % or a word such as weeks. Empty for none."
        maxLength={20}
        autoComplete="off"
      />
      <TextField
        {...form.field('sum')}
        label={isOwn ? 'Calculation (optional)' : 'Calculation'}
        hint="Such as 40 - 20 - 5. The check compares it with the right answer."
        autoComplete="off"
      />
      <div className="sm:col-span-2">
        <TextArea
          {...form.field('figures')}
          label="Other figures for each try (optional)"
          hint={
            <>
              Two to six lines such as “click 8, leave 10”. Write {'{click}'} in the question, the explanation
              and the calculation; each try gets one of the lines. The right answer is the one for the first
              line.
            </>
          }
          rows={3}
        />
      </div>
    </div>
  );
}

/** Where the lesson teaches it: a heading of one of the course's lessons. */
function PassageField({
  form,
  lessons,
  isOwn,
}: {
  form: Form;
  lessons: readonly LessonPassages[];
  isOwn: boolean;
}) {
  const field = form.field('passage');
  const addresses = lessons.flatMap(({ to, headings }) => [
    ...(isOwn ? [to] : []),
    ...headings.map((one) => one.to),
  ]);
  const value = field.defaultValue ?? '';
  return (
    <SelectField
      {...field}
      label="Taught in"
      hint="Where learners are sent to read when they answer wrongly."
      required
    >
      <option value="">Choose a lesson and heading</option>
      {value === '' || addresses.includes(value) ? null : (
        <option value={value}>{value.replace(/^\/courses\/[^/]+\//, '')}</option>
      )}
      {lessons.map(({ title, to, headings }) => (
        <optgroup key={to} label={title}>
          {isOwn ? <option value={to}>{title}: the whole lesson</option> : null}
          {headings.map((heading) => (
            <option key={heading.to} value={heading.to}>
              {heading.text}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}
