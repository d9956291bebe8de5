import { href } from 'react-router';
import { emailLocalPart } from '#app/domain/access/viewer.ts';
import { listAnnounced } from '#app/domain/dashboard/announcements.server.ts';
import {
  buildDashboard,
  type ListedCourse,
  type ShownCourse,
} from '#app/domain/dashboard/dashboard.server.ts';
import { doingsRead } from '#app/domain/dashboard/doings.server.ts';
import { dashboardCopy } from '#app/domain/facts/copy.server.ts';
import { drawingsOf } from '#app/routes/frame/drawings.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { interactive } from '#app/routes/http/page-handle.ts';
import { readOfMember } from '#app/routes/http/read-ahead.server.ts';
import { CourseProgressItem } from '#app/routes/member/dashboard/course-progress-item.tsx';
import { DashboardSections } from '#app/routes/member/dashboard/dashboard-sections.tsx';
import { renderSectionParts } from '#app/routes/member/dashboard/section-parts.server.tsx';
import { Starts } from '#app/routes/member/dashboard/starts.tsx';
import { Week } from '#app/routes/member/dashboard/week.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { ArrowRight, Chevron } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { type Drawings, TopicCover } from '#app/ui/topic-cover.tsx';
import type { Route } from './+types/dashboard';

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = context.get(memberContext);
  const copy = dashboardCopy();
  const doings = await readOfMember(context, doingsRead());
  const dashboard = buildDashboard(doings.begun, copy, doings.quizzes);
  const { affiliate, reseller, emailCourse, comingSoon } = copy;
  return {
    greeting: emailLocalPart(viewer.email),
    hasMembership: viewer.hasMembership,
    ...dashboard,
    drawings: drawingsOf(
      [
        dashboard.continueWith,
        ...dashboard.starts,
        ...dashboard.underWay.map((course) => ({ course })),
      ].flatMap((shown) => shown?.course.topic ?? []),
    ),
    week: doings.week,
    recent: doings.recent,
    titles: { emailCourse: emailCourse.title, affiliate: affiliate.title, reseller: reseller.title },
    parts: renderSectionParts(request),
    comingSoon: {
      title: comingSoon.title,
      items: listAnnounced().map((item) => ({ ...item, isWanted: doings.signups.includes(item.key) })),
    },
  };
}

export const handle = interactive;

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Dashboard')];

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { greeting, hasMembership, continueWith, totals, lists, starts, underWay, drawings } = loaderData;
  return (
    <div className="page grid grid-cols-1 gap-10 py-8 sm:py-12">
      <header className="grid grid-cols-1 gap-2">
        <h1>{totals.completed + totals.begun > 0 ? 'Welcome back' : 'Welcome'}</h1>
        <p className="text-lg wrap-anywhere text-muted">
          Hello, {greeting}. {totals.completed} of {totals.courses} courses completed, {totals.begun} in
          progress.
        </p>
      </header>
      {starts.length > 0 ? (
        <Starts starts={starts} drawings={drawings} />
      ) : continueWith ? (
        <ContinueCard {...continueWith} drawings={drawings} hasFinished={totals.completed > 0} />
      ) : (
        <AllFinished />
      )}
      {underWay.length > 0 ? <UnderWay courses={underWay} drawings={drawings} /> : null}
      {hasMembership ? (
        <p className="text-sm text-muted">
          Your membership, your payments and your card are under{' '}
          <Link className="link" to="/profile/billing">
            Billing
          </Link>
          .
        </p>
      ) : (
        <p className="text-sm text-muted">
          You do not have a membership yet.{' '}
          <Link className="link" to="/checkout">
            Begin Checkout - {loaderData.price}/month
          </Link>
        </p>
      )}
      <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
        <div className="grid grid-cols-1 gap-10">
          {starts.length > 0 ? null : <Week week={loaderData.week} recent={loaderData.recent} />}
          <DashboardSections
            titles={loaderData.titles}
            parts={loaderData.parts}
            aiCourses={loaderData.aiCourses}
            comingSoon={loaderData.comingSoon}
          />
        </div>
        <aside aria-label="Course lists" className="grid gap-6">
          {lists.map((list) => (
            <Card key={list.title} className="grid gap-3">
              <h2 className="text-xl">{list.title}</h2>
              {list.begun.length > 0 ? <CourseItems courses={list.begun} /> : null}
              {list.others.length > 0 ? (
                <details>
                  <summary className="flex min-h-11 items-center justify-between gap-3 text-sm font-semibold hover:text-accent">
                    {list.begun.length > 0 ? `${list.others.length} not begun` : countOf(list.others.length)}
                    <Chevron className="size-4" />
                  </summary>
                  <div className="pt-1">
                    <CourseItems courses={list.others} />
                  </div>
                </details>
              ) : null}
            </Card>
          ))}
        </aside>
      </div>
    </div>
  );
}

const countOf = (count: number) => (count === 1 ? '1 course' : `${count} courses`);

function CourseItems({ courses }: { courses: readonly ListedCourse[] }) {
  return (
    <ul className="grid gap-2">
      {courses.map((course) => (
        <CourseProgressItem key={course.slug} course={course} />
      ))}
    </ul>
  );
}

/** The other courses one is in, each with its way on; all but the first three are folded. */
function UnderWay({ courses, drawings }: { courses: readonly ShownCourse[]; drawings: Drawings }) {
  const [first, others] = [courses.slice(0, 3), courses.slice(3)];
  return (
    <section aria-labelledby="under-way" className="grid gap-3">
      <h2 id="under-way" className="text-2xl">
        Also under way
      </h2>
      <ul className="grid gap-4 md:grid-cols-3">
        {first.map((course) => (
          <UnderWayItem key={course.slug} course={course} drawings={drawings} />
        ))}
      </ul>
      {others.length > 0 ? (
        <details>
          <summary className="flex min-h-11 items-center gap-2 text-sm font-semibold hover:text-accent">
            {others.length} more <Chevron className="size-4" />
          </summary>
          <ul className="grid gap-4 pt-2 md:grid-cols-3">
            {others.map((course) => (
              <UnderWayItem key={course.slug} course={course} drawings={drawings} />
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}

function UnderWayItem({
  course: { slug, title, topic, percentDone, nextModule },
  drawings,
}: {
  course: ShownCourse;
  drawings: Drawings;
}) {
  return (
    <li className="group relative grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4 shadow-card hover:border-accent">
      <TopicCover topic={topic} drawings={drawings} />
      <div className="grid content-start gap-0.5">
        <h3 className="text-lg">
          <Link
            to={
              nextModule
                ? href('/courses/:courseSlug/:moduleSegment', {
                    courseSlug: slug,
                    moduleSegment: `module-${nextModule.id}`,
                  })
                : href('/courses/:courseSlug', { courseSlug: slug })
            }
            className="no-underline after:absolute after:inset-0 group-hover:text-accent"
          >
            {title}
          </Link>
        </h3>
        {nextModule ? (
          <p className="line-clamp-2 text-sm text-muted">
            Module {nextModule.id}: {nextModule.title}
          </p>
        ) : null}
      </div>
      <progress
        value={percentDone}
        max={100}
        aria-label={`Progress in ${title}`}
        className="col-span-2 h-1.5"
      />
    </li>
  );
}

const wayOnClass =
  'grid grid-cols-1 gap-5 rounded-card border border-line bg-surface p-6 shadow-card sm:p-8 md:grid-cols-[minmax(0,1fr)_auto] md:items-center md:gap-10';

function AllFinished() {
  return (
    <section aria-labelledby="continue" className={wayOnClass}>
      <div className="grid gap-2">
        <p className="eyebrow">Every course completed</p>
        <h2 id="continue">Put it to work</h2>
        <p className="text-muted">
          You have finished every course. Playbooks are where you use what you know.
        </p>
      </div>
      <ButtonLink size="large" to="/playbooks">
        Choose a playbook <ArrowRight />
      </ButtonLink>
    </section>
  );
}

type WayOn = NonNullable<Route.ComponentProps['loaderData']['continueWith']>;

function ContinueCard({
  course,
  module,
  isBegun,
  hasFinished,
  drawings,
}: WayOn & { hasFinished: boolean; drawings: Drawings }) {
  const toBegin = hasFinished ? 'The course to take up next' : 'A good place to start';
  return (
    <section
      aria-labelledby="continue"
      className={classNames(wayOnClass, 'md:grid-cols-[10rem_minmax(0,1fr)_auto]!')}
    >
      <TopicCover topic={course.topic} drawings={drawings} className="max-md:hidden" />
      <div className="grid gap-2">
        <p className="eyebrow">{isBegun ? 'Continue where you left' : toBegin}</p>
        <h2 id="continue">{course.title}</h2>
        <p className="text-muted">{module ? `Module ${module.id}: ${module.title}` : course.promise}</p>
        {module?.ticked ? (
          <p className="text-sm font-semibold text-accent">Exercise: {module.ticked}</p>
        ) : null}
        <div className="max-w-md pt-2">
          <ProgressBar percent={course.percentDone} label={`Progress in ${course.title}`}>
            {course.progressText}
          </ProgressBar>
        </div>
      </div>
      <ButtonLink
        size="large"
        to={
          module
            ? href('/courses/:courseSlug/:moduleSegment', {
                courseSlug: course.slug,
                moduleSegment: `module-${module.id}`,
              })
            : href('/courses/:courseSlug', { courseSlug: course.slug })
        }
      >
        {isBegun ? 'Continue' : 'Start Course'} <ArrowRight />
      </ButtonLink>
    </section>
  );
}
