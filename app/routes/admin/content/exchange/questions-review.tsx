import { fieldsOfQuestion, isQuestionKind } from '#app/domain/publishing/authoring/question-fields.ts';
import type {
  QuestionsResult,
  QuestionsReview,
} from '#app/domain/publishing/exchange/question-import.server.ts';
import { NotImported } from '#app/routes/admin/content/exchange/not-imported.tsx';
import { contentImportsPath, quizAddress } from '#app/routes/admin/content/piece-address.ts';
import { QuestionOffers } from '#app/routes/admin/content/quiz/question-card.tsx';
import { kindWords } from '#app/routes/admin/content/quiz/question-kinds.ts';
import { countOf } from '#app/routes/admin/count-of.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';

interface Props {
  id: string;
  importedAt: Date | null;
  review: QuestionsReview;
  result: QuestionsResult | null;
  reply: FormReply | undefined;
}

/** What a file of questions would add to its quiz, or has added. */
export function QuestionsReviewed({ id, importedAt, review, result, reply }: Props) {
  const { slug, questions, skipped } = review;
  return (
    <>
      {importedAt ? (
        <Imported slug={slug} result={result} />
      ) : (
        <ImportForm id={id} review={review} reply={reply} />
      )}
      <NotImported
        title={`Not imported: ${countOf(skipped.length, 'question')}`}
        intro="These stay in your file. Add them in the quiz editor if you need them."
        items={skipped}
      />
      {questions.length > 0 ? (
        <section aria-labelledby="questions" className="grid grid-cols-1 gap-4">
          <h2 id="questions" className="text-xl">
            {importedAt ? 'In the file' : 'Ready to import'}: {countOf(questions.length, 'question')}
          </h2>
          <ol className="grid grid-cols-1 gap-4">
            {questions.map((question) => (
              <li key={question.number}>
                <ReadQuestion question={question} isImported={importedAt !== null} />
              </li>
            ))}
          </ol>
        </section>
      ) : null}
    </>
  );
}

function Imported({ slug, result }: { slug: string; result: QuestionsResult | null }) {
  const { added = 0, present = 0 } = result ?? {};
  return (
    <Card className="grid max-w-3xl justify-items-start gap-3">
      <h2 className="text-xl">Imported</h2>
      <p>
        {countOf(added, 'question')} added to the draft of the quiz.
        {present > 0 ? ` ${countOf(present, 'question')} left out: the quiz had them already.` : ''} Learners
        see them once you publish the quiz.
      </p>
      <ButtonLink to={quizAddress(slug)}>Go to the quiz</ButtonLink>
    </Card>
  );
}

function ImportForm({
  id,
  review,
  reply,
}: {
  id: string;
  review: QuestionsReview;
  reply: FormReply | undefined;
}) {
  const { questions, proposal, room, quizCount, lessons } = review;
  const form = formFields<{ which: string; passage: string }>('import', reply, {
    which: proposal,
    passage: lessons[0]?.to ?? '',
  });
  const newCount = questions.filter(({ isInQuiz }) => !isInQuiz).length;
  const canImport = newCount > 0 && room > 0 && lessons.length > 0;
  return (
    <Card className="max-w-3xl">
      <form
        method="post"
        action={`${contentImportsPath}/${id}`}
        noValidate
        id={form.id}
        className="grid gap-5"
      >
        <h2 className="text-xl">Add to the quiz</h2>
        <Obstacle count={questions.length} newCount={newCount} room={room} lessonCount={lessons.length} />
        {canImport ? (
          <>
            <TextField
              {...form.field('which')}
              label="Which questions"
              hint={`By their numbers below, such as 1-5, 8. The quiz has ${countOf(quizCount, 'question')} and room for ${room} more.`}
              required
              autoComplete="off"
            />
            <SelectField
              {...form.field('passage')}
              label="Taught in"
              hint="Where learners are sent to read when they answer wrongly. You can change it for each question later."
              required
            >
              {lessons.map(({ title, to, headings }) => (
                <optgroup key={to} label={title}>
                  <option value={to}>{title}: the whole lesson</option>
                  {headings.map((heading) => (
                    <option key={heading.to} value={heading.to}>
                      {heading.text}
                    </option>
                  ))}
                </optgroup>
              ))}
            </SelectField>
          </>
        ) : null}
        <div className="flex flex-wrap gap-3">
          {canImport ? (
            <SubmitButton intent="import" pendingLabel="Adding...">
              Add to the draft
            </SubmitButton>
          ) : null}
          <SubmitButton intent="discard" variant="secondary" pendingLabel="Deleting...">
            Delete this file
          </SubmitButton>
        </div>
      </form>
    </Card>
  );
}

/** Why nothing of the file can be added, where that is so. */
function Obstacle({
  count,
  newCount,
  room,
  lessonCount,
}: {
  count: number;
  newCount: number;
  room: number;
  lessonCount: number;
}) {
  if (count === 0)
    return <Notice tone="info">No question of this file can be added. The reasons are below.</Notice>;
  if (newCount === 0) return <Notice tone="info">The quiz has all of these questions already.</Notice>;
  if (room === 0)
    return (
      <Notice tone="info">The quiz is full. Remove questions first, then come back to this page.</Notice>
    );
  if (lessonCount === 0)
    return (
      <Notice tone="info">
        The course has no lesson yet that teaches them. Add a module first, then come back to this page.
      </Notice>
    );
  return null;
}

type Read = QuestionsReview['questions'][number];

/** A question of the file, as the quiz would have it. */
function ReadQuestion({ question: read, isImported }: { question: Read; isImported: boolean }) {
  const { number, question, notes, isInQuiz } = read;
  const { kind } = question;
  const fields = fieldsOfQuestion(question);
  return (
    <Card className="grid grid-cols-1 gap-3 p-4! sm:p-5!">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        Number {number}
        <Badge>{isQuestionKind(kind) ? kindWords[kind].label : 'Unknown kind'}</Badge>
        {isInQuiz && !isImported ? <Badge tone="warn">In the quiz already</Badge> : null}
      </p>
      <h3 dir="auto" className="text-lg leading-snug wrap-anywhere">
        {fields.ask}
      </h3>
      <QuestionOffers kind={kind} fields={fields} />
      {fields.why ? (
        <p dir="auto" className="text-sm wrap-anywhere">
          <span className="text-muted">Explanation:</span> {fields.why}
        </p>
      ) : null}
      {notes.length > 0 ? (
        <ul className="list-disc border-l-4 border-warn pl-6 text-sm">
          {notes.map((note) => (
            <li key={note} className="wrap-anywhere">
              {note}
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  );
}
