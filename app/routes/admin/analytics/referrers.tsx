import { readRange } from '#app/domain/operating/analytics/range.ts';
import { findReferrers, referrersTable } from '#app/domain/operating/analytics/referrers.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { AnalyticsFrame } from '#app/routes/admin/analytics/analytics-frame.tsx';
import { Definitions, FigureRows, FigureSection } from '#app/routes/admin/analytics/figures.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { Route } from './+types/referrers';

export const middleware: Route.MiddlewareFunction[] = [allow('analytics:read')];

export async function loader({ url }: Route.LoaderArgs) {
  const range = readRange(url.searchParams, now());
  return { range, table: referrersTable(await findReferrers(range)) };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Referrers')];

const shown = 50;

export default function ReferrersPage({ loaderData: { range, table } }: Route.ComponentProps) {
  return (
    <AnalyticsFrame tab="referrers" range={range} lead="Which sites visitors came from.">
      <FigureSection id="referrers" title="By site" file="referrers" range={range}>
        {table.rows.length === 0 ? (
          <EmptyState title="No data yet">No visitors in this range.</EmptyState>
        ) : (
          <FigureRows
            caption="Visitors by the site they came from"
            table={{ ...table, rows: table.rows.slice(0, shown) }}
            bar={1}
          />
        )}
        <Definitions
          of={{
            'Came from': `the site whose link opened the first page of the day, by its host alone. Browsers tell it or not; typed addresses, emails and apps tell nothing. The file has all sites, the page the first ${shown}.`,
            Visitors:
              'browsers without a sign-in, each once a day, without cookies; bots, and browsers that ask not to be tracked, are left out.',
          }}
        />
      </FigureSection>
    </AnalyticsFrame>
  );
}
