import type { Thread } from '#app/domain/talk/support/thread.server.ts';
import { TicketMessages } from '#app/routes/frame/ticket-messages.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';

/** A member's question that waits for their address to be confirmed, and what sends it on. */
export function WaitingTicket({
  thread: { number, subject, email, messages },
  path,
  filesAt,
  crumbs,
  isEmailVerified,
}: {
  thread: Thread;
  path: string;
  /** The address below which files are, by their ids. */
  filesAt: string;
  crumbs: { to: string; label: string }[];
  isEmailVerified: boolean;
}) {
  return (
    <div className="page page-narrow grid grid-cols-1 gap-8 py-8 sm:py-12">
      <header className="grid grid-cols-1 gap-6">
        <Breadcrumb crumbs={crumbs} current={`Ticket ${number}`} />
        <div className="grid gap-2">
          <h1>One step left</h1>
          {isEmailVerified ? (
            <p className="text-muted">Your email address is verified. Send your question to our team.</p>
          ) : (
            <p className="text-muted">
              We sent a link to <strong className="wrap-anywhere">{email}</strong>. Follow it within 7 days,
              and our team gets your question.
            </p>
          )}
        </div>
      </header>
      <section aria-labelledby="question" className="grid grid-cols-1 gap-3">
        <h2 id="question" className="text-xl wrap-anywhere">
          {subject}
        </h2>
        <TicketMessages
          messages={messages}
          earlier={null}
          writerOf={() => 'You'}
          filesAt={filesAt}
          emailsAt="/support/mail"
          askerEmail={email}
        />
      </section>
      {isEmailVerified ? (
        <form method="post" action={path}>
          <SubmitButton intent="confirm" size="large" pendingLabel="Sending...">
            Send my question
          </SubmitButton>
        </form>
      ) : null}
    </div>
  );
}
