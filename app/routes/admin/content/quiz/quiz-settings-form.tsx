import type { QuizSettings } from '#app/domain/learning/quizzes/quiz.ts';
import { quizAddress } from '#app/routes/admin/content/piece-address.ts';
import { ChangedMeanwhile, comparedFields } from '#app/routes/admin/edit-conflict.tsx';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

type Fields = Record<'draw' | 'pass' | 'most' | 'per', string>;

const labels: Fields = {
  draw: 'Questions in a try',
  pass: 'Right answers to pass',
  most: 'Tries before passing',
  per: 'Tries are counted',
};

/** How a quiz is taken: how much of it a try asks, what passes, and how often it can be tried. */
export function QuizSettingsForm({
  slug,
  settings: { draw, pass, attempts },
  version,
  reply,
}: {
  slug: string;
  settings: QuizSettings;
  version: string;
  reply: FormReply | undefined;
}) {
  const saved: Fields = {
    draw: String(draw),
    pass: String(pass),
    most: attempts ? String(attempts.most) : '',
    per: attempts?.per ?? 'day',
  };
  const form = formFields<Fields>('settings', reply, saved);
  return (
    <Card className="grid grid-cols-1 gap-4">
      <h2 id="how-it-is-taken" className="text-xl">
        How the quiz is taken
      </h2>
      <form
        method="post"
        noValidate
        action={quizAddress(slug)}
        id={form.id}
        className="grid gap-4 sm:grid-cols-2"
      >
        <div className="sm:col-span-2 empty:hidden">
          <FormErrors id={form.errorId} errors={form.errors} />
          <ChangedMeanwhile
            typedOver={reply?.lastResult.initialValue?.version}
            version={version}
            fields={comparedFields(labels, saved, form)}
          />
        </div>
        <TextField
          {...form.field('draw')}
          label={labels.draw}
          hint="Drawn from all questions. With twice as many, each try asks others."
          inputMode="numeric"
          required
          autoComplete="off"
        />
        <TextField
          {...form.field('pass')}
          label={labels.pass}
          inputMode="numeric"
          required
          autoComplete="off"
        />
        <TextField
          {...form.field('most')}
          label={labels.most}
          hint="Empty: as many as learners like. Whoever has passed can always try again."
          inputMode="numeric"
          autoComplete="off"
        />
        <SelectField {...form.field('per')} label={labels.per}>
          <option value="day">For each day (UTC)</option>
          <option value="ever">In all</option>
        </SelectField>
        <div className="sm:col-span-2">
          <SubmitButton intent="settings" variant="secondary" pendingLabel="Saving...">
            Save settings
          </SubmitButton>
        </div>
      </form>
    </Card>
  );
}
