import { href } from 'react-router';
import { changeAnswer } from '#app/domain/learning/assignments/answer-change.server.ts';
import { answerAssignment } from '#app/domain/learning/assignments/answering.server.ts';
import { answerSchema, changedAnswerSchema } from '#app/domain/learning/assignments/hand-in-form.server.ts';
import { findSubmission } from '#app/domain/learning/assignments/submissions.server.ts';
import { findCourse, renderTask } from '#app/domain/learning/courses/catalogue.server.ts';
import { AssignmentStateBadge } from '#app/routes/frame/assignment-state.tsx';
import { AssignmentTask } from '#app/routes/frame/assignment-task.tsx';
import { AssignmentVersions } from '#app/routes/frame/assignment-versions.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { idIn } from '#app/routes/http/id-in.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { AnswerForm, ChangeForm } from '#app/routes/teaching/answer-forms.tsx';
import { AnswerHistory } from '#app/routes/teaching/answer-history.tsx';
import { teachingScope } from '#app/routes/teaching/teaching-scope.server.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/submission';

const noSubmission = () => notFound('There is no such assignment', { to: '/teaching', label: 'Assignments' });

/** What a learner has handed in, with the form that answers it. Two queries. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const scope = await teachingScope(context);
  const id = idIn(params.submissionId);
  const viewer = context.get(memberContext);
  const submission = id && (await findSubmission(scope, id, viewer.id));
  if (!submission) throw noSubmission();
  const course = findCourse(submission.courseId);
  const module = course?.modules.find((each) => each.id === submission.moduleId);
  return {
    submission,
    course: course?.title ?? submission.courseId,
    module: module?.title ?? null,
    task: module ? renderTask(module) : null,
    completesModule: module?.assignment?.required ?? false,
    isOwn: submission.learner.id === viewer.id,
    /** The version whose answer is to be changed; null for none. */
    numberToChange:
      submission.versions.find(
        ({ number, ownAnswer }) => ownAnswer !== null && String(number) === url.searchParams.get('change'),
      )?.number ?? null,
  };
}

export const action = formAction(async ({ params, context }: Route.ActionArgs, form) => {
  const id = idIn(params.submissionId);
  if (!id) throw noSubmission();
  const viewer = context.get(memberContext);
  if (form.get('intent') === 'change') {
    await changeAnswer(viewer, id, parseForm(form, changedAnswerSchema));
    return redirectWithFlash(`/teaching/${id}`, 'Your answer is changed. The learner gets it by email.');
  }
  await answerAssignment(viewer, id, parseForm(form, answerSchema));
  return redirectWithFlash('/teaching', 'Your answer is sent. The learner gets it by email.');
});

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData ? `Assignment: ${loaderData.submission.title}` : 'Assignment'),
];

export default function SubmissionPage({ loaderData, actionData: reply }: Route.ComponentProps) {
  const { submission, course, module, task, completesModule, isOwn, numberToChange } = loaderData;
  const { title, state, learner, versions } = submission;
  const [latest] = versions;
  const page = href('/teaching/:submissionId', { submissionId: submission.id });
  const versionToChange = versions.find(({ number }) => number === numberToChange);
  return (
    <div className="page page-narrow grid grid-cols-1 gap-8 py-8 sm:py-12">
      <header className="grid grid-cols-1 gap-6">
        <Breadcrumb crumbs={[{ to: '/teaching', label: 'Assignments' }]} current={title} />
        <div className="grid grid-cols-1 gap-2">
          <h1 dir="auto" className="text-3xl wrap-anywhere sm:text-4xl">
            {title}
          </h1>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
            <AssignmentStateBadge state={state} />
            {learner.isActive ? null : <Badge tone="warn">Account deactivated</Badge>}
            <span className="wrap-anywhere">
              <bdi>{learner.name}</bdi>, {module ? `${course}: ${module}` : course}
            </span>
          </p>
        </div>
      </header>
      {task === null ? null : (
        <details className="rounded-card border border-line px-4 py-2">
          <summary className="inline-flex min-h-11 items-center font-semibold">What was asked for</summary>
          <AssignmentTask html={task} />
        </details>
      )}
      <section aria-labelledby="versions" className="grid grid-cols-1 gap-4">
        <h2 id="versions" className="text-2xl">
          What was handed in
        </h2>
        <AssignmentVersions
          versions={versions}
          filesAt="/teaching/files"
          below={(version) => (
            <AnswerHistory
              version={version}
              to={version === versionToChange ? null : `${page}?change=${version.number}#change`}
            />
          )}
        />
      </section>
      {versionToChange?.ownAnswer ? (
        <ChangeForm
          page={page}
          version={versionToChange.number}
          answer={versionToChange.ownAnswer}
          seen={versionToChange.earlierAnswers.length}
          mayAccept={versionToChange.ownAnswer.decision === 'revise' && versionToChange === latest}
          {...{ completesModule, reply }}
        />
      ) : isOwn ? (
        <Notice>You handed this in yourself. Somebody else answers it.</Notice>
      ) : latest && (latest.answer === null || reply) ? (
        <AnswerForm version={latest.number} {...{ completesModule, reply }} />
      ) : null}
    </div>
  );
}
