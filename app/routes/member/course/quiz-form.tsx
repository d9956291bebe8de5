import type { AskedQuestion } from '#app/domain/learning/quizzes/quiz-questions.server.ts';
import { AskedQuestionFields } from '#app/routes/frame/asked-question.tsx';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
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
            // biome-ignore lint/suspicious/noArrayIndexKey: two questions can have the same words.
            key={index}
            className="rounded-card border border-line bg-surface p-5 shadow-card sm:p-6"
          >
            <AskedQuestionFields number={index + 1} question={question} form={form} />
          </li>
        ))}
      </ol>
      <SubmitButton size="large" className="justify-self-start" pendingLabel="Checking...">
        Check my answers
      </SubmitButton>
    </form>
  );
}
