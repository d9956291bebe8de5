import { answerAssignment } from '#app/domain/learning/assignments/answering.server.ts';
import { type AnswerForm, answerSchema } from '#app/domain/learning/assignments/hand-in-form.server.ts';
import { textLength } from '#app/domain/learning/assignments/limits.ts';
import { findSubmission } from '#app/domain/learning/assignments/submissions.server.ts';
import { findCourse, renderTask } from '#app/domain/learning/courses/catalogue.server.ts';
import { AssignmentStateBadge } from '#app/routes/frame/assignment-state.tsx';
import { AssignmentTask } from '#app/routes/frame/assignment-task.tsx';
import { AssignmentVersions } from '#app/routes/frame/assignment-versions.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { idIn } from '#app/routes/http/id-in.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { teachingScope } from '#app/routes/teaching/teaching-scope.server.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { RadioGroup, TextArea } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/submission';

const noSubmission = () => notFound('There is no such assignment', { to: '/teaching', label: 'Assignments' });

/** What a learner has handed in, with the form that answers it. Two queries. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const scope = await teachingScope(context);
  const id = idIn(params.submissionId);
  const submission = id && (await findSubmission(scope, id));
  if (!submission) throw noSubmission();
  const course = findCourse(submission.courseId);
  const module = course?.modules.find((each) => each.id === submission.moduleId);
  return {
    submission,
    course: course?.title ?? submission.courseId,
    module: module?.title ?? null,
    task: module ? renderTask(module) : null,
    completesModule: module?.assignment?.required ?? false,
    isOwn: submission.learner.id === context.get(memberContext).id,
  };
}

export const action = formAction(async ({ params, context }: Route.ActionArgs, form) => {
  const id = idIn(params.submissionId);
  if (!id) throw noSubmission();
  await answerAssignment(context.get(memberContext), id, parseForm(form, answerSchema));
  return redirectWithFlash('/teaching', 'Your answer is sent. The learner gets it by email.');
});

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData ? `Assignment: ${loaderData.submission.title}` : 'Assignment'),
];

export default function SubmissionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { submission, course, module, task, completesModule, isOwn } = loaderData;
  const { title, state, learner, versions } = submission;
  const [latest] = versions;
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
        <AssignmentVersions versions={versions} filesAt="/teaching/files" />
      </section>
      {isOwn ? (
        <Notice>You handed this in yourself. Somebody else answers it.</Notice>
      ) : latest && (latest.answer === null || actionData) ? (
        <Answer version={latest.number} completesModule={completesModule} reply={actionData} />
      ) : null}
    </div>
  );
}

function Answer({
  version,
  completesModule,
  reply,
}: {
  version: number;
  completesModule: boolean;
  reply: FormReply | undefined;
}) {
  const form = formFields<AnswerForm>('answer', reply);
  const { defaultValue, ...decision } = form.field('decision');
  return (
    <Card>
      <form method="post" noValidate id={form.id} className="grid grid-cols-1 gap-4">
        <FormErrors id={form.errorId} errors={form.errors ?? form.field('version').errors} />
        <input type="hidden" name="version" value={version} />
        <TextArea
          {...form.field('answer')}
          label={`Your answer to version ${version}`}
          hint="Markdown works. The learner reads it here and by email."
          required
          maxLength={textLength}
          rows={8}
          className="field-sizing-content min-h-40"
        />
        <RadioGroup
          {...decision}
          label="Decision"
          defaultValue={defaultValue}
          options={[
            {
              value: 'accepted',
              label: completesModule ? 'Accepted: this completes the module' : 'Accepted',
            },
            { value: 'revise', label: 'Please revise: the learner hands in a new version' },
          ]}
        />
        <SubmitButton pendingLabel="Sending..." className="justify-self-start">
          Send answer
        </SubmitButton>
      </form>
    </Card>
  );
}
