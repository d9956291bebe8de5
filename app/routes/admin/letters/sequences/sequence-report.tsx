import type { SequenceReport as Report } from '#app/domain/operating/sequences/report.server.ts';
import { Facts } from '#app/routes/admin/users/facts.tsx';
import { DataTable } from '#app/ui/data-table.tsx';

interface Props {
  /** Every email that there is or was, in their order. */
  names: readonly { id: string; subject: string; isRemoved: boolean }[];
  report: Omit<Report, 'segmentNames'>;
  endReasons: Readonly<Record<string, string>>;
}

const counted = (count: number) => count.toLocaleString('en-US');
const none = { sent: 0, bounced: 0, skipped: 0, clicks: 0, unsubscribed: 0, buyers: 0, learners: 0 };

/** What became of a sequence: who left it and why, and the figures of each email. */
export function SequenceReport({ names, report, endReasons }: Props) {
  const rows = names.flatMap(({ id, subject, isRemoved }) => {
    const figures = report.steps.find(({ stepId }) => stepId === id);
    return isRemoved && !figures ? [] : [{ id, subject, isRemoved, ...(figures ?? none) }];
  });
  return (
    <section aria-labelledby="report" className="grid grid-cols-1 gap-4">
      <h2 id="report" className="text-xl">
        Report
      </h2>
      <Facts
        facts={[
          ['In it now', counted(report.people)],
          ...report.ended.map(({ reason, count }) => [endReasons[reason] ?? reason, counted(count)] as const),
        ]}
      />
      {rows.length > 0 ? (
        <DataTable
          caption="Figures of each email"
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            {
              label: 'Email',
              cell: ({ subject, isRemoved }) => (
                <span className="wrap-anywhere">
                  {subject}
                  {isRemoved ? <span className="text-muted"> (removed)</span> : null}
                </span>
              ),
            },
            { label: 'Sent', cell: ({ sent }) => counted(sent), isFigure: true },
            { label: 'Bounced', cell: ({ bounced }) => counted(bounced), isFigure: true },
            { label: 'Skipped', cell: ({ skipped }) => counted(skipped), isFigure: true },
            { label: 'Clicks', cell: ({ clicks }) => counted(clicks), isFigure: true },
            { label: 'Unsubscribed', cell: ({ unsubscribed }) => counted(unsubscribed), isFigure: true },
            { label: 'Sales, 7 days', cell: ({ buyers }) => counted(buyers), isFigure: true },
            {
              label: 'Progress, 7 days',
              cell: ({ learners }) => counted(learners),
              isFigure: true,
            },
          ]}
        />
      ) : null}
      <p className="text-sm text-muted">
        Skipped emails had a condition that the person didn’t meet, or the person left before the email went
        out. Bounces are known for 90 days. We don’t track readers: there’s no tracking pixel, and clicks are
        counted by link, not by person.
      </p>
    </section>
  );
}
