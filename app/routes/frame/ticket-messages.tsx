import type { ThreadFile, ThreadMessage } from '#app/domain/talk/support/thread.server.ts';
import { Badge } from '#app/ui/badge.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { File } from '#app/ui/document-icon.tsx';
import { fileSize } from '#app/ui/file-size.ts';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';

/** Who wrote a message, as it is said to whoever reads. */
type WriterOf = (message: ThreadMessage) => string;

const looks = {
  asker: 'border-line bg-surface',
  team: 'border-transparent bg-accent-soft',
  note: 'border-warn border-dashed bg-warn-soft',
};

/** What was said in a ticket, in its order, as it was written. `earlier` leads to what was said before. */
export function TicketMessages({
  messages,
  earlier,
  writerOf,
  filesAt,
  emailsAt,
  askerEmail,
}: {
  messages: readonly ThreadMessage[];
  earlier: string | null;
  writerOf: WriterOf;
  /** The address below which files are, by their ids. */
  filesAt: string;
  /** The address below which whole emails are, by their ids. */
  emailsAt: string;
  /** Of who asked: an email from another address says so. */
  askerEmail: string;
}) {
  return (
    <div className="grid grid-cols-1 gap-4">
      {earlier ? (
        <p>
          <Link to={earlier} className="link inline-flex min-h-11 items-center">
            Earlier messages
          </Link>
        </p>
      ) : null}
      <ol className="grid grid-cols-1 gap-4">
        {messages.map((message) => (
          <li key={message.id} id={`m-${message.id}`} className="min-w-0">
            <article
              className={classNames(
                'grid gap-2 rounded-card border px-4 py-3 sm:px-5',
                looks[message.author],
              )}
            >
              <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
                <p className="flex flex-wrap items-center gap-2 font-semibold">
                  <bdi>{writerOf(message)}</bdi>
                  {message.author === 'note' ? <Badge tone="warn">Note for the team</Badge> : null}
                </p>
                <p className="text-muted">
                  <Moment at={message.createdAt} />
                </p>
              </header>
              <p dir="auto" className="whitespace-pre-line wrap-anywhere">
                {message.body}
              </p>
              <Files files={message.files} filesAt={filesAt} />
              <Email email={message.email} emailsAt={emailsAt} askerEmail={askerEmail} />
            </article>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Where a message that came by email is read whole. */
function Email({
  email,
  emailsAt,
  askerEmail,
}: Pick<ThreadMessage, 'email'> & { emailsAt: string; askerEmail: string }) {
  if (!email) return null;
  const { id, fromAddress, isCut } = email;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted wrap-anywhere">
      {fromAddress === askerEmail ? null : <span>Sent from {fromAddress}</span>}
      <Link to={`${emailsAt}/${id}`} className="link inline-flex min-h-11 items-center">
        {isCut ? 'Show the whole email' : 'Show the email'}
      </Link>
    </p>
  );
}

/** What came with a message: pictures to look at, other files to save. */
export function Files({ files, filesAt }: { files: readonly ThreadFile[]; filesAt: string }) {
  if (files.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-3 pt-1">
      {files.map(({ id, name, width, height, byteCount }) => (
        <li key={id} className="max-w-full">
          <a
            href={`${filesAt}/${id}`}
            className="grid max-w-full gap-1 rounded-control border border-line bg-surface p-2 text-sm no-underline hover:border-accent"
          >
            {width && height ? (
              <img
                src={`${filesAt}/${id}`}
                width={width}
                height={height}
                alt=""
                loading="lazy"
                className="h-28 w-auto max-w-full rounded-control object-contain"
              />
            ) : (
              <File className="text-accent" />
            )}
            <bdi className="max-w-56 truncate">{name}</bdi>
            <span className="text-xs text-muted">{fileSize(byteCount)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
