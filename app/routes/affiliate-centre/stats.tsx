import { isQuiet, statsRead } from '#app/domain/affiliates/referral-stats.server.ts';
import { readStatsFilter } from '#app/domain/affiliates/stats-filter.ts';
import { affiliateStatsCopy } from '#app/domain/site-copy/affiliates.server.ts';
import { CentreNav } from '#app/routes/affiliate-centre/centre-nav.tsx';
import { Funnel } from '#app/routes/affiliate-centre/stats/funnel.tsx';
import { OverTime } from '#app/routes/affiliate-centre/stats/over-time.tsx';
import { Sources } from '#app/routes/affiliate-centre/stats/sources.tsx';
import { StatsFilterForm } from '#app/routes/affiliate-centre/stats/stats-filter-form.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { readOfMember } from '#app/routes/http/read-ahead.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ArrowRight } from '#app/ui/icon.tsx';
import type { Route } from './+types/stats';

export async function loader({ url, context }: Route.LoaderArgs) {
  const filter = readStatsFilter(url.searchParams);
  const cursor = url.searchParams.get('after');
  const { history, page } = await readOfMember(context, statsRead(filter, cursor));
  const { sources, next } = page;
  const query = String(new URLSearchParams({ ...filter }));
  return {
    copy: affiliateStatsCopy(),
    filter,
    query,
    isEmpty: isQuiet(history),
    ...history,
    sources,
    isFirst: cursor === null,
    next: next && `/affiliate-centre/stats?${query}&${new URLSearchParams({ after: next })}#sources`,
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.copy.title ?? 'Stats'),
];

export default function Stats({ loaderData }: Route.ComponentProps) {
  const { copy, filter, query, isEmpty, periods, funnel, sources, isFirst, next } = loaderData;
  return (
    <div className="page grid grid-cols-1 gap-10 py-8 sm:py-12">
      <div className="grid grid-cols-1 gap-8">
        <CentreNav current="stats" />
        <header className="grid max-w-3xl gap-4">
          <h1 className="headline">{copy.title}</h1>
          <p className="text-xl text-muted">{copy.lead}</p>
        </header>
        <StatsFilterForm copy={copy.filter} filter={filter} />
      </div>
      {isEmpty ? (
        <EmptyState title={copy.empty.title}>
          <p>{copy.empty.text}</p>
          <ButtonLink to="/affiliate-centre/tools">
            {copy.empty.link} <ArrowRight />
          </ButtonLink>
        </EmptyState>
      ) : (
        <>
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
            first={isFirst ? null : `/affiliate-centre/stats?${query}#sources`}
            next={next}
            csv={`/affiliate-centre/stats.csv?${query}&what=sources`}
          />
        </>
      )}
    </div>
  );
}
