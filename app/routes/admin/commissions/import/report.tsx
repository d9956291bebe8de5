import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import type { AffiliateImportDetail } from '#app/domain/operating/affiliate-imports/listing.server.ts';
import { shownRejected } from '#app/domain/operating/imports/state-words.ts';
import { ExportLinks } from '#app/routes/frame/export-links.tsx';
import { Card } from '#app/ui/card.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { Moment } from '#app/ui/moment.tsx';

const rowsWords = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`;

function countsOf({
  kind,
  newCount,
  presentCount,
  changedCount,
  rejectedCount,
  balanceCents,
}: AffiliateImportDetail) {
  if (kind === 'referrals')
    return [
      ['Become an affiliate’s', rowsWords(changedCount), 'For good, for every payment from now on.'],
      ['Already theirs', rowsWords(presentCount), 'Nothing changes for them.'],
      ['Rejected', rowsWords(rejectedCount), 'They are not imported.'],
    ] as const;
  return [
    ['New', rowsWords(newCount), 'They get an account as an affiliate.'],
    [
      'Completed by the file',
      rowsWords(changedCount),
      'They get the role, code or balance that they don’t have yet.',
    ],
    ['Already here', rowsWords(presentCount), 'Nothing changes for them.'],
    ['Rejected', rowsWords(rejectedCount), 'They are not imported.'],
    [
      'Opening balances',
      formatMoney(balanceCents),
      'Added to what they are owed, and paid with the next payout.',
    ],
  ] as const;
}

/** What a file of affiliates or referrals would do, or has done. */
export function AffiliateReport({ file, path }: { file: AffiliateImportDetail; path: string }) {
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
                {file.stayedCount > 0 ? `: ${rowsWords(file.stayedCount)} could not be taken back` : ''}
              </>
            ) : null}
          </p>
        ) : null}
        <dl className="grid gap-3">
          {countsOf(file).map(([label, count, words]) => (
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
