import { ledgerCurrency } from '#app/domain/core/catalogue/programme.ts';
import type { EarnedMonth } from '#app/domain/programme/commissions/balance.server.ts';
import type { affiliateCommissionsCopy } from '#app/domain/site/site-copy/affiliate-commissions.server.ts';
import { formatMonth } from '#app/platform/date-format.ts';
import { exactMoney, signedMoney } from '#app/routes/affiliate-centre/ledger-table.tsx';
import { BarChart } from '#app/ui/bar-chart.tsx';
import { Link } from '#app/ui/link.tsx';
import { Table } from '#app/ui/table.tsx';

const nameOf = (start: string) => formatMonth(new Date(`${start}T00:00:00Z`));

/** Twelve months of earnings: a picture, and a table with the same figures. */
export function EarningsYear({
  copy,
  months,
}: {
  copy: ReturnType<typeof affiliateCommissionsCopy>['overview'];
  months: readonly EarnedMonth[];
}) {
  const current = months.at(-1)?.start;
  return (
    <section aria-labelledby="year" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="year">{copy.year}</h2>
        <Link to="/affiliate-centre/stats" className="link inline-flex min-h-11 items-center text-sm">
          {copy.stats}
        </Link>
      </div>
      <div className="grid grid-cols-1 gap-6 rounded-card border border-line bg-surface p-5 shadow-card sm:p-6 lg:grid-cols-[minmax(0,1fr)_18rem] lg:gap-10">
        <BarChart
          title={copy.byMonth}
          bars={months.map(({ start, cents }) => ({
            label: nameOf(start),
            value: Math.max(0, cents),
            isUnfinished: start === current,
          }))}
          formatValue={(cents) => signedMoney(cents, ledgerCurrency)}
          isTall
        />
        <Table
          caption={`${copy.year}, ${copy.byMonth.toLowerCase()}`}
          head={[copy.monthColumn, { label: copy.earnedColumn, isNumeric: true }]}
          className="max-h-64 overflow-y-auto lg:max-h-none"
        >
          {months.toReversed().map(({ start, cents }) => (
            <tr key={start} className="tabular-nums">
              <th scope="row" className="whitespace-nowrap">
                {nameOf(start)}
                {start === current ? <span className="font-normal text-muted"> {copy.soFar}</span> : null}
              </th>
              <td className="text-right whitespace-nowrap">{exactMoney(cents, ledgerCurrency)}</td>
            </tr>
          ))}
        </Table>
      </div>
    </section>
  );
}
