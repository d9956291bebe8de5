import { href, redirect } from 'react-router';
import { mayReadLessons } from '#app/domain/access/policy.server.ts';
import { membershipPriceText } from '#app/domain/catalogue/products.ts';
import { tickedIn } from '#app/domain/checklists/checklists.server.ts';
import { findCourse, renamedCourses, renderDescription } from '#app/domain/courses/catalogue.server.ts';
import { grownText, progressText } from '#app/domain/courses/progress.ts';
import { introModuleId } from '#app/domain/courses/videos.server.ts';
import { decksOf } from '#app/domain/decks/handout.server.ts';
import { courseRead } from '#app/domain/quizzes/course-read.server.ts';
import { pageWatchable } from '#app/routes/frame/deck/page-watchable.server.ts';
import { drawingsOf } from '#app/routes/frame/drawings.server.ts';
import { MembershipNeeded } from '#app/routes/frame/membership-needed.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { Watch } from '#app/routes/frame/watch.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import { interactive } from '#app/routes/http/page-handle.ts';
import { pageText } from '#app/routes/http/page-text.server.ts';
import { readOfMember } from '#app/routes/http/read-ahead.server.ts';
import { CourseFinished } from '#app/routes/member/course/course-finished.tsx';
import { courseNotFound } from '#app/routes/member/course/course-not-found.ts';
import { CourseQuiz } from '#app/routes/member/course/course-quiz.tsx';
import { finishedCourse } from '#app/routes/member/course/finished-course.server.ts';
import { ModuleCards } from '#app/routes/member/course/module-cards.tsx';
import { quizStateOf } from '#app/routes/member/course/quiz-state.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, buttonClass } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ArrowRight, Check, Clock, Download } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { Prose } from '#app/ui/prose.tsx';
import { TopicCover } from '#app/ui/topic-cover.tsx';
import type { Route } from './+types/overview';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const renamed = renamedCourses.get(params.courseSlug);
  if (renamed) throw redirect(href('/courses/:courseSlug', { courseSlug: renamed }), 301);
  const course = findCourse(params.courseSlug);
  if (!course) throw courseNotFound();
  const viewer = context.get(memberContext);
  const { standing, watchables } = await readOfMember(context, courseRead(course));
  const mayRead = mayReadLessons(viewer);
  const completed = new Set(standing.completedModuleIds);
  return {
    course: {
      slug: course.slug,
      title: course.title,
      promise: course.promise,
      topic: course.topic,
      drawings: drawingsOf([course.topic]),
      estimatedTime: course.estimatedTime,
      outcomes: course.outcomes,
      description: pageText(request, renderDescription(course)),
      related: course.related
        .flatMap((slug) => findCourse(slug) ?? [])
        .map(({ slug, title }) => ({ slug, title })),
    },
    intro: pageWatchable(request, watchables.get(introModuleId)),
    modules: course.modules.map((module) => ({
      id: module.id,
      title: module.title,
      description: module.description,
      isCompleted: completed.has(module.id),
      ticked: mayRead ? tickedIn(module, standing.ticks) : null,
      video: mayRead ? (watchables.get(module.id)?.video ?? null) : null,
      hasDeck: mayRead && Boolean(watchables.get(module.id)?.deck),
    })),
    percentDone: standing.percentDone,
    progressText: progressText(standing),
    grown: grownText(standing, course),
    finished: mayRead ? finishedCourse(course, standing) : null,
    quiz: mayRead ? quizStateOf(course, standing) : null,
    hasHandout: mayRead && decksOf(course).length > 0,
    mayRead,
    price: membershipPriceText(),
  };
}

export const handle = interactive;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData.course.title),
];

export default function CourseOverview({ loaderData }: Route.ComponentProps) {
  const { course, modules, intro, percentDone, mayRead, price } = loaderData;
  const nextModule = modules.find(({ isCompleted }) => !isCompleted);
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
        <TopicCover topic={course.topic} drawings={course.drawings} className="order-last max-sm:hidden" />
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
          {mayRead && nextModule ? (
            <ButtonLink
              className="mt-1 justify-self-start"
              to={href('/courses/:courseSlug/:moduleSegment', {
                courseSlug: course.slug,
                moduleSegment: `module-${nextModule.id}`,
              })}
            >
              {isBegun ? `Continue with module ${nextModule.id}` : 'Start Course'} <ArrowRight />
            </ButtonLink>
          ) : null}
        </div>
      </header>
      {loaderData.finished ? (
        <CourseFinished id="finished" title={course.title} finished={loaderData.finished} />
      ) : null}
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
        <div className="grid grid-cols-1 gap-8">
          <Watch
            watchable={intro}
            title={`Introduction to ${course.title}`}
            posterNote="Every module has a written lesson meanwhile."
          />
          <Prose id={course.description.id} html={course.description.html} />
        </div>
        {loaderData.finished ? null : (
          <Card className="grid gap-3">
            <h2 className="text-xl">What you will be able to do</h2>
            <ul className="grid gap-2.5 text-sm">
              {course.outcomes.map((outcome) => (
                <li key={outcome} className="flex gap-2">
                  <Check className="mt-0.5 text-accent" />
                  <span>{outcome}</span>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
      <section aria-labelledby="modules" className="grid grid-cols-1 gap-4">
        <h2 id="modules">Modules</h2>
        {mayRead ? null : <MembershipNeeded price={price} />}
        <ModuleCards
          courseSlug={course.slug}
          modules={modules}
          progressText={loaderData.progressText}
          nextModuleId={mayRead ? nextModule?.id : undefined}
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
      {loaderData.quiz ? <CourseQuiz courseSlug={course.slug} quiz={loaderData.quiz} /> : null}
      {course.related.length > 0 ? (
        <section aria-labelledby="related" className="grid gap-3">
          <h2 id="related" className="text-2xl">
            Goes well with
          </h2>
          <ul className="flex flex-wrap gap-x-6">
            {course.related.map((related) => (
              <li key={related.slug}>
                <Link
                  className="link inline-flex min-h-11 items-center"
                  to={href('/courses/:courseSlug', { courseSlug: related.slug })}
                >
                  {related.title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
