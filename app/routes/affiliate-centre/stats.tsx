import { readPlaceBy } from '#app/domain/core/values/cursor.ts';
import { isQuiet, readSourceKey, statsRead } from '#app/domain/programme/affiliates/referral-stats.server.ts';
import { readSourceSort, readStatsFilter } from '#app/domain/programme/affiliates/stats-filter.ts';
import { affiliateStatsCopy } from '#app/domain/site/site-copy/affiliates.server.ts';
import { CentreNav } from '#app/routes/affiliate-centre/centre-nav.tsx';
import { readCentreDisplay } from '#app/routes/affiliate-centre/lists/centre-lists.server.ts';
import { Funnel } from '#app/routes/affiliate-centre/stats/funnel.tsx';
import { OverTime } from '#app/routes/affiliate-centre/stats/over-time.tsx';
import { Sources } from '#app/routes/affiliate-centre/stats/sources.tsx';
import { StatsFilterForm } from '#app/routes/affiliate-centre/stats/stats-filter-form.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { readOfMember } from '#app/routes/http/read-ahead.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ArrowRight } from '#app/ui/icon.tsx';
import { Filtered } from '#app/ui/list-filter.tsx';
import { waysOf } from '#app/ui/list-pagination.tsx';
import type { Route } from './+types/stats';

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const filter = readStatsFilter(url.searchParams);
  const place = readPlaceBy(url.searchParams, readSourceKey);
  const sort = readSourceSort(url.searchParams);
  const { history, page } = await readOfMember(context, statsRead(filter, place, sort));
  const { sources, ...beside } = page;
  const query = String(new URLSearchParams({ ...filter, sort }));
  return {
    copy: affiliateStatsCopy(),
    filter,
    sort,
    search: url.search,
    display: readCentreDisplay(request, 'sources'),
    query,
    isEmpty: isQuiet(history),
    ...history,
    sources,
    ways: waysOf(url.pathname, url.search, beside, '#sources'),
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.copy.title ?? 'Stats'),
];

export default function Stats({ loaderData }: Route.ComponentProps) {
  const { copy, filter, sort, search, display, query, isEmpty, periods, funnel, sources, ways } = loaderData;
  return (
    <div className="page grid grid-cols-1 gap-10 py-8 sm:py-12">
      <div className="grid grid-cols-1 gap-8">
        <CentreNav current="stats" />
        <header className="grid max-w-3xl gap-4">
          <h1 className="headline">{copy.title}</h1>
          <p className="text-xl text-muted">{copy.lead}</p>
        </header>
        <StatsFilterForm copy={copy.filter} filter={filter} sort={sort} />
      </div>
      <Filtered id="stats-shown">
        {isEmpty ? (
          <EmptyState title={copy.empty.title}>
            <p>{copy.empty.text}</p>
            <ButtonLink to="/affiliate-centre/tools">
              {copy.empty.link} <ArrowRight />
            </ButtonLink>
          </EmptyState>
        ) : (
          <div className="grid grid-cols-1 gap-10">
            <OverTime
              copy={copy}
              period={filter.period}
              periods={periods}
              csv={`/affiliate-centre/stats.csv?${query}`}
            />
            <Funnel copy={copy} funnel={funnel} />
            <Sources
              copy={copy}
              breakdown={filter.breakdown}
              sources={sources}
              funnel={funnel}
              sort={sort}
              search={search}
              display={display}
              ways={ways}
              csv={`/affiliate-centre/stats.csv?${query}&what=sources`}
            />
          </div>
        )}
      </Filtered>
    </div>
  );
}
