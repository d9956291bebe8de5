import { randomUUID } from 'node:crypto';
import { href, redirect } from 'react-router';
import { hasCourse, mayReadCourse } from '#app/domain/core/access/policy.server.ts';
import { formatTickCount, ticksOf, withTicks } from '#app/domain/learning/checklists/checklists.server.ts';
import { isHeldByAssignment } from '#app/domain/learning/courses/assignment.ts';
import {
  findCourse,
  type Module,
  parseModuleSegment,
  renamedCourses,
  renderLesson,
  renderTask,
} from '#app/domain/learning/courses/catalogue.server.ts';
import { progressText } from '#app/domain/learning/courses/progress.ts';
import { findNextModule } from '#app/domain/learning/courses/release.ts';
import { openingsOf, openPartOf } from '#app/domain/learning/courses/release-state.server.ts';
import { courseRead } from '#app/domain/learning/quizzes/course-read.server.ts';
import { findQuiz } from '#app/domain/learning/quizzes/quizzes.server.ts';
import { marksOf } from '#app/domain/learning/reading/marks.server.ts';
import { findPiece, type Piece } from '#app/domain/learning/reading/pieces.server.ts';
import { calculatorsBeside, templatesBeside } from '#app/domain/learning/templates/lesson-tools.server.ts';
import { pageWatchable } from '#app/routes/frame/deck/page-watchable.server.tsx';
import { keepingActionWithForm } from '#app/routes/frame/piece-marks/note-part.server.tsx';
import { KeptText } from '#app/routes/frame/piece-marks/text-with-place.tsx';
import { TickableText } from '#app/routes/frame/piece-marks/tickable-text.tsx';
import { Watch } from '#app/routes/frame/watch.tsx';
import { wayIn } from '#app/routes/frame/way-in.ts';
import { currencyContext, memberContext } from '#app/routes/http/context.server.ts';
import { interactive } from '#app/routes/http/page-handle.ts';
import { pageText } from '#app/routes/http/page-text.server.ts';
import { readOfMember } from '#app/routes/http/read-ahead.server.ts';
import { AfterWatching } from '#app/routes/member/course/after-watching.tsx';
import {
  courseArchived,
  courseNotFound,
  moduleNotFound,
} from '#app/routes/member/course/course-not-found.ts';
import { finishedCourse } from '#app/routes/member/course/finished-course.server.ts';
import { renderLessonParts } from '#app/routes/member/course/lesson-parts.server.tsx';
import { ModuleProgress } from '#app/routes/member/course/module-progress.tsx';
import { noteOpening } from '#app/routes/member/course/note-opening.server.ts';
import { quizStateOf } from '#app/routes/member/course/quiz-state.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { ArrowLeft } from '#app/ui/icon.tsx';
import { LinksFromServer } from '#app/ui/links-from-server.tsx';
import { PageHtml } from '#app/ui/page-html.tsx';
import type { Route } from './+types/module';

/** A lesson as marks know it; it is there, as its module is. */
function pieceOf(courseSlug: string, moduleId: number): Piece {
  const piece = findPiece(`courses/${courseSlug}/module-${moduleId}`);
  if (!piece) throw moduleNotFound(courseSlug);
  return piece;
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const renamed = renamedCourses.get(params.courseSlug);
  if (renamed)
    throw redirect(
      href('/courses/:courseSlug/:moduleSegment', {
        courseSlug: renamed,
        moduleSegment: params.moduleSegment,
      }),
      301,
    );
  const course = findCourse(params.courseSlug);
  if (!course) throw courseNotFound();
  const moduleId = parseModuleSegment(params.moduleSegment);
  const module = course.modules.find(({ id }) => id === moduleId);
  if (!module) throw moduleNotFound(course.slug);
  const viewer = context.get(memberContext);
  if (!(await hasCourse(viewer, course.slug))) throw courseArchived(course);
  const piece = pieceOf(course.slug, module.id);
  const { standing, watchables } = await readOfMember(context, courseRead(course, piece.key));
  const mayRead = await mayReadCourse(viewer, course.slug);
  const openings = openingsOf(viewer, course, standing.release, standing);
  const opening = openings.get(module.id) ?? { isOpen: true };
  const isReadable = mayRead && opening.isOpen;
  if (isReadable && !standing.openedModuleIds.includes(module.id))
    await noteOpening(request, context, course.slug, module.id);
  const text = renderLesson(module);
  const task = isReadable ? renderTask(module) : null;
  const handedIn = standing.assignments.find((each) => each.moduleId === module.id) ?? null;
  const ticks = ticksOf(standing.ticks, module.id, text);
  const lesson = isReadable ? pageText(request, withTicks(text, ticks)) : null;
  const isCompleted = (id: number) => standing.completedModuleIds.includes(id);
  const kept = marksOf(piece, standing.marks);
  // A module that is completed is begun anew.
  const marks = isCompleted(module.id) ? { ...kept, place: null } : kept;
  // Shown once this one is completed, so as if it were.
  const completedWithThis = [...standing.completedModuleIds, module.id];
  const next = findNextModule(
    course.modules,
    completedWithThis,
    openingsOf(viewer, course, standing.release, { ...standing, completedModuleIds: completedWithThis }),
    module.number,
  );
  const linkTo = (other: Module) => ({
    to: href('/courses/:courseSlug/:moduleSegment', {
      courseSlug: course.slug,
      moduleSegment: `module-${other.id}`,
    }),
    title: other.title,
  });
  const neighbour = (number: number) => {
    const found = course.modules[number - 1];
    return found ? linkTo(found) : null;
  };
  return {
    course: { slug: course.slug, title: course.title, moduleCount: course.modules.length },
    parts: renderLessonParts(
      request,
      {
        course: {
          slug: course.slug,
          title: course.title,
          modules: course.modules.map(({ id, number, title }) => ({
            id,
            number,
            title,
            isCompleted: isCompleted(id),
          })),
          quiz: mayRead && findQuiz(course.slug) ? { isPassed: Boolean(standing.quiz?.passedAt) } : null,
        },
        moduleId: module.id,
        headings: lesson?.headings ?? [],
      },
      {
        marks,
        minutes: lesson?.readingMinutes,
        calculators: isReadable ? calculatorsBeside(course.slug, module) : [],
        templates: isReadable ? templatesBeside(module) : [],
        downloads: isReadable ? module.downloads : [],
        way: mayRead ? null : wayIn(viewer, context.get(currencyContext)),
        closed: mayRead && !opening.isOpen ? opening : null,
        assignment:
          task !== null && module.assignment
            ? {
                assignment: module.assignment,
                task,
                handedIn,
                to: href('/courses/:courseSlug/:moduleSegment/assignment', {
                  courseSlug: course.slug,
                  moduleSegment: `module-${module.id}`,
                }),
                formKey: randomUUID(),
              }
            : null,
        finished: mayRead ? finishedCourse(openPartOf(course, openings), standing) : null,
        // After the last lesson, and after whichever completes the course.
        quiz:
          mayRead && (module.number === course.modules.length || standing.status === 'completed')
            ? quizStateOf(course, standing)
            : null,
        previous: neighbour(module.number - 1),
        // Once the module is complete, the way on is the button above.
        next:
          mayRead &&
          isCompleted(module.id) &&
          next?.opening.isOpen &&
          next.module.number === module.number + 1
            ? null
            : neighbour(module.number + 1),
      },
    ),
    pieceKey: piece.key,
    place: marks.place,
    module: {
      id: module.id,
      number: module.number,
      title: module.title,
      description: module.description,
    },
    watchable: isReadable ? pageWatchable(request, watchables.get(module.id), module.title) : null,
    lesson,
    ticked:
      isReadable && text.tasks.length > 0
        ? formatTickCount({ done: ticks.length, all: text.tasks.length })
        : null,
    isCompleted: isCompleted(module.id),
    isHeld: isHeldByAssignment(module.assignment, handedIn?.state),
    percentDone: standing.percentDone,
    progressText: progressText(standing),
    nextModule: next && {
      ...linkTo(next.module),
      isLater: next.module.number > module.number,
      opening: next.opening,
    },
  };
}

export const action = ({ request, params, url, context }: Route.ActionArgs) =>
  keepingActionWithForm(
    request,
    url,
    context.get(memberContext),
    `courses/${params.courseSlug}/${params.moduleSegment}`,
  );

export const handle = interactive;

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData.module.title} | ${loaderData.course.title}` },
];

export default function ModulePage({ loaderData, actionData }: Route.ComponentProps) {
  const { course, module, parts, watchable, lesson, isCompleted, nextModule } = loaderData;
  const note = actionData?.note ?? parts.note;
  const overview = href('/courses/:courseSlug', { courseSlug: course.slug });
  return (
    <div className="page grid grid-cols-1 gap-3 py-4 sm:gap-8 sm:py-12">
      <Breadcrumb
        crumbs={[
          { to: '/dashboard', label: 'Dashboard' },
          { to: '/courses', label: 'Video Courses' },
          { to: overview, label: course.title },
        ]}
        current={module.title}
      />
      <div className="lesson">
        <PageHtml className="contents" id={parts.rail.id} html={parts.rail.html} />
        <article className="grid grid-cols-1 gap-3 sm:gap-6">
          <PageHtml className="contents" id={parts.bar.id} html={parts.bar.html} />
          <header className="grid gap-2 sm:gap-3">
            <p className="eyebrow max-lg:hidden">
              Module {module.number} of {course.moduleCount}
            </p>
            <h1>{module.title}</h1>
            {module.description ? (
              <p className="text-muted max-sm:text-base max-sm:leading-snug sm:text-lg">
                {module.description}
              </p>
            ) : null}
            <PageHtml id={parts.pieceBar.id} html={parts.pieceBar.html} />
          </header>
          {watchable && 'deck' in watchable ? (
            <a
              href="#lesson"
              className="to-text no-print link hidden min-h-11 items-center justify-self-start text-sm"
            >
              Straight to the text
            </a>
          ) : null}
          {watchable ? (
            <Watch key={module.id} watchable={watchable}>
              <AfterWatching
                course={course}
                moduleId={module.id}
                isCompleted={isCompleted}
                isHeld={loaderData.isHeld}
                progressText={loaderData.progressText}
                nextModule={nextModule}
              />
            </Watch>
          ) : (
            <PageHtml id={parts.needed?.id} html={parts.needed?.html} />
          )}
          <div id="lesson" className="reading-width grid scroll-mt-4 grid-cols-1 gap-8">
            {lesson ? (
              <>
                <KeptText pieceKey={loaderData.pieceKey} place={loaderData.place}>
                  <TickableText
                    text={lesson}
                    action={`${href('/courses/:courseSlug', { courseSlug: course.slug })}/module-${module.id}/checklist`}
                    ticked={loaderData.ticked}
                  />
                </KeptText>
                {parts.downloads ? <PageHtml id={parts.downloads.id} html={parts.downloads.html} /> : null}
                {parts.templates ? <PageHtml id={parts.templates.id} html={parts.templates.html} /> : null}
                {parts.calculators ? (
                  <PageHtml id={parts.calculators.id} html={parts.calculators.html} />
                ) : null}
                {parts.assignment ? <LinksFromServer part={parts.assignment} /> : null}
                <ModuleProgress
                  course={course}
                  moduleId={module.id}
                  isCompleted={isCompleted}
                  isHeld={loaderData.isHeld}
                  percentDone={loaderData.percentDone}
                  progressText={loaderData.progressText}
                  nextModule={nextModule}
                  finished={parts.finished}
                />
                {parts.quiz ? <LinksFromServer part={parts.quiz} /> : null}
              </>
            ) : null}
            <PageHtml key={loaderData.pieceKey} id={note.id} html={note.html} />
            <LinksFromServer part={parts.neighbours} />
            {lesson ? <PageHtml id={parts.keys.id} html={parts.keys.html} /> : null}
            <ButtonLink variant="quiet" to={overview} className="no-print -ml-4 justify-self-start">
              <ArrowLeft /> Back to Course Overview
            </ButtonLink>
          </div>
        </article>
      </div>
    </div>
  );
}
