import {
  breakdowns,
  periods,
  ranges,
  type SourceSort,
  type StatsFilter,
} from '#app/domain/programme/affiliates/stats-filter.ts';
import type { affiliateStatsCopy } from '#app/domain/site/site-copy/affiliates.server.ts';
import { Button } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { ListFilter } from '#app/ui/list-filter.tsx';

const options = (choices: Readonly<Record<string, string>>) =>
  Object.entries(choices).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

/** What the statistics show: it asks only, so its answer has an address that can be kept. */
export function StatsFilterForm({
  copy,
  filter,
  sort,
}: {
  copy: ReturnType<typeof affiliateStatsCopy>['filter'];
  filter: StatsFilter;
  /** By what sources are sorted, which stays. */
  sort: SourceSort;
}) {
  return (
    <ListFilter>
      <form
        method="get"
        action="/affiliate-centre/stats"
        aria-label={copy.title}
        className="no-print grid items-end gap-4 rounded-card bg-sunken p-4 sm:grid-cols-[repeat(3,minmax(0,1fr))_auto] sm:p-5"
      >
        {sort === 'clicks' ? null : <input type="hidden" name="sort" value={sort} />}
        <SelectField id="range" name="range" label={copy.range} defaultValue={filter.range}>
          {options(ranges)}
        </SelectField>
        <SelectField id="period" name="period" label={copy.period} defaultValue={filter.period}>
          {options(periods)}
        </SelectField>
        <SelectField id="breakdown" name="breakdown" label={copy.breakdown} defaultValue={filter.breakdown}>
          {options(breakdowns)}
        </SelectField>
        <Button type="submit">{copy.show}</Button>
      </form>
    </ListFilter>
  );
}
