import { percentOf } from '#app/domain/operating/analytics/figure-table.ts';
import { readRange } from '#app/domain/operating/analytics/range.ts';
import { findRevenue, readCurrency, revenueTable } from '#app/domain/operating/analytics/revenue.server.ts';
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
  return { range, revenue, table: revenueTable(revenue) };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Revenue')];

const gains = ['new', 'reactivated', 'resumed', 'expansion'] as const;
const losses = ['contraction', 'paused', 'churned'] as const;

export default function RevenuePage({ loaderData: { range, revenue, table } }: Route.ComponentProps) {
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
      lead="What members pay a month, and how it moves. Counted within a minute of what the payment provider tells."
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
                label: 'MRR at the end',
                value: money(whole.endCents),
                is: `Monthly recurring revenue: what subscriptions that are paid for bring a month, net of tax. ${money(whole.startCents)} when the range began.`,
              },
              {
                label: 'Members at the end',
                value: formatFigure(whole.membersAtEnd, 'count', currency),
                is: `Who pays for at least one subscription${each === null ? '' : `, ${money(each)} a month each`}. ${formatFigure(whole.membersAtStart, 'count', currency)} when the range began.`,
              },
              {
                label: 'Churn',
                value: formatFigure(
                  percentOf(movements.churned.people, whole.membersAtStart),
                  'percent',
                  currency,
                ),
                is: `${movements.churned.people} stopped paying, of those who paid when the range began; who came and left within it counts too.`,
              },
              {
                label: 'Received',
                value: money(whole.receivedCents),
                is: 'Payments for subscriptions, by the day of the payment, net of tax and of what has gone back since.',
              },
            ]}
          />
          <FigureSection id="movements" title="How it moved" file="revenue" range={range} kept={kept}>
            <div className="grid gap-x-8 gap-y-6 rounded-card border border-line bg-surface p-4 xl:grid-cols-2">
              <BarChart
                title="MRR at the end of each period"
                formatValue={money}
                bars={periods.map(({ from, endCents }) => ({
                  label: bucketName(range.grain, from),
                  value: Math.max(0, endCents),
                }))}
              />
              <GainLossChart
                id="losses"
                title="MRR gained and lost"
                names={{ gain: 'gained', loss: 'lost' }}
                formatValue={money}
                bars={periods.map((one) => ({
                  label: bucketName(range.grain, one.from),
                  gain: gained(one),
                  loss: lostCents(one),
                }))}
              />
            </div>
            <FigureRows
              caption="Revenue by period"
              table={{ ...table, rows: table.rows.toReversed() }}
              hidden={['to', 'mrr_at_start']}
              names={(from) => bucketName(range.grain, String(from))}
              foot={[
                'All of it',
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
                New: 'who pays for the first time ever.',
                Reactivated: 'who paid before, had stopped, and pays again.',
                Resumed: 'who had paused a membership, and pays again.',
                Expansion: 'who pays more a month than the day before, for instance for Reseller PRO on top.',
                Contraction: 'who pays less a month than the day before, and still pays.',
                Paused:
                  'who has paused a membership, from the end of what was paid for. If they cancel in the pause, they have churned on that day instead.',
                Churned:
                  'who pays no more: from the end of what was paid for, or the day all of it went back. While a missing payment is tried again, for 14 days, it still counts.',
                'MRR at end':
                  'what it was at the start and all five movements; a part refund changes what was received, not what is paid a month.',
              }}
            />
          </FigureSection>
        </>
      )}
    </AnalyticsFrame>
  );
}
