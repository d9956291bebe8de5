import { randomUUID } from 'node:crypto';
import { href } from 'react-router';
import { archivedCourses } from '#app/domain/core/access/archived-courses.server.ts';
import { nextModuleId } from '#app/domain/publishing/course-changes.server.ts';
import { exampleTexts, openOutline } from '#app/domain/publishing/course-outline.server.ts';
import { actorOf, allow, may } from '#app/routes/admin/access.server.ts';
import {
  answerToFacts,
  CourseFacts,
  type CourseFields,
  courseFormId,
} from '#app/routes/admin/content/course/course-facts.tsx';
import { ModuleCard } from '#app/routes/admin/content/course/module-card.tsx';
import { actOnOutline, type OutlineReply } from '#app/routes/admin/content/course/outline-action.server.ts';
import { PartLine, Problems, StateBadge } from '#app/routes/admin/content/course/part-line.tsx';
import { PreviewForm } from '#app/routes/admin/content/course/preview-form.tsx';
import { PublishPanel } from '#app/routes/admin/content/course/publish-panel.tsx';
import { noCourse } from '#app/routes/admin/content/no-course.ts';
import {
  contentPath,
  courseAddress,
  deckAddress,
  pieceAddress,
  quizAddress,
} from '#app/routes/admin/content/piece-address.ts';
import { EmailCourseForm } from '#app/routes/admin/letters/email-course-form.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/outline';

export const middleware: Route.MiddlewareFunction[] = [allow('content:edit')];

export async function loader({ params, context }: Route.LoaderArgs) {
  const outline = await openOutline(params.courseSlug);
  if (!outline) throw noCourse();
  const { slug, title, promise, isOnSite, questions, course, quiz, intro, modules, waiting } = outline;
  const shown = ({ path, state }: typeof course) => ({ path, state });
  return {
    slug,
    title,
    promise,
    isOnSite,
    questions,
    course: shown(course),
    quiz: shown(quiz),
    intro: shown(intro),
    modules: modules.map((module) => ({
      ...module,
      assignment: module.assignment && {
        title: module.assignment.title,
        required: module.assignment.required,
      },
      lesson: shown(module.lesson),
      slides: shown(module.slides),
      formKey: randomUUID(),
    })),
    waiting: waiting.length,
    next: nextModuleId(outline),
    archivedOn: archivedCourses().get(slug) ?? null,
    mayArchive: isOnSite && may(context, 'content:archive'),
    examples: exampleTexts(outline),
    mayEmail: isOnSite && may(context, 'letters:edit'),
    formKey: randomUUID(),
    hasReport: isOnSite && may(context, 'analytics:read'),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  return actOnOutline(actorOf(context), params.courseSlug, form);
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Course outline')];

export default function Outline({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, title, promise, isOnSite, questions, course, quiz, intro, modules, waiting } = loaderData;
  const reply: OutlineReply | undefined = actionData;
  const problems = reply?.problems ?? {};
  const order = modules.map(({ id }) => id);
  const form = formFields<CourseFields>(courseFormId, answerToFacts(reply));
  return (
    <div className="grid grid-cols-1 gap-6">
      <Breadcrumb
        crumbs={[
          { to: contentPath, label: 'Content' },
          { to: `${contentPath}?kind=courses`, label: 'Courses' },
        ]}
        current={title}
      />
      <PageHeading
        title={title}
        actions={
          <>
            {isOnSite ? (
              <ButtonLink variant="secondary" to={`/courses/${slug}`}>
                See its page
              </ButtonLink>
            ) : null}
            <ButtonLink
              variant="secondary"
              to={href('/admin/content/courses/:courseSlug/release', { courseSlug: slug })}
            >
              Release schedule
            </ButtonLink>
            {loaderData.hasReport ? (
              <ButtonLink
                variant="secondary"
                to={href('/admin/content/courses/:courseSlug/report', { courseSlug: slug })}
              >
                Report
              </ButtonLink>
            ) : null}
          </>
        }
      >
        Changes are drafts until you publish them.
      </PageHeading>
      {loaderData.archivedOn ? (
        <Notice tone="warn">
          Archived since {loaderData.archivedOn} (UTC): it takes no new learners and is in no list or search.
          Whoever has started it keeps it, and reads what you publish here.
        </Notice>
      ) : null}
      <PublishPanel
        slug={slug}
        isOnSite={isOnSite}
        waiting={waiting}
        problems={reply?.problems ?? null}
        reply={reply}
        examples={loaderData.examples}
      />
      {loaderData.mayEmail ? <EmailCourseForm course={slug} formKey={loaderData.formKey} /> : null}
      <Card className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="text-xl">About the course</h2>
          <StateBadge state={course.state} />
        </div>
        <Problems problems={problems[course.path]} />
        <CourseFacts slug={slug} title={title} promise={promise} reply={reply} />
        <p className="text-sm">
          <Link to={pieceAddress(course.path)} className="link">
            Description, topic, level and introduction video
          </Link>
        </p>
      </Card>
      <section aria-labelledby="modules" className="grid grid-cols-1 gap-4">
        <h2 id="modules" className="text-xl">
          Modules
        </h2>
        {modules.length === 0 ? (
          <p className="text-sm text-muted">
            No modules yet. Name the first one: it starts with a lesson, and you add slides, a video and files
            to it.
          </p>
        ) : (
          <ol className="grid grid-cols-1 gap-4">
            {modules.map((module, index) => (
              <ModuleCard
                key={module.id}
                slug={slug}
                module={module}
                number={index + 1}
                order={order}
                problems={problems}
                reply={reply}
              />
            ))}
          </ol>
        )}
        <input type="hidden" form={courseFormId} name="next" value={loaderData.next} />
        <div className="max-w-xl">
          <TextField
            {...form.field('moduleTitle')}
            form={courseFormId}
            label="Title of the new module"
            maxLength={80}
            autoComplete="off"
            beside={
              <SubmitButton
                form={courseFormId}
                intent="add"
                variant={modules.length === 0 ? 'primary' : 'secondary'}
                formNoValidate
                pendingLabel="Adding..."
              >
                Add module
              </SubmitButton>
            }
          />
        </div>
      </section>
      <PreviewForm slug={slug} modules={modules} hasQuiz={questions > 0} />
      <Card className="grid grid-cols-1 gap-2">
        <h2 className="text-xl">For the whole course</h2>
        <ul className="grid grid-cols-1">
          <PartLine
            label="Introduction"
            of={title}
            path={intro.path}
            state={intro.state}
            begin={deckAddress(slug, 0)}
            problems={problems[intro.path]}
          >
            Slides on the page of the course
          </PartLine>
          <PartLine
            label="Quiz"
            of={title}
            path={quiz.path}
            state={quiz.state}
            begin={quizAddress(slug)}
            problems={problems[quiz.path]}
          >
            {questions > 0 ? `${questions} ${questions === 1 ? 'question' : 'questions'}` : null}
          </PartLine>
        </ul>
      </Card>
      <section aria-labelledby="manage" className="grid grid-cols-1 gap-3 border-t border-line pt-5">
        <h2 id="manage" className="text-lg">
          Manage the course
        </h2>
        <div className="flex flex-wrap gap-2">
          <ButtonLink variant="secondary" to={`${courseAddress(slug)}/copy`}>
            Duplicate
          </ButtonLink>
          <ButtonLink variant="secondary" to={courseAddress(slug, '/export')} reloadDocument>
            Export
          </ButtonLink>
          {loaderData.mayArchive ? (
            <ButtonLink variant="secondary" to={`${courseAddress(slug)}/archive`}>
              {loaderData.archivedOn ? 'Make available again' : 'Archive'}
            </ButtonLink>
          ) : null}
          <ButtonLink variant="secondary" to={pieceAddress(course.path, 'history')}>
            History
          </ButtonLink>
        </div>
      </section>
    </div>
  );
}
