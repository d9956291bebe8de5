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
        columns={[
          { label: breakdowns[breakdown] },
          { label: copy.clicks.title, isFigure: true },
          { label: copy.registrations.title, isFigure: true },
          { label: buyersTitle, isFigure: true },
        ]}
      >
        {sources.map(({ name, clicks, registrations, buyers }) => (
          <tr key={name}>
            <th scope="row" className="is-plain wrap-anywhere">
              {name || <span className="text-muted">{breakdown === 'link' ? noLink : none}</span>}
            </th>
            <td data-label={copy.clicks.title} className="is-figure">
              {figure(clicks)}
            </td>
            <td data-label={copy.registrations.title} className="is-figure">
              {figure(registrations)}
            </td>
            <td data-label={buyersTitle} className="is-figure">
              {figure(buyers)}
            </td>
          </tr>
        ))}
      </DataTable>
      <ListWays {...ways} />
    </section>
  );
}
