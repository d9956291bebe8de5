import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import type { AffiliateImportDetail } from '#app/domain/operating/affiliate-imports/listing.server.ts';
import { FileReport } from '#app/routes/admin/imports/report-parts.tsx';

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
    <FileReport
      file={file}
      path={path}
      counts={countsOf(file)}
      undone={file.stayedCount > 0 ? `: ${rowsWords(file.stayedCount)} could not be taken back` : ''}
    />
  );
}
