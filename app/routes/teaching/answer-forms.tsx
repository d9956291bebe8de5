import type {
  AnswerForm as AnswerFields,
  ChangedAnswerForm,
} from '#app/domain/learning/assignments/hand-in-form.server.ts';
import { textLength } from '#app/domain/learning/assignments/limits.ts';
import type { AssignmentState } from '#app/domain/learning/courses/assignment.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields, type ShownField } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { RadioGroup, TextArea } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';

interface AnyAnswer {
  /** The number of the version that is answered. */
  version: number;
  completesModule: boolean;
  reply: FormReply | undefined;
}

/** Answers the latest version of what was handed in. */
export function AnswerForm({ version, completesModule, reply }: AnyAnswer) {
  const form = formFields<AnswerFields>('answer', reply);
  return (
    <Card>
      <form method="post" noValidate id={form.id} className="grid grid-cols-1 gap-4">
        <FormErrors id={form.errorId} errors={form.errors ?? form.field('version').errors} />
        <input type="hidden" name="version" value={version} />
        <AnswerText
          field={form.field('answer')}
          label={`Your answer to version ${version}`}
          hint="Markdown works. The learner reads it here and by email."
        />
        <Decision field={form.field('decision')} completesModule={completesModule} />
        <SubmitButton pendingLabel="Sending..." className="justify-self-start">
          Send answer
        </SubmitButton>
      </form>
    </Card>
  );
}

/** Changes an answer that its reader has sent. */
export function ChangeForm({
  page,
  version,
  answer,
  seen,
  mayAccept,
  completesModule,
  reply,
}: AnyAnswer & {
  /** The address of the page without the form. */
  page: string;
  answer: { text: string; decision: AssignmentState };
  /** How often it was changed before. */
  seen: number;
  /** Whether it asks to revise the latest version, which can still be accepted. */
  mayAccept: boolean;
}) {
  const initial = { answer: answer.text, decision: answer.decision };
  const form = formFields<ChangedAnswerForm>('change', reply, initial);
  return (
    <Card>
      <form method="post" noValidate id={form.id} className="grid scroll-mt-4 grid-cols-1 gap-4">
        <h2 className="text-2xl">Change your answer to version {version}</h2>
        <FormErrors
          id={form.errorId}
          errors={form.errors ?? form.field('version').errors ?? form.field('seen').errors}
        />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="seen" value={seen} />
        <AnswerText
          field={form.field('answer')}
          label="Your answer"
          hint="The learner gets the new answer by email. What it says now is kept for instructors."
        />
        {mayAccept ? <Decision field={form.field('decision')} completesModule={completesModule} /> : null}
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <SubmitButton intent="change" pendingLabel="Sending...">
            Send changed answer
          </SubmitButton>
          <Link to={page} className="link inline-flex min-h-11 items-center">
            Cancel
          </Link>
        </div>
      </form>
    </Card>
  );
}

const AnswerText = ({ field, label, hint }: { field: ShownField; label: string; hint: string }) => (
  <TextArea
    {...field}
    label={label}
    hint={hint}
    required
    maxLength={textLength}
    rows={8}
    className="field-sizing-content min-h-40"
  />
);

const Decision = ({ field, completesModule }: { field: ShownField; completesModule: boolean }) => (
  <RadioGroup
    {...field}
    label="Decision"
    options={[
      { value: 'accepted', label: completesModule ? 'Accepted: this completes the module' : 'Accepted' },
      { value: 'revise', label: 'Please revise: the learner hands in a new version' },
    ]}
  />
);
