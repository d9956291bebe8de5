import type { MailboxState } from '#app/domain/talk/support/mailbox-state.server.ts';
import { Moment } from '#app/ui/moment.tsx';
import { Notice } from '#app/ui/notice.tsx';

/** How it stands with the mailbox that answers to support's mails are read from. */
export function MailboxNotice({
  mailbox: { host, folder, readAt, failingSince, error, leftCount },
}: {
  mailbox: MailboxState;
}) {
  return (
    <section aria-label="Mailbox of answers" className="grid gap-2">
      {failingSince ? (
        <Notice tone="error">
          <strong>Answers by email cannot be read</strong> since <Moment at={failingSince} />. {error} They
          wait in the mailbox, which is tried every minute.
        </Notice>
      ) : (
        <Notice>
          Answers by email are read from {folder} at {host} every minute
          {readAt ? (
            <>
              , last on <Moment at={readAt} />
            </>
          ) : null}
          .
        </Notice>
      )}
      {leftCount > 0 ? (
        <Notice tone="warn">
          <strong>
            {leftCount === 1 ? 'One email is left' : `${leftCount} emails are left`} in the mailbox, flagged:
          </strong>{' '}
          too large, or none that can be read. Open the mailbox with a mail program: an email that is read
          there is seen to; one whose flag you take away is tried again.
        </Notice>
      ) : null}
    </section>
  );
}
