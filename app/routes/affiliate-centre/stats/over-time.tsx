import { ledgerCurrency } from '#app/domain/core/catalogue/programme.ts';
import type { ReferralPeriod } from '#app/domain/programme/affiliates/referral-stats.server.ts';
import { type Period, periods as periodNames } from '#app/domain/programme/affiliates/stats-filter.ts';
import type { affiliateStatsCopy } from '#app/domain/site/site-copy/affiliates.server.ts';
import { formatDayOfYear, formatMonth } from '#app/platform/date-format.ts';
import { exactMoney, signedMoney } from '#app/routes/affiliate-centre/ledger-table.tsx';
import { ExportLinks } from '#app/routes/frame/export-links.tsx';
import { BarChart } from '#app/ui/bar-chart.tsx';
import { Table } from '#app/ui/table.tsx';

interface OverTimeProps {
  copy: ReturnType<typeof affiliateStatsCopy>;
  period: Period;
  periods: readonly ReferralPeriod[];
  csv: string;
}

const figure = (value: number) => value.toLocaleString('en-US');
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const money = (cents: number) => signedMoney(cents, ledgerCurrency);

/** A period by its first day: "Nov 3", or "Nov 2026" for a month. */
const nameOf = (period: Period, start: string) =>
  (period === 'month' ? formatMonth : formatDayOfYear)(new Date(`${start}T00:00:00Z`));

/** Earnings, clicks and registrations over time: a picture each, and a table with the figures beside them. */
export function OverTime({ copy, period, periods, csv }: OverTimeProps) {
  const bars = (value: (one: ReferralPeriod) => number) =>
    periods.map((one) => ({ label: nameOf(period, one.start), value: value(one) }));
  const measures = [
    { ...copy.clicks, value: ({ clicks }: ReferralPeriod) => clicks },
    { ...copy.registrations, value: ({ registrations }: ReferralPeriod) => registrations },
  ];
  const earned = sum(periods.map(({ earnedCents }) => earnedCents));
  return (
    <section aria-labelledby="over-time" className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="over-time">{copy.overTime}</h2>
        <ExportLinks to={csv} label={copy.csv} title={copy.overTime} />
      </div>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
        <div className="grid grid-cols-1 gap-8">
          <div className="grid grid-cols-1 gap-2">
            <BarChart
              title={`${copy.earned.title}: ${money(earned)}`}
              bars={bars(({ earnedCents }) => Math.max(0, earnedCents))}
              formatValue={money}
            />
            <p className="text-xs text-muted">{copy.earned.text}</p>
          </div>
          {measures.map(({ title, text, value }) => (
            <div key={title} className="grid grid-cols-1 gap-2">
              <BarChart title={`${title}: ${figure(sum(periods.map(value)))}`} bars={bars(value)} />
              <p className="text-xs text-muted">{text}</p>
            </div>
          ))}
        </div>
        <Table
          caption={`${copy.overTime}, ${copy.asTable.toLowerCase()}`}
          head={[
            periodNames[period],
            { label: copy.earned.title, isNumeric: true },
            { label: copy.clicks.title, isNumeric: true },
            { label: copy.registrations.title, isNumeric: true },
          ]}
          className="max-h-96 self-start overflow-y-auto lg:max-h-180"
        >
          {periods.toReversed().map(({ start, clicks, registrations, earnedCents }) => (
            <tr key={start} className="tabular-nums">
              <th scope="row" className="whitespace-nowrap">
                {nameOf(period, start)}
              </th>
              <td className="text-right whitespace-nowrap">{exactMoney(earnedCents, ledgerCurrency)}</td>
              <td className="text-right">{figure(clicks)}</td>
              <td className="text-right">{figure(registrations)}</td>
            </tr>
          ))}
        </Table>
      </div>
    </section>
  );
}
