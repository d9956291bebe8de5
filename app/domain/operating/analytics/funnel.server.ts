import { type FigureTable, percentOf } from '#app/domain/operating/analytics/figure-table.ts';
import { type StepKind, stepKinds } from '#app/domain/operating/analytics/kinds.ts';
import type { FigureRange } from '#app/domain/operating/analytics/range.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** How far those came who registered in a range, and how many visitors there were. */
interface VisitorFunnel extends Record<StepKind, number> {
  visitors: number;
  /** The first day of which visitors were counted, YYYY-MM-DD; null before there is one. */
  countedSince: string | null;
}

/** How far those who registered within a range have come since. One query. */
export async function findFunnel({ from, to }: FigureRange): Promise<VisitorFunnel> {
  const rows = await prisma().$queryRaw<{ kind: string; people: number; since: string | null }[]>`
    SELECT kind, sum(people)::int AS people, NULL AS since FROM figure_days
    WHERE currency = '' AND day BETWEEN ${from}::date AND ${to}::date AND kind IN (${Prisma.join([...stepKinds])}) GROUP BY 1
    UNION ALL
    SELECT 'visitors', coalesce(sum(visitors) FILTER (WHERE day BETWEEN ${from}::date AND ${to}::date), 0)::int,
      to_char(min(day), 'YYYY-MM-DD') FROM visit_days`;
  const of = (kind: string) => rows.find((row) => row.kind === kind)?.people ?? 0;
  return {
    visitors: of('visitors'),
    registered: of('registered'),
    began: of('began'),
    member: of('member'),
    stayed: of('stayed'),
    countedSince: rows.find(({ since }) => since !== null)?.since ?? null,
  };
}

/** Its steps, each with its name. */
const funnelSteps = [
  { kind: 'visitors', label: 'Visitors' },
  { kind: 'registered', label: 'Registered' },
  { kind: 'began', label: 'Began a checkout' },
  { kind: 'member', label: 'Paid for the membership' },
  { kind: 'stayed', label: 'Paid for a second month' },
] as const satisfies readonly { kind: StepKind | 'visitors'; label: string }[];

/** The table of it, step by step. */
export function funnelTable(funnel: VisitorFunnel): FigureTable {
  return {
    currency: '',
    columns: [
      { key: 'step', label: 'Step', measure: 'text' },
      { key: 'people', label: 'People', measure: 'count' },
      { key: 'of_step_before_percent', label: 'Of the step before', measure: 'percent' },
      { key: 'of_registered_percent', label: 'Of the registered', measure: 'percent' },
    ],
    rows: funnelSteps.map(({ kind, label }, index) => {
      const before = funnelSteps[index - 1];
      return [
        label,
        funnel[kind],
        before ? percentOf(funnel[kind], funnel[before.kind]) : null,
        index > 0 ? percentOf(funnel[kind], funnel.registered) : null,
      ];
    }),
  };
}
