import { readRange } from '#app/domain/operating/analytics/range.ts';
import { findMissedSearches, searchesTable } from '#app/domain/operating/analytics/searches.server.ts';
import { enoughAskers } from '#app/domain/operating/analytics/unanswered-searches.ts';
import { now } from '#app/platform/clock.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { AnalyticsFrame } from '#app/routes/admin/analytics/analytics-frame.tsx';
import { Definitions, FigureRows, FigureSection } from '#app/routes/admin/analytics/figures.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { Route } from './+types/searches';

export const middleware: Route.MiddlewareFunction[] = [allow('analytics:read')];

export async function loader({ url }: Route.LoaderArgs) {
  const range = readRange(url.searchParams, now());
  return { range, table: searchesTable(await findMissedSearches(range)) };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Searches without a result')];

const shown = 100;

export default function SearchesPage({ loaderData: { range, table } }: Route.ComponentProps) {
  return (
    <AnalyticsFrame
      tab="searches"
      range={range}
      lead="Searches that found nothing in the library: ideas for what to write next."
    >
      <FigureSection id="searches" title="Searches without a result" file="searches" range={range}>
        {table.rows.length === 0 ? (
          <EmptyState title="Nothing was missed">Every search in this range found something.</EmptyState>
        ) : (
          <FigureRows
            caption="Searches without a result, the most first"
            table={{ ...table, rows: table.rows.slice(0, shown) }}
            bar={1}
          />
        )}
        <Definitions
          of={{
            'Searched for': `words that found nothing, also with their spelling corrected. They are kept once ${enoughAskers} visitors have looked for them, and never with an address, a link, a long number, or as a sentence.`,
            Visitors: `different browsers, each once a day. The file has all, the page the first ${shown}.`,
          }}
        />
      </FigureSection>
    </AnalyticsFrame>
  );
}
