import { randomUUID } from 'node:crypto';
import { href } from 'react-router';
import { hasCourse, mayReadCourse } from '#app/domain/core/access/policy.server.ts';
import { handIn } from '#app/domain/learning/assignments/hand-in.server.ts';
import { handInSchema } from '#app/domain/learning/assignments/hand-in-form.server.ts';
import { mostVersions } from '#app/domain/learning/assignments/limits.ts';
import { findOwnAssignment } from '#app/domain/learning/assignments/own-assignment.server.ts';
import { findCourse, parseModuleSegment, renderTask } from '#app/domain/learning/courses/catalogue.server.ts';
import { findClosedModules } from '#app/domain/learning/courses/release-state.server.ts';
import { AssignmentStateBadge } from '#app/routes/frame/assignment-state.tsx';
import { AssignmentTask } from '#app/routes/frame/assignment-task.tsx';
import { AssignmentVersions } from '#app/routes/frame/assignment-versions.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { parseForm, refuseInForm } from '#app/routes/http/form-action.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { readFormWithFiles } from '#app/routes/http/request-body.server.ts';
import { HandInForm } from '#app/routes/member/course/assignment/hand-in-form.tsx';
import { courseNotFound, moduleNotFound } from '#app/routes/member/course/course-not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { ArrowLeft } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/assignment';

/** The lesson that an address names, with its course. @throws 404 */
function lessonOf({ courseSlug, moduleSegment }: Route.LoaderArgs['params']) {
  const course = findCourse(courseSlug);
  if (!course) throw courseNotFound();
  const moduleId = parseModuleSegment(moduleSegment);
  const module = course.modules.find(({ id }) => id === moduleId);
  if (!module) throw moduleNotFound(course.slug);
  return {
    course,
    module,
    lesson: href('/courses/:courseSlug/:moduleSegment', { courseSlug, moduleSegment }),
  };
}

/**
 * One's own assignment: what to do, what one has handed in and what was answered. Whoever has handed something in reads it also without
 * the lesson. Three queries.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { course, module, lesson } = lessonOf(params);
  const viewer = context.get(memberContext);
  const [own, hasLesson] = await Promise.all([
    findOwnAssignment(viewer.id, course.slug, module.id),
    hasCourse(viewer, course.slug).then(
      async (isThere) => isThere && (await mayReadCourse(viewer, course.slug)),
    ),
  ]);
  const { assignment } = module;
  const isOpen =
    hasLesson && assignment !== null && !(await findClosedModules(viewer, course.slug)).has(module.id);
  if (!own && !assignment)
    throw notFound('This lesson has no assignment', { to: lesson, label: 'Back to the lesson' });
  const versions = own?.versions ?? [];
  return {
    course: { slug: course.slug, title: course.title },
    lesson,
    moduleTitle: module.title,
    title: assignment?.title ?? own?.title ?? '',
    isGone: assignment === null,
    // The lesson says what opens it.
    isClosed: assignment !== null && !isOpen,
    state: own?.state ?? null,
    versions,
    task: isOpen ? renderTask(module) : null,
    accepts:
      isOpen && own?.state !== 'accepted' && versions.length < mostVersions ? assignment.accepts : null,
    formKey: randomUUID(),
  };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const { course, module } = lessonOf(params);
  const { form, files } = await readFormWithFiles(request);
  return refuseInForm(form, async () => {
    const of = { courseSlug: course.slug, moduleId: module.id };
    await handIn(context.get(memberContext), of, parseForm(form, handInSchema), files);
    return redirectWithFlash(url.pathname, 'Handed in. We email you when it is answered.');
  });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData ? `Assignment: ${loaderData.title}` : 'Assignment'),
];

export default function AssignmentPage({ loaderData, actionData }: Route.ComponentProps) {
  const { course, lesson, moduleTitle, title, isGone, isClosed, state, versions, task, formKey } = loaderData;
  // What was typed in vain stays to be copied.
  const accepts = loaderData.accepts ?? (actionData ? 'both' : null);
  return (
    <div className="page page-narrow grid grid-cols-1 gap-8 py-8 sm:py-12">
      <header className="grid grid-cols-1 gap-6">
        <Breadcrumb
          crumbs={[
            { to: href('/courses/:courseSlug', { courseSlug: course.slug }), label: course.title },
            { to: lesson, label: moduleTitle },
          ]}
          current="Assignment"
        />
        <div className="grid grid-cols-1 gap-2">
          <h1 dir="auto" className="text-3xl wrap-anywhere sm:text-4xl">
            {title}
          </h1>
          {state ? (
            <p>
              <AssignmentStateBadge state={state} />
            </p>
          ) : null}
        </div>
      </header>
      {isGone ? (
        <Notice>This lesson has no assignment any more. What you handed in is kept here.</Notice>
      ) : null}
      {isClosed ? (
        <Notice>
          You can't hand anything in right now: the lesson isn't open to you. Its page says what opens it.
        </Notice>
      ) : null}
      {task === null ? null : <AssignmentTask html={task} />}
      {accepts ? (
        <section aria-labelledby="hand-in-title" className="grid grid-cols-1 gap-4">
          <h2 id="hand-in-title" className="text-2xl">
            {versions.length > 0 ? 'Hand in a new version' : 'Hand in'}
          </h2>
          {state === 'waiting' ? (
            <p className="text-muted">
              Your latest version is waiting to be answered. A new one takes its place; earlier ones are kept.
            </p>
          ) : null}
          <HandInForm
            action={`${lesson}/assignment`}
            accepts={accepts}
            isAgain={versions.length > 0}
            formKey={formKey}
            reply={actionData}
          />
        </section>
      ) : null}
      {versions.length > 0 ? (
        <section aria-labelledby="versions" className="grid grid-cols-1 gap-4">
          <h2 id="versions" className="text-2xl">
            What you handed in
          </h2>
          <AssignmentVersions versions={versions} filesAt={`${lesson}/assignment/files`} />
        </section>
      ) : null}
      <ButtonLink variant="quiet" to={lesson} className="no-print -ml-4 justify-self-start">
        <ArrowLeft /> Back to the lesson
      </ButtonLink>
    </div>
  );
}
