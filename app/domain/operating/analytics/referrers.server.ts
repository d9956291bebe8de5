import { type FigureTable, percentOf } from '#app/domain/operating/analytics/figure-table.ts';
import type { FigureRange } from '#app/domain/operating/analytics/range.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/** Visitors of a range by where they came from. */
interface Referrers {
  /** The name of a host; empty for those who came from nowhere that is told. The most first. */
  sources: { source: string; visitors: number }[];
  visitors: number;
}

/** Where visitors of a range came from. One query. */
export async function findReferrers({ from, to }: FigureRange): Promise<Referrers> {
  const sources = await prisma().$queryRaw<Referrers['sources']>`
    SELECT source, sum(visitors)::int AS visitors FROM visit_days
    WHERE day BETWEEN ${from}::date AND ${to}::date GROUP BY source ORDER BY visitors DESC, source`;
  return { sources, visitors: sources.reduce((sum, { visitors }) => sum + visitors, 0) };
}

/** The table of it. */
export function referrersTable({ sources, visitors }: Referrers): FigureTable {
  return {
    currency: '',
    columns: [
      { key: 'came_from', label: 'Came from', measure: 'text' },
      { key: 'visitors', label: 'Visitors', measure: 'count' },
      { key: 'share_percent', label: 'Share', measure: 'percent' },
    ],
    rows: sources.map(({ source, visitors: own }) => [
      source || 'Direct or unknown',
      own,
      percentOf(own, visitors),
    ]),
  };
}
