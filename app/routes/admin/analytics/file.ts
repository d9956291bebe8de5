import {
  affiliatesTable,
  findAffiliateFigures,
  readOrder,
} from '#app/domain/operating/analytics/affiliates.server.ts';
import { type FigureTable, figureFile } from '#app/domain/operating/analytics/figure-table.ts';
import { findFunnel, funnelTable } from '#app/domain/operating/analytics/funnel.server.ts';
import { findLearning, learningTable, stopsTable } from '#app/domain/operating/analytics/learning.server.ts';
import { type FigureRange, readRange } from '#app/domain/operating/analytics/range.ts';
import { findReferrers, referrersTable } from '#app/domain/operating/analytics/referrers.server.ts';
import { findRetention, retentionTable } from '#app/domain/operating/analytics/retention.server.ts';
import { findRevenue, readCurrency, revenueTable } from '#app/domain/operating/analytics/revenue.server.ts';
import { findMissedSearches, searchesTable } from '#app/domain/operating/analytics/searches.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { tableResponse } from '#app/routes/http/export-response.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/file';

export const middleware: Route.MiddlewareFunction[] = [allow('analytics:read')];

const tables: Record<string, (range: FigureRange, query: URLSearchParams) => Promise<FigureTable>> = {
  revenue: async (range, query) => revenueTable(await findRevenue(range, readCurrency(query))),
  retention: async (range, query) => retentionTable(await findRetention(range, readCurrency(query))),
  funnel: async (range) => funnelTable(await findFunnel(range)),
  courses: async (range) => learningTable(await findLearning(range)),
  stops: async (range) => stopsTable(await findLearning(range)),
  searches: async (range) => searchesTable(await findMissedSearches(range)),
  affiliates: async (range, query) =>
    affiliatesTable(await findAffiliateFigures(range, readOrder(query), null)),
  referrers: async (range) => referrersTable(await findReferrers(range)),
};

/** What a page of figures shows, as a file. */
export async function loader({ params, url }: Route.LoaderArgs) {
  const [, name = ''] = /^([a-z]+)\.csv$/.exec(params.file) ?? [];
  const table = Object.hasOwn(tables, name) ? tables[name] : undefined;
  if (!table) throw notFound('There is no such file');
  const range = readRange(url.searchParams, now());
  const file = figureFile(await table(range, url.searchParams));
  return tableResponse(url.searchParams, file, `${name}-${range.from}-${range.to}`);
}
