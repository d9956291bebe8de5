import { type FigureTable, percentOf } from '#app/domain/operating/analytics/figure-table.ts';
import { headcountSql } from '#app/domain/operating/analytics/headcount-sql.server.ts';
import { mostMonths } from '#app/domain/operating/analytics/limits.ts';
import { noCohort } from '#app/domain/operating/analytics/parts.server.ts';
import type { FigureRange } from '#app/domain/operating/analytics/range.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/** Those who began to pay in a month, and how many of them still did at the ends of the months after. */
interface Cohort {
  /** Its first day, YYYY-MM-DD. */
  month: string;
  members: number;
  /** Who paid at the end of the month they began in, of the next, and so on; months that are not over are left out. */
  stayed: number[];
  /** Net received of them so far, of whatever was sold; integer cents. */
  receivedCents: number;
}

interface Retention {
  currency: string;
  cohorts: Cohort[];
  /** All of them together; null without any. */
  lifetimeCents: number | null;
  /** What is paid a month by a member today, divided by the share that leaves in a month; null while nobody has left. */
  expectedCents: number | null;
  /** The share that left in a month, of the last three that are over, in percent; null before there is one. */
  churnPercent: number | null;
}

const monthsOfChurn = 3;

const monthOf = (day: string, later = 0) => {
  const at = new Date(`${day}T00:00:00Z`);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1)).toISOString().slice(0, 10);
};

interface Row {
  cohort: string;
  month: string;
  began: number;
  change: number;
  churned: number;
  movedCents: number;
  receivedCents: number;
}

/** The cohorts that began within the months of a range, the newest first. One query. */
export async function findRetention(range: FigureRange, currency: string): Promise<Retention> {
  const today = now().toISOString().slice(0, 10);
  const rows = await prisma().$queryRaw<Row[]>`
    SELECT to_char(cohort, 'YYYY-MM-DD') AS cohort, to_char(month, 'YYYY-MM-DD') AS month, began, change, churned,
      "movedCents", "receivedCents"
    FROM (SELECT cohort, date_trunc('month', day::timestamp) AS month,
        coalesce(sum(people) FILTER (WHERE kind = 'new'), 0)::int AS began,
        sum(${headcountSql()})::int AS change,
        coalesce(sum(people) FILTER (WHERE kind = 'churned'), 0)::int AS churned,
        coalesce(sum(cents) FILTER (WHERE kind NOT IN ('received', 'received_once')), 0)::float8 AS "movedCents",
        coalesce(sum(cents) FILTER (WHERE kind IN ('received', 'received_once')), 0)::float8 AS "receivedCents"
      FROM figure_days WHERE currency = ${currency} AND cohort > ${noCohort}::date AND day <= ${today}::date
      GROUP BY 1, 2) of_cohort`;
  const [first, last] = [monthOf(range.from), monthOf(range.to)];
  const thisMonth = monthOf(today);
  const byCohort = Map.groupBy(rows, ({ cohort }) => cohort);
  const cohorts = [...byCohort]
    .filter(([month]) => month >= first && month <= last)
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([month, own]) => cohortOf(month, own, thisMonth));
  const shown = cohorts.reduce(
    (sum, { members, receivedCents }) => ({
      members: sum.members + members,
      cents: sum.cents + receivedCents,
    }),
    { members: 0, cents: 0 },
  );
  const { churnPercent, perMemberCents } = pulse(rows, thisMonth);
  return {
    currency,
    cohorts,
    lifetimeCents: shown.members > 0 ? Math.round(shown.cents / shown.members) : null,
    expectedCents:
      churnPercent && perMemberCents !== null ? Math.round((perMemberCents * 100) / churnPercent) : null,
    churnPercent,
  };
}

function cohortOf(month: string, rows: readonly Row[], thisMonth: string): Cohort {
  const stayed: number[] = [];
  for (let later = 0; later <= mostMonths && monthOf(month, later) < thisMonth; later += 1) {
    const until = monthOf(month, later);
    stayed.push(rows.filter((row) => row.month <= until).reduce((sum, { change }) => sum + change, 0));
  }
  return {
    month,
    members: rows.reduce((sum, { began }) => sum + began, 0),
    stayed,
    receivedCents: rows.reduce((sum, row) => sum + row.receivedCents, 0),
  };
}

/** Of all cohorts: which share leaves in a month, and what a member pays in one. */
function pulse(rows: readonly Row[], thisMonth: string) {
  const sumOf = (value: (row: Row) => number, isMeant: (row: Row) => boolean) =>
    rows.reduce((sum, row) => (isMeant(row) ? sum + value(row) : sum), 0);
  let [left, atStarts] = [0, 0];
  for (let ago = 1; ago <= monthsOfChurn; ago += 1) {
    const month = monthOf(thisMonth, -ago);
    left += sumOf(
      ({ churned }) => churned,
      (row) => row.month === month,
    );
    atStarts += sumOf(
      ({ change }) => change,
      (row) => row.month < month,
    );
  }
  const members = sumOf(
    ({ change }) => change,
    () => true,
  );
  const cents = sumOf(
    ({ movedCents }) => movedCents,
    () => true,
  );
  return { churnPercent: percentOf(left, atStarts), perMemberCents: members > 0 ? cents / members : null };
}

/** The table of it: shares of each cohort in percent, by months after its first. */
export function retentionTable({ cohorts, currency }: Retention): FigureTable {
  const months = Math.max(0, ...cohorts.map(({ stayed }) => stayed.length));
  return {
    currency,
    columns: [
      { key: 'month', label: 'Began in', measure: 'text' },
      { key: 'members', label: 'Members', measure: 'count' },
      { key: 'received_each', label: 'Received each', measure: 'money' },
      ...Array.from({ length: months }, (_, later) => ({
        key: `month_${later}_percent`,
        label: `${later}`,
        measure: 'percent' as const,
      })),
    ],
    rows: cohorts.map(({ month, members, stayed, receivedCents }) => [
      month.slice(0, 7),
      members,
      members > 0 ? Math.round(receivedCents / members) : null,
      ...Array.from({ length: months }, (_, later) =>
        later < stayed.length ? percentOf(stayed[later] ?? 0, members) : null,
      ),
    ]),
  };
}
