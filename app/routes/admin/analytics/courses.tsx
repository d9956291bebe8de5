import { findCourseStanding } from '#app/domain/operating/analytics/course-standings.server.ts';
import { learningTable, stopsTable } from '#app/domain/operating/analytics/learning.server.ts';
import { stoppedDays } from '#app/domain/operating/analytics/limits.ts';
import { readRange } from '#app/domain/operating/analytics/range.ts';
import { now } from '#app/platform/clock.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { AnalyticsFrame } from '#app/routes/admin/analytics/analytics-frame.tsx';
import { Definitions, FigureRows, FigureSection } from '#app/routes/admin/analytics/figures.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/courses';

export const middleware: Route.MiddlewareFunction[] = [allow('analytics:read')];

export async function loader({ url }: Route.LoaderArgs) {
  const range = readRange(url.searchParams, now());
  const { figures, reckonedAt } = await findCourseStanding(range);
  return { range, reckonedAt, table: learningTable(figures), stops: stopsTable(figures) };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Courses in figures')];

/** Of the places where learners stop, the page shows the first. */
const shownStops = 20;

export default function CoursesPage({
  loaderData: { range, reckonedAt, table, stops },
}: Route.ComponentProps) {
  return (
    <AnalyticsFrame tab="courses" range={range} lead="Courses started and finished, and where learners stop.">
      <FigureSection id="courses" title="By course" file="courses" range={range}>
        {reckonedAt ? (
          <p className="text-xs text-muted">
            As of <Moment at={reckonedAt} />, updated every ten minutes. Downloaded files are up to date.
          </p>
        ) : null}
        <FigureRows caption="Starts and completions by course" table={table} bar={1} />
        <Definitions
          of={{
            Started: 'people who completed their first module of the course in this range.',
            Completed: 'people who completed their last module in this range, whenever they started.',
            Finished: 'the share of people who started in this range and have completed the course since.',
            'Most stop before': `the module that most of those who started did not complete, having gone no further for ${stoppedDays} days.`,
          }}
        />
      </FigureSection>
      <FigureSection id="stops" title="Where learners stop" file="stops" range={range}>
        {stops.rows.length === 0 ? (
          <EmptyState title="No one has stopped">
            Everyone who started in this range finished or went on within {stoppedDays} days.
          </EmptyState>
        ) : (
          <FigureRows
            caption="Modules before which learners stopped, the most first"
            table={{ ...stops, rows: stops.rows.slice(0, shownStops) }}
            bar={2}
          />
        )}
        <Definitions
          of={{
            Learners: `people who started in this range, completed the module before, and nothing more for ${stoppedDays} days. The export has every module; this page shows the first ${shownStops}.`,
          }}
        />
      </FigureSection>
    </AnalyticsFrame>
  );
}
