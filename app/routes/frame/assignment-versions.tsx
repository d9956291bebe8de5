import type { ReactNode } from 'react';
import type { ShownVersion } from '#app/domain/learning/assignments/own-assignment.server.ts';
import { AssignmentStateBadge } from '#app/routes/frame/assignment-state.tsx';
import { File } from '#app/ui/document-icon.tsx';
import { fileSize } from '#app/ui/file-size.ts';
import { MemberText } from '#app/ui/member-text.tsx';
import { Moment } from '#app/ui/moment.tsx';

/**
 * The versions of what was handed in, the latest first, each with its answer and what stands `below` that; `filesAt` is the address below
 * which their files are.
 */
export function AssignmentVersions<Version extends ShownVersion>({
  versions,
  filesAt,
  below,
}: {
  versions: readonly Version[];
  filesAt: string;
  below?: (version: Version) => ReactNode;
}) {
  return (
    <ol className="grid grid-cols-1 gap-4">
      {versions.map((version) => (
        <li key={version.id} className="grid min-w-0 grid-cols-1 gap-3">
          <article
            aria-labelledby={`version-${version.number}`}
            className="grid gap-3 rounded-card border border-line bg-surface px-4 py-3 sm:px-5"
          >
            <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
              <h3 id={`version-${version.number}`} className="text-base font-semibold">
                Version {version.number}
              </h3>
              <p className="text-muted">
                Handed in on <Moment at={version.createdAt} />
              </p>
            </header>
            {version.html === null ? null : <MemberText html={version.html} />}
            {version.file ? <VersionFile file={version.file} address={`${filesAt}/${version.id}`} /> : null}
          </article>
          {version.answer ? (
            <article
              aria-label={`Answer to version ${version.number}`}
              className="ml-3 grid gap-2 rounded-card border border-transparent bg-accent-soft px-4 py-3 sm:ml-8 sm:px-5"
            >
              <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
                <p className="flex flex-wrap items-center gap-2 font-semibold">
                  <bdi>{version.answer.by}</bdi>
                  <AssignmentStateBadge state={version.answer.decision} />
                </p>
                <p className="text-muted">
                  Answered on <Moment at={version.answer.at} />
                  {version.answer.changedAt ? (
                    <>
                      , changed on <Moment at={version.answer.changedAt} />
                    </>
                  ) : null}
                </p>
              </header>
              <MemberText html={version.answer.html} />
              {below?.(version)}
            </article>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

/** A picture to look at, any other file to save. */
function VersionFile({ file, address }: { file: NonNullable<ShownVersion['file']>; address: string }) {
  const { name, mediaType, byteCount } = file;
  return (
    <p>
      <a
        href={address}
        className="inline-grid max-w-full gap-1 rounded-control border border-line bg-surface p-2 text-sm no-underline hover:border-accent"
      >
        {mediaType.startsWith('image/') ? (
          <img
            src={address}
            alt=""
            loading="lazy"
            className="h-40 w-auto max-w-full rounded-control object-contain"
          />
        ) : (
          <File className="text-accent" />
        )}
        <bdi className="wrap-anywhere">{name}</bdi>
        <span className="text-xs text-muted">{fileSize(byteCount)}</span>
      </a>
    </p>
  );
}
