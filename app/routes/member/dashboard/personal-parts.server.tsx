import { membership } from '#app/domain/core/catalogue/products.ts';
import type { buildDashboard } from '#app/domain/learning/dashboard/dashboard.server.ts';
import type { Doings } from '#app/domain/learning/dashboard/recent-activity.server.ts';
import type { PlannedWeek } from '#app/domain/learning/first-week/week.server.ts';
import type { WayIn } from '#app/routes/frame/way-in.ts';
import { pagePart } from '#app/routes/http/page-text.server.ts';
import { AllFinished, ContinueCard } from '#app/routes/member/dashboard/continue-card.server.tsx';
import { CourseItems } from '#app/routes/member/dashboard/course-items.server.tsx';
import { UnderWay } from '#app/routes/member/dashboard/courses-in-progress.server.tsx';
import { Starts } from '#app/routes/member/dashboard/first-steps.server.tsx';
import { OwnAssignments } from '#app/routes/member/dashboard/own-assignments.server.tsx';
import { type EarningsInShort, OwnEarnings } from '#app/routes/member/dashboard/own-earnings.server.tsx';
import { PlanInvitation, PlannedWeekCard } from '#app/routes/member/dashboard/planned-week.server.tsx';
import { Week } from '#app/routes/member/dashboard/week.server.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';
import { Chevron } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

type Dashboard = ReturnType<typeof buildDashboard>;

/** What decides how its reader goes on. */
interface Way {
  /** The week they have planned and not put away. */
  planned: PlannedWeek | null;
  mayPlan: boolean;
  /** Of who has earned something by selling; null for everyone else. */
  earnings: EarningsInShort | null;
  hasMembership: boolean;
  /** How they come to have one, without. */
  way: WayIn;
}

/** What the dashboard shows of its reader, as HTML: nothing but links, which nobody's press changes. */
export function renderPersonalParts(
  request: Request,
  dashboard: Dashboard,
  { week, recent, assignments }: Pick<Doings, 'week' | 'recent' | 'assignments'>,
  way: Way,
) {
  const isNew = dashboard.starts.length > 0;
  return {
    wayOn: pagePart(request, <WayOn {...dashboard} {...way} assignments={assignments} />),
    week: isNew ? null : pagePart(request, <Week week={week} recent={recent} />),
    aiCourses: pagePart(request, <CourseItems courses={dashboard.aiCourses} className="grid gap-4" />),
    lists: pagePart(request, <Lists lists={dashboard.lists} />),
  };
}

function WayOn({
  underWay,
  hasMembership,
  way: wayIn,
  earnings,
  assignments,
  ...way
}: Dashboard & Way & Pick<Doings, 'assignments'>) {
  return (
    <>
      <NextStep {...way} />
      {earnings ? <OwnEarnings {...earnings} /> : null}
      {assignments.length > 0 ? <OwnAssignments assignments={assignments} /> : null}
      {underWay.length > 0 ? <UnderWay courses={underWay} /> : null}
      {hasMembership ? null : (
        <p className="text-sm text-muted">
          {wayIn.pausedUntil ? (
            <>
              Your membership is paused until <Day at={wayIn.pausedUntil} />.{' '}
              <Link className="link" to="/profile/billing">
                Resume your membership
              </Link>
            </>
          ) : (
            <>
              You do not have a membership yet.{' '}
              <Link className="link" to="/checkout">
                Begin Checkout - {wayIn.price}/{membership.interval}
              </Link>
            </>
          )}
        </p>
      )}
    </>
  );
}

type NextStepProps = Pick<Dashboard, 'starts' | 'continueWith' | 'hasFinished'> &
  Pick<Way, 'planned' | 'mayPlan'>;

/** What to do next: the week that is planned, and beside it the course to go on with where the week has nothing of it. */
function NextStep({ starts, continueWith, hasFinished, planned, mayPlan }: NextStepProps) {
  const course = continueWith?.course.slug;
  const isInWeek = planned?.week.tasks.some((task) => !task.isDone && task.course === course) ?? false;
  const hasOpenWeek = planned !== null && planned.week.next !== null;
  const courseToContinue = continueWith ? (
    <ContinueCard {...continueWith} hasFinished={hasFinished} />
  ) : (
    <AllFinished />
  );
  if (planned)
    return (
      <>
        <PlannedWeekCard week={planned.week} />
        {hasOpenWeek && (isInWeek || !continueWith?.isBegun) ? null : courseToContinue}
      </>
    );
  const isNew = starts.length > 0;
  return (
    <>
      {mayPlan && isNew ? <PlanInvitation isNew /> : null}
      {isNew ? <Starts starts={starts} /> : courseToContinue}
      {mayPlan && !isNew && continueWith ? <PlanInvitation isNew={false} /> : null}
    </>
  );
}

/** Courses that a list shows of itself before one of it is begun. */
const openCount = 3;

function Lists({ lists }: Pick<Dashboard, 'lists'>) {
  return lists.map(({ title, begun, others }) => {
    const open = begun.length > 0 ? begun : others.slice(0, openCount);
    const folded = begun.length > 0 ? others : others.slice(openCount);
    return (
      <Card key={title} className="grid gap-3">
        <h2 className="text-xl">{title}</h2>
        {open.length > 0 ? <CourseItems courses={open} className="grid gap-2" /> : null}
        {folded.length > 0 ? (
          <details>
            <summary className="flex min-h-11 items-center justify-between gap-3 text-sm font-semibold hover:text-accent">
              {begun.length > 0
                ? `${folded.length} not started`
                : `${folded.length} more ${folded.length === 1 ? 'course' : 'courses'}`}
              <Chevron className="size-4" />
            </summary>
            <div className="pt-1">
              <CourseItems courses={folded} className="grid gap-2" />
            </div>
          </details>
        ) : null}
      </Card>
    );
  });
}
