import type { ImportDetail } from '#app/domain/operating/imports/listing.server.ts';
import { peopleWords } from '#app/domain/operating/imports/state-words.ts';
import { FileReport } from '#app/routes/admin/imports/report-parts.tsx';

/** What a file would do, or has done. */
export function ImportReport({ file, path }: { file: ImportDetail; path: string }) {
  const counts = [
    ['New', peopleWords(file.newCount), 'They get an account.'],
    ['Already here', peopleWords(file.presentCount), 'Nothing changes for them.'],
    [
      'Completed by the file',
      peopleWords(file.changedCount),
      'Only what is empty in their account is filled in.',
    ],
    ['Rejected', peopleWords(file.rejectedCount), 'They are not imported.'],
    [
      'With their old password',
      peopleWords(file.passwordCount),
      'Everyone else gets a sign-in link when they come.',
    ],
  ] as const;
  return (
    <FileReport
      file={file}
      path={path}
      counts={counts}
      undone={`: ${peopleWords(file.undoneCount)} removed`}
    />
  );
}
