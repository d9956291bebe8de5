import { skipReasons } from '#app/domain/operating/letters/kinds.ts';
import type { LetterReport as Report } from '#app/domain/operating/letters/report.server.ts';
import { Facts } from '#app/routes/admin/users/facts.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { Moment } from '#app/ui/moment.tsx';
import { StatCard } from '#app/ui/stat-card.tsx';

const counted = (count: number) => count.toLocaleString('en-US');

/** What became of a letter. */
export function LetterReport({ report }: { report: Report }) {
  return (
    <section aria-labelledby="report" className="grid grid-cols-1 gap-4">
      <h2 id="report" className="text-xl">
        Report
      </h2>
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <StatCard label="Delivered" value={counted(report.delivered)} note={`of ${counted(report.queued)}`} />
        <StatCard
          label="Clicks"
          value={counted(report.links.reduce((sum, { clicks }) => sum + clicks, 0))}
          note="on all links"
        />
        <StatCard label="Completed a module" value={counted(report.learners)} note="within 7 days" />
        <StatCard label="Bought" value={counted(report.buyers)} note="within 7 days" />
      </div>
      <Facts
        facts={[
          [
            'Delivered or bounced, no longer known',
            report.unknown > 0
              ? `${counted(report.unknown)}. What became of an email is kept for 90 days.`
              : null,
          ],
          ['Waiting', report.waiting > 0 ? counted(report.waiting) : null],
          [
            'Sent later',
            report.later > 0 ? (
              <>
                {counted(report.later)}, at the time of day that was chosen or on the day after another bulk
                email
                {report.laterFrom && report.laterTo ? (
                  <>
                    {' '}
                    (<Moment at={report.laterFrom} />
                    {report.laterFrom.getTime() === report.laterTo.getTime() ? null : (
                      <>
                        {' '}
                        to <Moment at={report.laterTo} />
                      </>
                    )}
                    )
                  </>
                ) : null}
              </>
            ) : null,
          ],
          ['Bounced', counted(report.bounced)],
          ['Unsubscribed', counted(report.unsubscribed)],
          ...report.skipped.map(
            ({ reason, count }) =>
              [`Not sent to ${counted(count)}`, `${skipReasons[reason] ?? reason}.`] as const,
          ),
        ]}
      />
      {report.links.length > 0 ? (
        <DataTable
          caption="Links"
          rows={report.links}
          keyOf={({ url }) => url}
          columns={[
            { label: 'Link', cell: ({ url }) => <span className="wrap-anywhere">{url}</span> },
            { label: 'Clicks', cell: ({ clicks }) => counted(clicks), isFigure: true },
          ]}
        />
      ) : null}
      <p className="text-sm text-muted">
        We don’t track readers. Emails have no tracking pixel, and clicks are counted by link, not by person.
        Clicks of people who turned counting off aren’t included.
      </p>
    </section>
  );
}
