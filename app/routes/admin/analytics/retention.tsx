import { mostMonths } from '#app/domain/operating/analytics/limits.ts';
import { readRange } from '#app/domain/operating/analytics/range.ts';
import { findRetention, retentionTable } from '#app/domain/operating/analytics/retention.server.ts';
import { readCurrency } from '#app/domain/operating/analytics/revenue.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { AnalyticsFrame } from '#app/routes/admin/analytics/analytics-frame.tsx';
import { bucketName } from '#app/routes/admin/analytics/bucket-name.ts';
import {
  Definitions,
  FigureRows,
  FigureSection,
  formatFigure,
  KeyFigures,
} from '#app/routes/admin/analytics/figures.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { Route } from './+types/retention';

export const middleware: Route.MiddlewareFunction[] = [allow('analytics:read')];

export async function loader({ url }: Route.LoaderArgs) {
  const range = readRange(url.searchParams, now());
  const currency = readCurrency(url.searchParams);
  const retention = await findRetention(range, currency);
  return {
    range,
    retention,
    table: retentionTable(retention),
    kept: url.searchParams.has('currency') ? { currency } : undefined,
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Retention')];

export default function RetentionPage({
  loaderData: { range, retention, table, kept },
}: Route.ComponentProps) {
  const { currency, cohorts, lifetimeCents, expectedCents, churnPercent } = retention;
  const noData = 'No data yet';
  return (
    <AnalyticsFrame
      tab="retention"
      range={range}
      kept={kept}
      lead="How long members stay and what they are worth, by the month of their first payment."
    >
      <KeyFigures
        figures={[
          {
            label: 'Average lifetime value so far',
            value: lifetimeCents === null ? noData : formatFigure(lifetimeCents, 'money', currency),
            is: 'Everything the members below have paid so far, net of tax and refunds, divided by how many they are.',
          },
          {
            label: 'Expected lifetime value',
            value: expectedCents === null ? noData : formatFigure(expectedCents, 'money', currency),
            is: 'What a member pays a month now, divided by monthly churn.',
          },
          {
            label: 'Monthly churn',
            value: churnPercent === null ? noData : formatFigure(churnPercent, 'percent', currency),
            is: 'The share of paying members who stopped in a month, over the last three full months.',
          },
        ]}
      />
      <FigureSection id="cohorts" title="Who stayed" file="retention" range={range} kept={kept}>
        {cohorts.length === 0 ? (
          <EmptyState title="No data yet">No one started paying in these months.</EmptyState>
        ) : (
          <FigureRows
            caption="Share of each month's new members who still paid, by months after"
            table={table}
            shadesFrom={3}
            names={(month) => bucketName('month', `${month}-01`)}
          />
        )}
        <Definitions
          of={{
            'Began in':
              'the month of the first payment for a subscription ever, for all months within the range.',
            Members: 'how many started paying that month.',
            'Received each': 'what each has paid so far on average, net of tax and refunds.',
            '0, 1, 2 …': `months after that: the share that paid at the end of each, up to ${mostMonths}. Who left and came back counts again. Months that are not over are left out. The stronger the color of a cell, the larger its share.`,
          }}
        />
      </FigureSection>
    </AnalyticsFrame>
  );
}
