import {
  findReferralHistory,
  findReferralSources,
} from '#app/domain/programme/affiliates/referral-stats.server.ts';
import {
  readSourceSort,
  readStatsFilter,
  type SourceSort,
  type StatsFilter,
} from '#app/domain/programme/affiliates/stats-filter.ts';
import type { Table } from '#app/platform/documents/csv.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { tableResponse } from '#app/routes/http/export-response.server.ts';
import type { Route } from './+types/stats-csv';

async function overTime(affiliateId: string, filter: StatsFilter): Promise<Table> {
  const { periods } = await findReferralHistory(affiliateId, filter);
  const rows = periods.map(({ start, clicks, registrations, sales, earnedCents }) => [
    start,
    clicks,
    registrations,
    sales,
    { cents: earnedCents },
  ]);
  return { head: [filter.period, 'clicks', 'registrations', 'sales', 'earned'], batches: [rows] };
}

async function bySource(affiliateId: string, filter: StatsFilter, sort: SourceSort): Promise<Table> {
  const { sources } = await findReferralSources(affiliateId, filter, { sort, limit: null });
  const rows = sources.map(({ name, clicks, registrations, buyers }) => [
    name,
    clicks,
    registrations,
    buyers,
  ]);
  return { head: [filter.breakdown, 'clicks', 'registrations', 'buyers'], batches: [rows] };
}

/** What the page of statistics shows, as a file: over time, or (`what=sources`) by where people came from, all of it. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { id } = context.get(memberContext);
  const filter = readStatsFilter(url.searchParams);
  const isBySource = url.searchParams.get('what') === 'sources';
  const table = await (isBySource
    ? bySource(id, filter, readSourceSort(url.searchParams))
    : overTime(id, filter));
  const name = isBySource ? `${filter.breakdown}s-${filter.range}` : `stats-${filter.range}`;
  return tableResponse(url.searchParams, table, name);
}
