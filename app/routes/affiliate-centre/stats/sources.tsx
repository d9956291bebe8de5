import type {
  ReferralFunnel,
  ReferralSource,
} from '#app/domain/programme/affiliates/referral-stats.server.ts';
import {
  type Breakdown,
  breakdowns,
  type SourceSort,
} from '#app/domain/programme/affiliates/stats-filter.ts';
import type { affiliateStatsCopy } from '#app/domain/site/site-copy/affiliates.server.ts';
import type { CentreDisplay } from '#app/routes/affiliate-centre/lists/centre-lists.server.ts';
import { ListTop } from '#app/routes/affiliate-centre/lists/list-top.tsx';
import { ExportLinks } from '#app/routes/frame/export-links.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { firstPage, ListWays, type Ways, withQuery } from '#app/ui/list-pagination.tsx';

interface SourcesProps {
  copy: ReturnType<typeof affiliateStatsCopy>;
  breakdown: Breakdown;
  sources: readonly ReferralSource[];
  /** What all of them come to. */
  funnel: ReferralFunnel;
  sort: SourceSort;
  /** The query of the page's address. */
  search: string;
  display: CentreDisplay;
  ways: Ways;
  csv: string;
}

const path = '/affiliate-centre/stats';
/** The list's place on the page. */
const at = '#sources';

const figure = (value: number) => value.toLocaleString('en-US');

/** What the funnel counts, as the table's columns call it: "Clicks: 340, Registrations: 12, Buyers: 3". */
const totalText = (
  { clicks, registrations, buyers }: ReferralFunnel,
  copy: ReturnType<typeof affiliateStatsCopy>,
) =>
  `${copy.clicks.title}: ${figure(clicks)}, ${copy.registrations.title}: ${figure(registrations)}, ${copy.sources.buyers}: ${figure(buyers)}`;

/** Campaigns, landing pages or links, and what came of each, sorted by the heading of a figure (P343). */
export function Sources(props: SourcesProps) {
  const { copy, breakdown, sources, funnel, sort, search, display, ways, csv } = props;
  const sortBy = (by: SourceSort) => ({
    to: `${withQuery(path, search, { sort: by === 'clicks' ? null : by, ...firstPage })}${at}`,
    direction: by === sort ? ('descending' as const) : null,
  });
  const { title, text, buyers: buyersTitle, none, noLink } = copy.sources;
  return (
    <section className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <div className="grid gap-1">
          <h2 id="sources">{title}</h2>
          <p className="text-muted">{text}</p>
        </div>
        <ExportLinks to={csv} label={copy.csv} title={title} />
      </div>
      <ListTop path={path} search={search} at={at} chips={[]} display={display} />
      <DataTable
        isCompact={display.isCompact}
        hidden={display.hidden}
        foot={totalText(funnel, copy)}
        caption={title}
        rows={sources}
        keyOf={({ name }) => name}
        columns={[
          {
            label: breakdowns[breakdown],
            className: 'is-plain wrap-anywhere',
            cell: ({ name }) =>
              name || <span className="text-muted">{breakdown === 'link' ? noLink : none}</span>,
          },
          {
            label: copy.clicks.title,
            isFigure: true,
            sort: sortBy('clicks'),
            cell: ({ clicks }) => figure(clicks),
          },
          {
            label: copy.registrations.title,
            isFigure: true,
            sort: sortBy('registrations'),
            cell: ({ registrations }) => figure(registrations),
          },
          {
            label: buyersTitle,
            isFigure: true,
            sort: sortBy('buyers'),
            cell: ({ buyers }) => figure(buyers),
          },
        ]}
      />
      <ListWays {...ways} />
    </section>
  );
}
