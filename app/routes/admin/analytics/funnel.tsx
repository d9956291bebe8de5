import { findFunnel, funnelTable } from '#app/domain/operating/analytics/funnel.server.ts';
import { readRange } from '#app/domain/operating/analytics/range.ts';
import { now } from '#app/platform/clock.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { AnalyticsFrame } from '#app/routes/admin/analytics/analytics-frame.tsx';
import { Definitions, FigureRows, FigureSection } from '#app/routes/admin/analytics/figures.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import type { Route } from './+types/funnel';

export const middleware: Route.MiddlewareFunction[] = [allow('analytics:read')];

export async function loader({ url }: Route.LoaderArgs) {
  const range = readRange(url.searchParams, now());
  const funnel = await findFunnel(range);
  return { range, countedSince: funnel.countedSince, table: funnelTable(funnel) };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Funnel')];

export default function FunnelPage({ loaderData: { range, countedSince, table } }: Route.ComponentProps) {
  const sinceLater = countedSince !== null && countedSince > range.from;
  return (
    <AnalyticsFrame
      tab="funnel"
      range={range}
      lead="From first visit to second payment, for people who registered in this range."
    >
      <FigureSection id="steps" title="Step by step" file="funnel" range={range}>
        {countedSince === null || sinceLater ? (
          <p className="text-sm text-muted">
            {countedSince === null
              ? 'No visitors have been counted yet.'
              : `Visitors are counted since ${countedSince}: their number tells of fewer days than the others.`}
          </p>
        ) : null}
        <FigureRows caption="Steps from visitor to second month" table={table} bar={1} />
        <Definitions
          of={{
            Visitors:
              'browsers without a sign-in that opened a page, each once a day, without cookies; bots, and browsers that ask not to be tracked, are left out. Who comes on two days counts twice.',
            Registered: 'accounts created in this range, without admins.',
            'Began a checkout':
              'of those, who accepted the terms of a purchase or began to pay, whenever that was.',
            'Paid for the membership': 'registered people who paid for at least one month, refunded or not.',
            'Paid for a second month':
              'of those, who have paid for two. Who registered lately had no time to.',
          }}
        />
      </FigureSection>
    </AnalyticsFrame>
  );
}
