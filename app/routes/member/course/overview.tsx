import { href, redirect } from 'react-router';
import { hasCourse, mayReadCourse } from '#app/domain/core/access/policy.server.ts';
import { checklistProgress } from '#app/domain/learning/checklists/checklists.server.ts';
import { isHeldByAssignment } from '#app/domain/learning/courses/assignment.ts';
import {
  findCourse,
  renamedCourses,
  renderDescription,
} from '#app/domain/learning/courses/catalogue.server.ts';
import { grownText, progressText } from '#app/domain/learning/courses/progress.ts';
import { findNextModule, openingTimes, releaseSentence } from '#app/domain/learning/courses/release.ts';
import { openingsOf, openPartOf } from '#app/domain/learning/courses/release-state.server.ts';
import { introModuleId } from '#app/domain/learning/courses/videos.server.ts';
import { hasHandout } from '#app/domain/learning/decks/handout.server.ts';
import { courseRead } from '#app/domain/learning/quizzes/course-read.server.ts';
import { pageWatchable } from '#app/routes/frame/deck/page-watchable.server.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { Watch } from '#app/routes/frame/watch.tsx';
import { wayIn } from '#app/routes/frame/way-in.ts';
import { currencyContext, memberContext } from '#app/routes/http/context.server.ts';
import { interactive } from '#app/routes/http/page-handle.ts';
import { pageText } from '#app/routes/http/page-text.server.ts';
import { readOfMember } from '#app/routes/http/read-ahead.server.ts';
import { courseArchived, courseNotFound } from '#app/routes/member/course/course-not-found.ts';
import { finishedCourse } from '#app/routes/member/course/finished-course.server.ts';
import { ModuleCards } from '#app/routes/member/course/module-cards.tsx';
import { OpensWhen } from '#app/routes/member/course/module-closed.tsx';
import { renderOverviewParts } from '#app/routes/member/course/overview-parts.server.tsx';
import { quizStateOf } from '#app/routes/member/course/quiz-state.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, buttonClass } from '#app/ui/button.tsx';
import { CourseCover } from '#app/ui/course-cover.tsx';
import { drawingOfCourse } from '#app/ui/course-drawings.ts';
import { Day } from '#app/ui/day.tsx';
import { ArrowRight, Clock, Download, Lock } from '#app/ui/icon.tsx';
import { LinksFromServer } from '#app/ui/links-from-server.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { PageHtml } from '#app/ui/page-html.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { Prose } from '#app/ui/prose.tsx';
import type { Route } from './+types/overview';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const renamed = renamedCourses.get(params.courseSlug);
  if (renamed) throw redirect(href('/courses/:courseSlug', { courseSlug: renamed }), 301);
  const course = findCourse(params.courseSlug);
  if (!course) throw courseNotFound();
  const viewer = context.get(memberContext);
  if (!(await hasCourse(viewer, course.slug))) throw courseArchived(course);
  const { standing, watchables } = await readOfMember(context, courseRead(course));
  const mayRead = await mayReadCourse(viewer, course.slug);
  const completed = new Set(standing.completedModuleIds);
  const openings = openingsOf(viewer, course, standing.release, standing);
  const finished = mayRead ? finishedCourse(openPartOf(course, openings), standing) : null;
  const next = findNextModule(course.modules, standing.completedModuleIds, openings);
  const nextId = next?.opening.isOpen ? next.module.id : undefined;
  const handedIn = new Map(standing.assignments.map((each) => [each.moduleId, each]));
  const modules = course.modules.map((module) => ({
    isHeld: isHeldByAssignment(module.assignment, handedIn.get(module.id)?.state),
    assignment:
      mayRead && module.assignment
        ? { required: module.assignment.required, handedIn: handedIn.get(module.id) ?? null }
        : null,
    id: module.id,
    number: module.number,
    title: module.title,
    description: module.description,
    isCompleted: completed.has(module.id),
    isNext: mayRead && module.id === nextId,
    ticked: mayRead && openings.get(module.id)?.isOpen ? checklistProgress(module, standing.ticks) : null,
    isWatchable: mayRead && openings.get(module.id)?.isOpen === true && watchables.has(module.id),
    opening: openings.get(module.id) ?? { isOpen: true as const },
  }));
  return {
    course: {
      slug: course.slug,
      title: course.title,
      promise: course.promise,
      drawing: drawingOfCourse(course),
      estimatedTime: course.estimatedTime,
      archivedOn: course.archivedOn,
      description: pageText(request, renderDescription(course)),
    },
    parts: renderOverviewParts(request, course, {
      finished,
      quiz: mayRead ? quizStateOf(course, standing) : null,
      way: mayRead ? null : wayIn(viewer, context.get(currencyContext)),
      modules,
      schedule: mayRead ? releaseSentence(standing.release) : null,
      hasCalendar: openingTimes(standing.release, course.modules, standing.startedAt).length > 0,
    }),
    intro: pageWatchable(
      request,
      watchables.get(introModuleId),
      `Introduction to ${course.title}`,
      'Every module has a written lesson meanwhile.',
    ),
    modules: modules.map(({ id, number, title, description, isCompleted, isHeld }) => ({
      id,
      number,
      title,
      description,
      isCompleted,
      isHeld,
    })),
    percentDone: standing.percentDone,
    progressText: progressText(standing),
    grown: grownText(standing, course),
    next: mayRead && next ? { id: next.module.id, number: next.module.number, opening: next.opening } : null,
    hasHandout: mayRead && hasHandout(course),
    mayRead,
  };
}

export const handle = interactive;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData.course.title),
];

export default function CourseOverview({ loaderData }: Route.ComponentProps) {
  const { course, modules, intro, parts, percentDone, next } = loaderData;
  const isBegun = modules.some(({ isCompleted }) => isCompleted);
  return (
    <div className="page grid grid-cols-1 gap-8 py-8 sm:py-12">
      <Breadcrumb
        crumbs={[
          { to: '/dashboard', label: 'Dashboard' },
          { to: '/courses', label: 'Video Courses' },
        ]}
        current={course.title}
      />
      <header className="grid gap-x-8 gap-y-5 sm:grid-cols-[minmax(0,1fr)_12rem] sm:items-start lg:grid-cols-[minmax(0,1fr)_20rem]">
        <CourseCover drawing={course.drawing} className="order-last max-sm:hidden" />
        <div className="grid max-w-3xl gap-4">
          <h1>{course.title}</h1>
          <p className="text-xl text-muted">{course.promise}</p>
          <p className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm text-muted">
            <span className="inline-flex items-center gap-1.5">
              <Clock /> Estimated time: {course.estimatedTime}
            </span>{' '}
            <span>
              {modules.length} {modules.length === 1 ? 'module' : 'modules'}
            </span>
          </p>
          <div className="max-w-md">
            <ProgressBar percent={percentDone} label={`Progress in ${course.title}`}>
              {loaderData.progressText}
            </ProgressBar>
            {loaderData.grown ? <p className="mt-2 text-sm text-muted">{loaderData.grown}</p> : null}
          </div>
          {next?.opening.isOpen ? (
            <ButtonLink
              className="mt-1 justify-self-start"
              to={href('/courses/:courseSlug/:moduleSegment', {
                courseSlug: course.slug,
                moduleSegment: `module-${next.id}`,
              })}
            >
              {isBegun ? `Continue with module ${next.number}` : 'Start Course'} <ArrowRight />
            </ButtonLink>
          ) : next && !next.opening.isOpen ? (
            <p className="mt-1 flex items-start gap-1.5 font-semibold">
              <Lock className="mt-1 size-4" />
              <span>
                Module {next.number}: <OpensWhen opening={next.opening} />
              </span>
            </p>
          ) : null}
        </div>
      </header>
      {course.archivedOn ? (
        <Notice>
          This course has been archived since <Day at={new Date(course.archivedOn)} />. It takes no new
          learners. Your access, your progress and your certificate stay.
        </Notice>
      ) : null}
      {parts.finished ? <LinksFromServer part={parts.finished} /> : null}
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
        <div className="grid grid-cols-1 gap-8">
          <Watch watchable={intro} />
          <Prose id={course.description.id} html={course.description.html} />
        </div>
        {parts.outcomes ? <PageHtml id={parts.outcomes.id} html={parts.outcomes.html} /> : null}
      </div>
      <section aria-labelledby="modules" className="grid grid-cols-1 gap-4">
        <h2 id="modules">Modules</h2>
        {parts.schedule ? <PageHtml id={parts.schedule.id} html={parts.schedule.html} /> : null}
        {parts.needed ? <PageHtml id={parts.needed.id} html={parts.needed.html} /> : null}
        <ModuleCards
          key={course.slug}
          part={parts.modules}
          courseSlug={course.slug}
          modules={modules}
          progressText={loaderData.progressText}
          nextModuleId={next?.opening.isOpen ? next.id : undefined}
        />
        {loaderData.hasHandout ? (
          <p>
            <a
              href={href('/courses/:courseSlug/slides.pdf', { courseSlug: course.slug })}
              download
              className={buttonClass('secondary')}
            >
              <Download /> Download the slides (PDF)
            </a>
          </p>
        ) : null}
      </section>
      {parts.quiz ? <LinksFromServer part={parts.quiz} /> : null}
      {parts.related ? <LinksFromServer part={parts.related} /> : null}
    </div>
  );
}
