import type { ImportDetail } from '#app/domain/operating/imports/listing.server.ts';
import { countPeople } from '#app/routes/admin/count-of.ts';
import { FileReport } from '#app/routes/admin/imports/report-parts.tsx';

/** What a file would do, or has done. */
export function ImportReport({ file, path }: { file: ImportDetail; path: string }) {
  const counts = [
    ['New', countPeople(file.newCount), 'They get an account.'],
    ['Already here', countPeople(file.presentCount), 'Nothing changes for them.'],
    [
      'Completed by the file',
      countPeople(file.changedCount),
      'Only what is empty in their account is filled in.',
    ],
    ['Rejected', countPeople(file.rejectedCount), 'They are not imported.'],
    [
      'With their old password',
      countPeople(file.passwordCount),
      'Everyone else gets a sign-in link when they come.',
    ],
    [
      'Subscribed, not adopted',
      countPeople(file.subscribedCount),
      'By the subscriptions that were looked up last. Adopt them once these people are here.',
    ],
  ] as const;
  return (
    <FileReport
      file={file}
      path={path}
      counts={counts}
      undone={`: ${countPeople(file.undoneCount)} removed`}
    />
  );
}
