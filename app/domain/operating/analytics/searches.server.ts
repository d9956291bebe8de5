import type { FigureTable } from '#app/domain/operating/analytics/figure-table.ts';
import type { FigureRange } from '#app/domain/operating/analytics/range.ts';
import { enoughAskers } from '#app/domain/operating/analytics/unanswered-searches.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/** What was looked for and not found, in a range. */
interface MissedSearches {
  searches: { words: string; askers: number; lastDay: string }[];
  /** How many of all visitors with a search that found nothing are in that list; the words of the others are not kept. */
  askers: number;
}

/** Searches without a result, those of the most visitors first. One query. */
export async function findMissedSearches({ from, to }: FigureRange): Promise<MissedSearches> {
  const rows = await prisma().$queryRaw<{ words: string | null; askers: number; lastDay: string }[]>`
    SELECT m.words, sum(d.askers)::int AS askers, to_char(max(d.day), 'YYYY-MM-DD') AS "lastDay"
    FROM missed_search_days d JOIN missed_searches m USING (fingerprint)
    WHERE d.day BETWEEN ${from}::date AND ${to}::date
    GROUP BY m.words ORDER BY askers DESC, m.words`;
  return {
    searches: rows.flatMap(({ words, ...row }) => (words === null ? [] : [{ words, ...row }])),
    askers: rows.reduce((sum, { askers }) => sum + askers, 0),
  };
}

/** The table of it. The last row is what is not told. */
export function searchesTable({ searches, askers }: MissedSearches): FigureTable {
  const told = searches.reduce((sum, one) => sum + one.askers, 0);
  return {
    currency: '',
    columns: [
      { key: 'searched_for', label: 'Searched for', measure: 'text' },
      { key: 'visitors', label: 'Visitors', measure: 'count' },
      { key: 'last_on', label: 'Last on', measure: 'text' },
    ],
    rows: [
      ...searches.map(({ words, askers: own, lastDay }) => [words, own, lastDay]),
      ...(askers > told
        ? [[`(searched for by fewer than ${enoughAskers}, or not kept)`, askers - told, null]]
        : []),
    ],
  };
}
