import type { ReactNode } from 'react';
import { shownRejected } from '#app/domain/operating/imports/state-words.ts';
import { ExportLinks } from '#app/routes/frame/export-links.tsx';
import { Card } from '#app/ui/card.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { Moment } from '#app/ui/moment.tsx';

interface ReportedFile {
  state: string;
  importedAt: Date | null;
  undoneAt: Date | null;
  rejectedCount: number;
  rejected: { number: number; email: string; reason: string }[];
}

/** What a file would do, or has done: each count with its name and what it means, and the first rows that are rejected. */
export function FileReport({
  file,
  path,
  counts,
  undone,
}: {
  file: ReportedFile;
  /** The file's own page. */
  path: string;
  counts: readonly (readonly [label: string, count: string, words: string])[];
  /** Said after the time at which it was undone. */
  undone: ReactNode;
}) {
  return (
    <>
      <Card className="grid max-w-3xl gap-4">
        <h2 className="text-xl">{file.state === 'checked' ? 'What would happen' : 'What happened'}</h2>
        {file.importedAt ? (
          <p className="text-sm text-muted">
            Imported <Moment at={file.importedAt} />
            {file.undoneAt ? (
              <>
                , undone <Moment at={file.undoneAt} />
                {undone}
              </>
            ) : null}
          </p>
        ) : null}
        <dl className="grid gap-3">
          {counts.map(([label, count, words]) => (
            <div key={label} className="grid gap-x-4 sm:grid-cols-[12rem_1fr]">
              <dt className="font-medium">{label}</dt>
              <dd>
                <span className="tabular-nums">{count}</span>
                <span className="block text-sm text-muted">{words}</span>
              </dd>
            </div>
          ))}
        </dl>
        <ExportLinks to={`${path}/rows/csv`} label="Download every row as CSV" json={`${path}/rows/json`} />
      </Card>
      {file.rejected.length > 0 ? (
        <section className="grid grid-cols-1 gap-3">
          <h2 className="text-xl">
            {file.rejectedCount > shownRejected
              ? `The first ${shownRejected} rejected rows`
              : 'Rejected rows'}
          </h2>
          <DataTable
            caption="Rejected rows"
            rows={file.rejected}
            keyOf={({ number }) => number}
            columns={[
              { label: 'Row', isFigure: true, cell: ({ number }) => number },
              {
                label: 'Address',
                cell: ({ email }) => <bdi className="wrap-anywhere">{email || 'none'}</bdi>,
              },
              { label: 'Reason', cell: ({ reason }) => reason },
            ]}
          />
        </section>
      ) : null}
    </>
  );
}
