import { ledgerCurrency } from '#app/domain/core/catalogue/programme.ts';
import type { FigureTable } from '#app/domain/operating/analytics/figure-table.ts';
import { percentOf } from '#app/domain/operating/analytics/figure-table.ts';
import { headcountChanges, type MovementKind, movementKinds } from '#app/domain/operating/analytics/kinds.ts';
import { type Bucket, bucketsOf, type FigureRange } from '#app/domain/operating/analytics/range.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';

type Change = { people: number; cents: number };

/** What is paid a month, over a part of a range. Integer cents. */
export interface RevenuePeriod extends Bucket {
  startCents: number;
  movements: Record<MovementKind, Change>;
  endCents: number;
  membersAtStart: number;
  membersAtEnd: number;
  /** Of those at its beginning, who left, in percent; null where there was nobody. */
  churnPercent: number | null;
  /** Received for subscriptions, net of tax and of what went back. */
  receivedCents: number;
}

interface Revenue {
  currency: string;
  /** All in which anything was paid. */
  currencies: string[];
  periods: RevenuePeriod[];
  /** The range as one period. */
  whole: RevenuePeriod;
}

interface Row {
  key: string | null;
  kind: string;
  people: number;
  cents: number;
  currencies: string[] | null;
}

const none = (): Record<MovementKind, Change> => ({
  new: { people: 0, cents: 0 },
  reactivated: { people: 0, cents: 0 },
  resumed: { people: 0, cents: 0 },
  expansion: { people: 0, cents: 0 },
  contraction: { people: 0, cents: 0 },
  paused: { people: 0, cents: 0 },
  churned: { people: 0, cents: 0 },
});

/** The currency that an address asks for, or the one everything is sold in. */
export const readCurrency = (query: URLSearchParams): string => {
  const asked = query.get('currency')?.toLowerCase() ?? '';
  return /^[a-z]{3}$/.test(asked) ? asked : ledgerCurrency;
};

/** What is paid a month in a currency, and how it moves, over a range. One query. */
export async function findRevenue(range: FigureRange, currency: string): Promise<Revenue> {
  const { from, to, grain } = range;
  const moves = Prisma.join([...movementKinds]);
  const rows = await prisma().$queryRaw<Row[]>`
    SELECT to_char(part, 'YYYY-MM-DD') AS key, kind, people, cents, NULL::text[] AS currencies
    FROM (SELECT date_trunc(${grain}, day::timestamp) AS part, kind, sum(people)::int AS people, sum(cents)::float8 AS cents
      FROM figure_totals WHERE currency = ${currency} AND day BETWEEN ${from}::date AND ${to}::date AND kind IN (${moves}, 'received')
      GROUP BY 1, 2) of_part
    UNION ALL
    SELECT NULL, kind, sum(people)::int, sum(cents)::float8, NULL FROM figure_totals
    WHERE currency = ${currency} AND day < ${from}::date AND kind IN (${moves}) GROUP BY kind
    UNION ALL
    SELECT NULL, '', 0, 0, (SELECT array_agg(currency ORDER BY currency)
      FROM (SELECT DISTINCT currency FROM figure_totals WHERE currency <> '') known)`;
  const before = { cents: 0, members: 0 };
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const { key, kind } = row;
    if (key !== null) found.set(key, [...(found.get(key) ?? []), row]);
    else if (isMovement(kind)) {
      before.cents += row.cents;
      before.members += headcountChanges[kind] * row.people;
    }
  }
  const first = { ...before };
  const periods = bucketsOf(range).map((bucket) => {
    const period = periodOf(bucket, before, found.get(bucket.key) ?? []);
    before.cents = period.endCents;
    before.members = period.membersAtEnd;
    return period;
  });
  const all = [...found.values()].flat();
  return {
    currency,
    currencies: rows.find(({ currencies }) => currencies)?.currencies ?? [currency],
    periods,
    whole: periodOf({ key: from, from, to }, first, all),
  };
}

const isMovement = (kind: string): kind is MovementKind => Object.hasOwn(headcountChanges, kind);

function periodOf(
  bucket: Bucket,
  before: { cents: number; members: number },
  rows: readonly Row[],
): RevenuePeriod {
  const movements = none();
  let receivedCents = 0;
  let [cents, members] = [before.cents, before.members];
  for (const row of rows) {
    if (row.kind === 'received') receivedCents += row.cents;
    if (!isMovement(row.kind)) continue;
    movements[row.kind].people += row.people;
    movements[row.kind].cents += row.cents;
    cents += row.cents;
    members += headcountChanges[row.kind] * row.people;
  }
  return {
    ...bucket,
    startCents: before.cents,
    movements,
    endCents: cents,
    membersAtStart: before.members,
    membersAtEnd: members,
    churnPercent: percentOf(movements.churned.people, before.members),
    receivedCents,
  };
}

const monthDays = 365.25 / 12;

/** Of the members who paid, on average over a range, how many left in a month, in percent with one decimal; null where nobody paid. */
export function monthlyChurn(
  { from, to }: Pick<FigureRange, 'from' | 'to'>,
  periods: readonly Pick<RevenuePeriod, 'membersAtStart' | 'movements'>[],
): number | null {
  const months = (Date.parse(to) - Date.parse(from) + dayMs) / dayMs / monthDays;
  const members = periods.reduce((sum, { membersAtStart }) => sum + membersAtStart, 0) / periods.length;
  const churned = periods.reduce((sum, { movements }) => sum + movements.churned.people, 0);
  return percentOf(churned / months, members);
}

/** The table of it, the oldest first. */
export function revenueTable({ periods, currency }: Revenue): FigureTable {
  const money = (key: string, label: string) => ({ key, label, measure: 'money' as const });
  const count = (key: string, label: string) => ({ key, label, measure: 'count' as const });
  return {
    currency,
    columns: [
      { key: 'from', label: 'From', measure: 'text' },
      { key: 'to', label: 'To', measure: 'text' },
      money('mrr_at_start', 'MRR at start'),
      money('new', 'New'),
      money('reactivated', 'Reactivated'),
      money('resumed', 'Resumed'),
      money('expansion', 'Expansion'),
      money('contraction', 'Contraction'),
      money('paused', 'Paused'),
      money('churned', 'Churned'),
      money('mrr_at_end', 'MRR at end'),
      count('members_at_end', 'Members at end'),
      count('members_left', 'Left'),
      { key: 'churn_percent', label: 'Churn', measure: 'percent' },
      money('received', 'Received'),
    ],
    rows: periods.map((one) => [
      one.from,
      one.to,
      one.startCents,
      one.movements.new.cents,
      one.movements.reactivated.cents,
      one.movements.resumed.cents,
      one.movements.expansion.cents,
      one.movements.contraction.cents,
      one.movements.paused.cents,
      one.movements.churned.cents,
      one.endCents,
      one.membersAtEnd,
      one.movements.churned.people,
      one.churnPercent,
      one.receivedCents,
    ]),
  };
}
