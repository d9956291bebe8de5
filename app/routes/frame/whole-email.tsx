import type { ReceivedMailDetails } from '#app/domain/talk/support/received-mail.server.ts';
import { fileSize } from '#app/ui/file-size.ts';

/** All of the words of an email, and what else is known of it: files that were left out, and what could not be read. */
export function WholeEmail({
  email: { text, leftOut, problems },
}: {
  email: Pick<ReceivedMailDetails, 'text' | 'leftOut' | 'problems'>;
}) {
  return (
    <div className="grid grid-cols-1 gap-5">
      {problems.length > 0 ? (
        <section
          aria-labelledby="problems"
          className="grid gap-1 rounded-card border border-warn bg-warn-soft px-4 py-3"
        >
          <h2 id="problems" className="text-base">
            Not everything in this email could be read
          </h2>
          <ul className="grid gap-1 text-sm">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </section>
      ) : null}
      <div className="rounded-card border border-line bg-surface px-4 py-4 sm:px-5">
        {text ? (
          <p className="whitespace-pre-line wrap-anywhere" dir="auto">
            {text}
          </p>
        ) : (
          <p className="text-muted">This email has no words.</p>
        )}
      </div>
      {leftOut.length > 0 ? (
        <section aria-labelledby="left-out" className="grid gap-2">
          <h2 id="left-out" className="text-lg">
            Files that aren’t shown
          </h2>
          <ul className="grid gap-2 text-sm">
            {leftOut.map(({ name, type, byteCount, reason }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two files may have one name
              <li key={index} className="wrap-anywhere">
                <strong>{name}</strong>, {type}, {fileSize(byteCount)}: {reason}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
