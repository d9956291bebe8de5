import type { ReactNode } from 'react';
import { type FigureRange, rangeNames, rangeQuery } from '#app/domain/operating/analytics/range.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { Button } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { TextField } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';

/** Where the pages of figures begin. */
export const analyticsPath = '/admin/analytics';

const tabs = [
  { key: 'revenue', to: analyticsPath, label: 'Revenue' },
  { key: 'retention', to: `${analyticsPath}/retention`, label: 'Retention' },
  { key: 'funnel', to: `${analyticsPath}/funnel`, label: 'Funnel' },
  { key: 'courses', to: `${analyticsPath}/courses`, label: 'Courses' },
  { key: 'searches', to: `${analyticsPath}/searches`, label: 'Searches' },
  { key: 'affiliates', to: `${analyticsPath}/affiliates`, label: 'Affiliates' },
  { key: 'referrers', to: `${analyticsPath}/referrers`, label: 'Referrers' },
] as const;

type AnalyticsTab = (typeof tabs)[number]['key'];

interface FrameProps {
  tab: AnalyticsTab;
  range: FigureRange;
  lead: ReactNode;
  /** What else the address says, kept when another range is chosen. */
  kept?: Record<string, string> | undefined;
  children: ReactNode;
}

/** What all pages of figures have in common: the way between them, and the days they tell of. */
export function AnalyticsFrame({ tab, range, lead, kept = {}, children }: FrameProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeading title="Analytics">{lead}</PageHeading>
      <nav aria-label="Analytics" className="no-print min-w-0 border-b border-line">
        <ul className="swipe-row flex gap-1 sm:flex-wrap">
          {tabs.map(({ key, to, label }) => (
            <li key={key} className="shrink-0">
              <Link
                to={`${to}?${rangeQuery(range)}`}
                aria-current={key === tab ? 'page' : undefined}
                className={classNames(
                  'inline-flex min-h-11 items-center border-b-2 px-3 text-sm no-underline lg:min-h-9',
                  key === tab
                    ? 'border-accent font-semibold text-accent'
                    : 'border-transparent hover:text-accent',
                )}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <RangeChoice
        path={tabs.find(({ key }) => key === tab)?.to ?? analyticsPath}
        range={range}
        kept={kept}
      />
      {children}
    </div>
  );
}

const chip = 'inline-flex min-h-11 items-center rounded-control border px-3 text-sm no-underline lg:min-h-9';

function RangeChoice({
  path,
  range,
  kept,
}: { path: string; range: FigureRange } & Required<Pick<FrameProps, 'kept'>>) {
  return (
    <div className="no-print grid gap-2">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <nav aria-label="Range">
          <ul className="flex flex-wrap gap-2">
            {Object.entries(rangeNames).map(([name, label]) => (
              <li key={name}>
                <Link
                  to={`${path}?${new URLSearchParams({ ...kept, range: name })}`}
                  aria-current={range.name === name ? 'true' : undefined}
                  className={classNames(
                    chip,
                    range.name === name
                      ? 'border-accent bg-accent-soft font-semibold text-accent'
                      : 'border-line-strong bg-surface hover:border-accent hover:text-accent',
                  )}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <form action={path} className="grid grid-cols-2 items-end gap-2 sm:flex">
          {Object.entries(kept ?? {}).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <TextField
            id="range-from"
            name="from"
            type="date"
            label="From"
            defaultValue={range.from}
            required
          />
          <TextField id="range-to" name="to" type="date" label="To" defaultValue={range.to} />
          <Button type="submit" variant="secondary" className="max-sm:col-span-2">
            Show
          </Button>
        </form>
      </div>
      {range.problem ? (
        <p role="alert" className="text-sm font-medium text-danger">
          {range.problem}
        </p>
      ) : null}
      <p className="text-xs text-muted">
        {range.from} to {range.to}, both included; days are UTC.
      </p>
    </div>
  );
}
