import { readRange } from '#app/domain/operating/analytics/range.ts';
import {
  findRevenue,
  monthlyChurn,
  readCurrency,
  revenueTable,
} from '#app/domain/operating/analytics/revenue.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { AnalyticsFrame, analyticsPath } from '#app/routes/admin/analytics/analytics-frame.tsx';
import { bucketName } from '#app/routes/admin/analytics/bucket-name.ts';
import { CurrencyLinks } from '#app/routes/admin/analytics/currency-links.tsx';
import {
  Definitions,
  FigureRows,
  FigureSection,
  formatFigure,
  KeyFigures,
} from '#app/routes/admin/analytics/figures.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { BarChart } from '#app/ui/bar-chart.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { GainLossChart } from '#app/ui/gain-loss-chart.tsx';
import type { Route } from './+types/revenue';

export const middleware: Route.MiddlewareFunction[] = [allow('analytics:read')];

export async function loader({ url }: Route.LoaderArgs) {
  const range = readRange(url.searchParams, now());
  const revenue = await findRevenue(range, readCurrency(url.searchParams));
  const today = now().toISOString().slice(0, 10);
  return {
    range,
    revenue,
    table: revenueTable(revenue),
    churn: monthlyChurn(range, revenue.periods),
    endsToday: range.to === today,
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Revenue')];

const gains = ['new', 'reactivated', 'resumed', 'expansion'] as const;
const losses = ['contraction', 'paused', 'churned'] as const;

export default function RevenuePage({
  loaderData: { range, revenue, table, churn, endsToday },
}: Route.ComponentProps) {
  const { currency, currencies, whole, periods } = revenue;
  const { movements } = whole;
  const money = (cents: number) => formatFigure(cents, 'money', currency);
  const kept = currencies.length > 1 || currency !== currencies[0] ? { currency } : undefined;
  const isEmpty =
    whole.startCents === 0 &&
    periods.every(({ endCents, receivedCents }) => endCents === 0 && receivedCents === 0);
  const gained = (one: typeof whole) => gains.reduce((sum, kind) => sum + one.movements[kind].cents, 0);
  const lostCents = (one: typeof whole) => -losses.reduce((sum, kind) => sum + one.movements[kind].cents, 0);
  const each = whole.membersAtEnd > 0 ? Math.round(whole.endCents / whole.membersAtEnd) : null;
  return (
    <AnalyticsFrame
      tab="revenue"
      range={range}
      kept={kept}
      lead="Monthly recurring revenue and what changes it. Updated within a minute of the payment provider."
    >
      <CurrencyLinks path={analyticsPath} range={range} currencies={currencies} current={currency} />
      {isEmpty ? (
        <EmptyState title="No data yet">
          The first payment for a subscription begins these figures.
        </EmptyState>
      ) : (
        <>
          <KeyFigures
            figures={[
              {
                label: 'MRR',
                value: money(whole.endCents),
                is: `Monthly recurring revenue: what paid subscriptions bring in a month, net of tax. ${money(whole.startCents)} when the range began.`,
              },
              {
                label: 'Paying members',
                value: formatFigure(whole.membersAtEnd, 'count', currency),
                is: `People with at least one paid subscription${each === null ? '' : `, ${money(each)} a month each on average`}. ${formatFigure(whole.membersAtStart, 'count', currency)} when the range began.`,
              },
              {
                label: 'Monthly churn',
                value: formatFigure(churn, 'percent', currency),
                is: `The share of paying members who stop in a month, on average. ${formatFigure(movements.churned.people, 'count', currency)} stopped in this range.`,
              },
              {
                label: 'Received',
                value: money(whole.receivedCents),
                is: 'Payments for subscriptions by payment date, net of tax and of later refunds.',
              },
            ]}
          />
          <FigureSection id="movements" title="By period" file="revenue" range={range} kept={kept}>
            <div className="grid gap-x-8 gap-y-6 rounded-card border border-line bg-surface p-4 xl:grid-cols-2">
              <BarChart
                title="MRR at the end of each period"
                formatValue={money}
                bars={periods.map(({ from, endCents }, index) => ({
                  label: bucketName(range.grain, from),
                  value: Math.max(0, endCents),
                  isUnfinished: endsToday && index === periods.length - 1,
                }))}
              />
              <GainLossChart
                id="losses"
                title="MRR gained and lost"
                names={{ gain: 'gained', loss: 'lost' }}
                formatValue={money}
                bars={periods.map((one, index) => ({
                  label: bucketName(range.grain, one.from),
                  gain: gained(one),
                  loss: lostCents(one),
                  isUnfinished: endsToday && index === periods.length - 1,
                }))}
              />
            </div>
            <FigureRows
              caption="Revenue by period"
              table={{ ...table, rows: table.rows.toReversed() }}
              hidden={['to', 'mrr_at_start']}
              names={(from) => bucketName(range.grain, String(from))}
              foot={[
                'Total',
                null,
                whole.startCents,
                movements.new.cents,
                movements.reactivated.cents,
                movements.resumed.cents,
                movements.expansion.cents,
                movements.contraction.cents,
                movements.paused.cents,
                movements.churned.cents,
                whole.endCents,
                whole.membersAtEnd,
                movements.churned.people,
                whole.churnPercent,
                whole.receivedCents,
              ]}
            />
            <Definitions
              of={{
                New: 'from people who pay for the first time.',
                Reactivated: 'from people who had stopped and pay again.',
                Resumed: 'from people whose paused membership started again.',
                Expansion: 'from people who now pay more a month, for example for Reseller PRO.',
                Contraction: 'from people who now pay less a month.',
                Paused:
                  'from people who paused, counted from the end of the period they paid for. Someone who cancels during the pause counts as churned from that day.',
                Churned:
                  'from people who stopped paying, counted from the end of the period they paid for or the day of a full refund. A missed payment still counts for the 14 days in which we try it again.',
                'MRR at end':
                  'MRR at the start plus every change. A partial refund lowers what was received, not MRR.',
              }}
            />
          </FigureSection>
        </>
      )}
    </AnalyticsFrame>
  );
}
