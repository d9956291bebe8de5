import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { moneyPeriodDays } from '#app/domain/operating/attention/figure.ts';
import type { MoneyMonth } from '#app/domain/operating/attention/money-months.server.ts';
import { formatMonth } from '#app/platform/date-format.ts';
import { ChangeSign } from '#app/routes/admin/home/change-sign.tsx';
import type { MoneyCard, MoneyKey } from '#app/routes/admin/home/money-cards.ts';
import { type OtherAmounts, OtherCurrencies } from '#app/routes/admin/home/other-currencies.tsx';
import { BarChart } from '#app/ui/bar-chart.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { Table } from '#app/ui/table.tsx';

const path = '/admin';

/** A figure of the months: what its chart and its column are called, and its value in a month. */
interface MonthFigure {
  chart: string;
  column: string;
  amountIn: (month: MoneyMonth) => number | null;
  format: (value: number) => string;
}

const people = (value: number) => value.toLocaleString('en-US');

const monthFigures: Record<MoneyKey, MonthFigure> = {
  mrr: {
    chart: 'MRR at the end of each month',
    column: 'MRR',
    amountIn: ({ mrrCents }) => mrrCents,
    format: formatMoney,
  },
  revenue: {
    chart: 'Subscription revenue by month, net of tax and refunds',
    column: 'Revenue',
    amountIn: ({ revenueCents }) => revenueCents,
    format: formatMoney,
  },
  net: {
    chart: 'Net after commissions by month',
    column: 'Net',
    amountIn: ({ netCents }) => netCents,
    format: formatMoney,
  },
  new: {
    chart: 'New paying members by month',
    column: 'New',
    amountIn: ({ joined }) => joined,
    format: people,
  },
  lost: { chart: 'Lost members by month', column: 'Lost', amountIn: ({ lost }) => lost, format: people },
  churn: {
    chart: 'Churn by month',
    column: 'Churn',
    amountIn: ({ churnPercent }) => churnPercent,
    format: (value) => `${value.toLocaleString('en-US')}%`,
  },
};

const columns = Object.entries(monthFigures) as [MoneyKey, MonthFigure][];

/** What came in and went out: each figure of the last 30 days leads to its chart by month, and the table has all of them. */
export function Money({
  cards,
  months,
  shown,
  others,
}: {
  cards: readonly MoneyCard[];
  months: readonly MoneyMonth[];
  /** Whose chart it is. */
  shown: MoneyKey;
  others: readonly OtherAmounts[];
}) {
  return (
    <section aria-labelledby="money" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="money" className="text-xl">
          Last {moneyPeriodDays} days
        </h2>
        <Link to="/admin/analytics?range=12m" className="link text-sm">
          All revenue figures
        </Link>
      </div>
      <div className="overflow-hidden rounded-card border border-line bg-surface">
        <ul
          id="figures"
          className="grid grid-cols-1 gap-px bg-line min-[24rem]:grid-cols-2 md:grid-cols-3 xl:grid-cols-6"
        >
          {cards.map((card) => (
            <MoneyFigure key={card.key} card={card} isShown={card.key === shown} />
          ))}
        </ul>
        {months.length === 0 ? (
          <div className="border-t border-line p-4">
            <EmptyState title="No data yet">The first payment begins the chart.</EmptyState>
          </div>
        ) : (
          <Months months={months} shown={shown} />
        )}
      </div>
      <p className="max-w-prose text-xs text-muted">
        Compared with the {moneyPeriodDays} days before. MRR is what paid subscriptions bring in a month. Net
        is every payment less tax, refunds and affiliate commissions. Churn is how many of the members who
        paid at the start have stopped.
      </p>
      {others.length > 0 ? <OtherCurrencies others={others} /> : null}
    </section>
  );
}

function MoneyFigure({ card, isShown }: { card: MoneyCard; isShown: boolean }) {
  const { key, label, value, was, change, good } = card;
  return (
    <li
      className={classNames('relative bg-surface', isShown && 'shadow-[inset_0_-3px_0_var(--color-accent)]')}
    >
      <Link
        to={key === 'mrr' ? `${path}#figures` : `${path}?figure=${key}#figures`}
        aria-current={isShown ? 'true' : undefined}
        className="grid h-full content-start gap-1 p-4 no-underline hover:bg-sunken"
      >
        <span className={classNames('text-sm', isShown ? 'font-semibold text-accent' : 'text-muted')}>
          {label}
        </span>
        <span className="font-display text-2xl leading-tight wrap-anywhere text-ink tabular-nums">
          {value}
        </span>
        <span className="text-xs text-muted tabular-nums">
          {was === null ? (
            'Nothing to compare with yet'
          ) : (
            <>
              {change === null ? null : (
                <>
                  <ChangeSign change={change} good={good} />{' '}
                </>
              )}
              from {was}
            </>
          )}
        </span>
      </Link>
    </li>
  );
}

function Months({ months, shown }: { months: readonly MoneyMonth[]; shown: MoneyKey }) {
  const { chart, amountIn, format } = monthFigures[shown];
  return (
    <div className="grid grid-cols-1 items-start gap-6 border-t border-line p-4 sm:p-5 xl:grid-cols-[minmax(0,1fr)_auto]">
      <BarChart
        title={chart}
        isTall
        formatValue={format}
        bars={months.map((month, index) => ({
          label: formatMonth(month.month),
          value: amountIn(month) ?? 0,
          isUnfinished: index === months.length - 1,
        }))}
      />
      <Table
        isDense
        caption="Figures by month"
        head={['Month', ...columns.map(([, { column }]) => ({ label: column, isNumeric: true as const }))]}
      >
        {months.toReversed().map((month, index) => (
          <tr key={month.month.toISOString()} className="tabular-nums">
            <th scope="row" className="whitespace-nowrap">
              {formatMonth(month.month)}
              {index === 0 ? <span className="text-muted"> (so far)</span> : null}
            </th>
            {columns.map(([key, figure]) => {
              const value = figure.amountIn(month);
              return (
                <td key={key} className={classNames('text-right', key === shown && 'font-semibold')}>
                  {value === null ? '–' : figure.format(value)}
                </td>
              );
            })}
          </tr>
        ))}
      </Table>
    </div>
  );
}
