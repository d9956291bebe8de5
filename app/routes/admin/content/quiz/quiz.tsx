import { questionKinds } from '#app/domain/publishing/authoring/question-fields.ts';
import { openQuizEditor } from '#app/domain/publishing/authoring/quiz-editor.server.ts';
import { versionOfSettings } from '#app/domain/publishing/authoring/quiz-settings.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import type { ListReply } from '#app/routes/admin/content/list/list-action.server.ts';
import { AddItem, FileLinks, ListState, UnreadableFile } from '#app/routes/admin/content/list/list-parts.tsx';
import { problemsByNumber } from '#app/routes/admin/content/list/problems-by-number.ts';
import { ListPublishPanel } from '#app/routes/admin/content/list/publish-panel.tsx';
import { noCourse } from '#app/routes/admin/content/no-course.ts';
import {
  contentPath,
  courseAddress,
  pieceAddress,
  quizAddress,
} from '#app/routes/admin/content/piece-address.ts';
import { QuestionCard } from '#app/routes/admin/content/quiz/question-card.tsx';
import { kindWords } from '#app/routes/admin/content/quiz/question-kinds.ts';
import { actOnQuiz } from '#app/routes/admin/content/quiz/quiz-action.server.ts';
import { QuizSettingsForm } from '#app/routes/admin/content/quiz/quiz-settings-form.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/quiz';

export const middleware: Route.MiddlewareFunction[] = [allow('content:edit')];

export async function loader({ params }: Route.LoaderArgs) {
  const quiz = await openQuizEditor(params.courseSlug);
  if (!quiz) throw noCourse();
  const { text: _, ...shown } = quiz;
  return { ...shown, settingsVersion: versionOfSettings(quiz.settings) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return actOnQuiz(actorOf(context), params.courseSlug, await readForm(request));
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Edit a quiz')];

export default function Quiz({ loaderData, actionData }: Route.ComponentProps) {
  const {
    slug,
    courseTitle,
    path,
    isOnSite,
    isCourseOnSite,
    state,
    problem,
    items: questions,
    needs,
  } = loaderData;
  const reply: ListReply | undefined = actionData;
  const problems = reply?.problems ? problemsByNumber(reply.problems) : null;
  return (
    <div className="grid grid-cols-1 gap-6">
      <Breadcrumb
        crumbs={[
          { to: contentPath, label: 'Content' },
          { to: courseAddress(slug), label: courseTitle },
        ]}
        current="Quiz"
      />
      <PageHeading
        title={`Quiz: ${courseTitle}`}
        actions={
          <>
            {isOnSite ? (
              <ButtonLink variant="secondary" to={`/courses/${slug}/quiz`}>
                See its page
              </ButtonLink>
            ) : null}
            {state === 'none' ? null : <FileLinks file={path} />}
            <ButtonLink variant="secondary" to={quizAddress(slug, '/exchange')}>
              Import or export
            </ButtonLink>
          </>
        }
      >
        Changes are drafts until you publish them.
      </PageHeading>
      <ListState state={state} count={questions.length} noun="question" />
      {problem === null ? null : (
        <UnreadableFile
          file={path}
          title="The file of this quiz can't be read as questions."
          problem={problem}
        />
      )}
      {reply && !reply.problems && reply.intent !== 'settings' ? (
        <FormErrors id="quiz-error" errors={reply.lastResult.error?.[''] ?? undefined} />
      ) : null}
      {problem === null && state !== 'none' ? (
        <ListPublishPanel
          outline={isCourseOnSite ? null : courseAddress(slug)}
          action={quizAddress(slug)}
          whole="quiz"
          state={state}
          seen={loaderData.seen}
          needs={needs}
          problems={reply?.problems ?? null}
          ofWhole={problems?.get(0) ?? []}
          previewAddress={questions.length > 0 ? pieceAddress(path, 'preview') : null}
        />
      ) : null}
      {problem === null ? (
        <section aria-labelledby="questions" className="grid grid-cols-1 gap-4">
          <h2 id="questions" className="text-xl">
            Questions
          </h2>
          {questions.length === 0 ? (
            <p className="text-muted">No questions yet. Add the first one below.</p>
          ) : (
            <ol className="grid grid-cols-1 gap-4">
              {questions.map((question) => (
                <QuestionCard
                  key={`${question.number}-${question.key}`}
                  slug={slug}
                  question={question}
                  count={questions.length}
                  problems={problems?.get(question.number) ?? []}
                />
              ))}
            </ol>
          )}
          <AddItem
            title="Add a question"
            kinds={questionKinds.map((kind) => ({
              to: quizAddress(slug, `/question?kind=${kind}`),
              ...kindWords[kind],
            }))}
          />
        </section>
      ) : null}
      {questions.length > 0 ? (
        <QuizSettingsForm
          slug={slug}
          settings={loaderData.settings}
          version={loaderData.settingsVersion}
          reply={reply?.intent === 'settings' ? reply : undefined}
        />
      ) : null}
    </div>
  );
}
