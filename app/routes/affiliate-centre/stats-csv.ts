import { findReferralHistory, findReferralSources } from '#app/domain/affiliates/referral-stats.server.ts';
import { readStatsFilter, type StatsFilter } from '#app/domain/affiliates/stats-filter.ts';
import { csv } from '#app/platform/documents/csv.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { fileResponse } from '#app/routes/http/file-response.server.ts';
import type { Route } from './+types/stats-csv';

async function overTime(affiliateId: string, filter: StatsFilter): Promise<string> {
  const { periods } = await findReferralHistory(affiliateId, filter);
  return csv(
    [filter.period, 'clicks', 'registrations', 'sales', 'earned'],
    periods.map(({ start, clicks, registrations, sales, earnedCents }) => [
      start,
      clicks,
      registrations,
      sales,
      { cents: earnedCents },
    ]),
  );
}

async function bySource(affiliateId: string, filter: StatsFilter): Promise<string> {
  const { sources } = await findReferralSources(affiliateId, filter, { limit: null });
  return csv(
    [filter.breakdown, 'clicks', 'registrations', 'buyers'],
    sources.map(({ name, clicks, registrations, buyers }) => [name, clicks, registrations, buyers]),
  );
}

/** What the page of statistics shows, as a file: over time, or (`what=sources`) by where people came from, all of it. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { id } = context.get(memberContext);
  const filter = readStatsFilter(url.searchParams);
  const isBySource = url.searchParams.get('what') === 'sources';
  const text = await (isBySource ? bySource : overTime)(id, filter);
  const name = isBySource ? `${filter.breakdown}s-${filter.range}.csv` : `stats-${filter.range}.csv`;
  return fileResponse(request, { bytes: Buffer.from(text), mediaType: 'text/csv; charset=utf-8', name });
}
