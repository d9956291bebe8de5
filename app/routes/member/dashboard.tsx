import { href } from 'react-router';
import { emailLocalPart } from '#app/domain/access/viewer.ts';
import { listProgress } from '#app/domain/courses/completion.server.ts';
import { buildDashboard } from '#app/domain/dashboard/dashboard.server.ts';
import { listLetters } from '#app/domain/email-course/letters.server.ts';
import { dashboardCopy } from '#app/domain/facts/copy.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { interactive } from '#app/routes/http/page-handle.ts';
import { CourseProgressItem } from '#app/routes/member/dashboard/course-progress-item.tsx';
import { DashboardSections } from '#app/routes/member/dashboard/dashboard-sections.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ArrowRight } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import type { Route } from './+types/dashboard';

export async function loader({ context }: Route.LoaderArgs) {
  const viewer = context.get(memberContext);
  const copy = dashboardCopy();
  const dashboard = buildDashboard(await listProgress(viewer.id), copy);
  const { affiliate, reseller, emailCourse, comingSoon } = copy;
  return {
    greeting: emailLocalPart(viewer.email),
    hasMembership: viewer.hasMembership,
    ...dashboard,
    letters: listLetters(),
    texts: { affiliate, reseller, emailCourse, comingSoon, suggestedOrderNote: copy.suggestedOrder.note },
  };
}

export const handle = interactive;

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Dashboard')];

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { greeting, hasMembership, continueWith, totals, lists } = loaderData;
  return (
    <div className="page grid grid-cols-1 gap-10 py-8 sm:py-12">
      <header className="grid grid-cols-1 gap-2">
        <h1>{totals.completed + totals.begun > 0 ? 'Welcome back' : 'Welcome'}</h1>
        <p className="text-lg wrap-anywhere text-muted">
          Hello, {greeting}. {totals.completed} of {totals.courses} courses completed, {totals.begun} in
          progress.
        </p>
      </header>
      {continueWith ? <ContinueCard {...continueWith} hasFinished={totals.completed > 0} /> : <AllFinished />}
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
        <DashboardSections
          texts={loaderData.texts}
          suggestedOrder={loaderData.suggestedOrder}
          aiCourses={loaderData.aiCourses}
          letters={loaderData.letters}
        />
        <aside aria-label="Course lists" className="grid gap-6">
          {lists.map((list) => (
            <Card key={list.title} className="grid gap-3">
              <h2 className="text-xl">{list.title}</h2>
              <ul className="grid gap-2">
                {list.courses.map((course) => (
                  <CourseProgressItem key={course.slug} course={course} />
                ))}
              </ul>
            </Card>
          ))}
        </aside>
      </div>
    </div>
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

function ContinueCard({ course, module, isBegun, hasFinished }: WayOn & { hasFinished: boolean }) {
  const toBegin = hasFinished ? 'The course to take up next' : 'A good place to start';
  return (
    <section aria-labelledby="continue" className={wayOnClass}>
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
