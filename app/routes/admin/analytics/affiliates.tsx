import {
  type AffiliateOrder,
  affiliatesTable,
  readOrder,
} from '#app/domain/operating/analytics/affiliates.server.ts';
import { shownAffiliates } from '#app/domain/operating/analytics/limits.ts';
import { rangeQuery, readRange } from '#app/domain/operating/analytics/range.ts';
import { findStanding } from '#app/domain/operating/analytics/standings.server.ts';
import { findMissedReferrals } from '#app/domain/programme/affiliates/missed-referrals.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { AnalyticsFrame, analyticsPath } from '#app/routes/admin/analytics/analytics-frame.tsx';
import { Definitions, FigureRows, FigureSection } from '#app/routes/admin/analytics/figures.tsx';
import { MissedReferrals } from '#app/routes/admin/analytics/missed-referrals.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/affiliates';

export const middleware: Route.MiddlewareFunction[] = [allow('analytics:read')];

export async function loader({ url }: Route.LoaderArgs) {
  const range = readRange(url.searchParams, now());
  const order = readOrder(url.searchParams);
  const [{ figures, reckonedAt }, missed] = await Promise.all([
    findStanding(range, order),
    findMissedReferrals(),
  ]);
  return {
    missed,
    range,
    order,
    reckonedAt,
    table: affiliatesTable(figures),
    ids: Object.fromEntries(figures.map(({ username, id }) => [username, id])),
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Affiliates in figures')];

const orderNames: Record<AffiliateOrder, string> = {
  clicks: 'Clicks',
  members: 'Members',
  conversion: 'Conversion',
  sales: 'Sales',
  refunds: 'Went back',
};

export default function AffiliatesPage({
  loaderData: { range, order, reckonedAt, table, ids, missed },
}: Route.ComponentProps) {
  const kept = { sort: order };
  return (
    <AnalyticsFrame
      tab="affiliates"
      range={range}
      kept={kept}
      lead="Sales from affiliates and resellers, and how many were refunded or disputed."
    >
      <FigureSection id="affiliates" title="By affiliate" file="affiliates" range={range} kept={kept}>
        <nav aria-label="Sorted by" className="no-print flex flex-wrap items-center gap-x-4 text-sm">
          <span className="text-muted">Sort by:</span>
          {Object.entries(orderNames).map(([key, label]) => (
            <Link
              key={key}
              to={`${analyticsPath}/affiliates?sort=${key}&${rangeQuery(range)}`}
              aria-current={key === order ? 'true' : undefined}
              className={
                key === order
                  ? 'inline-flex min-h-11 items-center font-semibold no-underline'
                  : 'link inline-flex min-h-11 items-center'
              }
            >
              {label}
            </Link>
          ))}
        </nav>
        {reckonedAt ? (
          <p className="text-xs text-muted">
            As of <Moment at={reckonedAt} />, reckoned every ten minutes; the file is of the moment it is
            downloaded.
          </p>
        ) : null}
        {table.rows.length === 0 ? (
          <EmptyState title="No data yet">No affiliate had a click or a sale in this range.</EmptyState>
        ) : (
          <FigureRows
            caption="What affiliates brought"
            table={table}
            hidden={['handle']}
            names={(name, row) => (
              <Link to={`/admin/users/${ids[String(row[1])]}`} className="link">
                <bdi>{name}</bdi>
              </Link>
            )}
          />
        )}
        <Definitions
          of={{
            Clicks: 'visits through their links and codes in this range.',
            Registered: 'accounts created in this range by people they referred.',
            Members: 'referred people who have paid for the membership since.',
            Conversion: 'members divided by clicks.',
            Sales: 'payments in this range that earned a commission, including renewals.',
            'Went back': 'payments refunded or disputed in this range, and their share of sales.',
            Earned: `their commissions of these days, less what was taken back. The file has all affiliates, the page the first ${shownAffiliates}.`,
          }}
        />
      </FigureSection>
      <MissedReferrals referrals={missed} />
    </AnalyticsFrame>
  );
}
