import type { ReferralSource } from '#app/domain/programme/affiliates/referral-stats.server.ts';
import { type Breakdown, breakdowns } from '#app/domain/programme/affiliates/stats-filter.ts';
import type { affiliateStatsCopy } from '#app/domain/site/site-copy/affiliates.server.ts';
import { ExportLinks } from '#app/routes/frame/export-links.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { ListWays, type Ways } from '#app/ui/list-pagination.tsx';

interface SourcesProps {
  copy: ReturnType<typeof affiliateStatsCopy>;
  breakdown: Breakdown;
  sources: readonly ReferralSource[];
  ways: Ways;
  csv: string;
}

const figure = (value: number) => value.toLocaleString('en-US');

/** Campaigns, landing pages or links, and what came of each. */
export function Sources({ copy, breakdown, sources, ways, csv }: SourcesProps) {
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
      <DataTable
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
          { label: copy.clicks.title, isFigure: true, cell: ({ clicks }) => figure(clicks) },
          {
            label: copy.registrations.title,
            isFigure: true,
            cell: ({ registrations }) => figure(registrations),
          },
          { label: buyersTitle, isFigure: true, cell: ({ buyers }) => figure(buyers) },
        ]}
      />
      <ListWays {...ways} />
    </section>
  );
}
