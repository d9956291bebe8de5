import type { Thread, ThreadMessage } from '#app/domain/talk/support/thread.server.ts';
import type { ReplyForm } from '#app/domain/talk/support/ticket-form.server.ts';
import { AttachmentField } from '#app/routes/frame/attachment-field.tsx';
import { TicketMessages } from '#app/routes/frame/ticket-messages.tsx';
import { TicketState } from '#app/routes/frame/ticket-state.tsx';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';
import { TextArea } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

const writerOf = ({ author }: ThreadMessage) => (author === 'team' ? 'Support team' : 'You');

/** What stands below a ticket, by how it stands. */
const next = {
  open: { label: 'Add something', hint: 'We answer within 24 hours.', button: 'Send' },
  answered: { label: 'Your reply', hint: 'It reaches the team at once.', button: 'Send reply' },
  closed: { label: 'Write again', hint: 'Your message opens the ticket again.', button: 'Send and reopen' },
} as const;

/** A ticket as who asked sees it: what was said, and what can be done. */
export function ThreadPage({
  thread,
  path,
  filesAt,
  emailsAt,
  crumbs,
  formKey,
  messageLength,
  reply,
}: {
  thread: Thread;
  path: string;
  /** The address below which files are, by their ids. */
  filesAt: string;
  /** The address below which whole emails are, by their ids. */
  emailsAt: string;
  crumbs: { to: string; label: string }[];
  formKey: string;
  messageLength: number;
  reply: FormReply | undefined;
}) {
  const { number, subject, status, createdAt, messages, earlier } = thread;
  return (
    <div className="page page-narrow grid grid-cols-1 gap-8 py-8 sm:py-12">
      <header className="grid grid-cols-1 gap-6">
        <Breadcrumb crumbs={crumbs} current={`Ticket ${number}`} />
        <div className="grid grid-cols-1 gap-2">
          <h1 className="text-3xl wrap-anywhere sm:text-4xl">{subject}</h1>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
            <TicketState status={status} />
            <span>
              Ticket {number}, asked on <Day at={createdAt} />
            </span>
          </p>
        </div>
      </header>
      <p id="messages-said" role="status" className="text-sm text-muted empty:hidden" />
      <div id="messages" data-live={`ticket:${number}`}>
        <TicketMessages
          messages={messages}
          earlier={earlier && `${path}?before=${earlier}`}
          writerOf={writerOf}
          filesAt={filesAt}
          emailsAt={emailsAt}
          askerEmail={thread.email}
        />
      </div>
      <Reply {...{ status, path, formKey, messageLength, reply }} />
      <form method="post" action={path}>
        {status === 'closed' ? (
          <SubmitButton intent="reopen" variant="secondary" pendingLabel="Opening...">
            Reopen this ticket
          </SubmitButton>
        ) : (
          <SubmitButton intent="close" variant="secondary" pendingLabel="Closing...">
            Close this ticket
          </SubmitButton>
        )}
      </form>
    </div>
  );
}

function Reply({
  status,
  path,
  formKey,
  messageLength,
  reply,
}: Pick<Thread, 'status'> & {
  path: string;
  formKey: string;
  messageLength: number;
  reply: FormReply | undefined;
}) {
  const form = formFields<ReplyForm & { files: unknown }>('reply', reply);
  const { label, hint, button } = next[status];
  return (
    <Card>
      <form
        method="post"
        noValidate
        action={path}
        id={form.id}
        encType="multipart/form-data"
        className="grid gap-4"
      >
        <FormErrors id={form.errorId} errors={form.errors ?? form.field('formKey').errors} />
        <input type="hidden" name="formKey" value={form.field('formKey').defaultValue ?? formKey} />
        <TextArea
          {...form.field('message')}
          label={label}
          hint={hint}
          required
          maxLength={messageLength}
          rows={5}
        />
        <AttachmentField {...form.field('files')} />
        <SubmitButton intent="reply" pendingLabel="Sending..." className="justify-self-start">
          {button}
        </SubmitButton>
      </form>
    </Card>
  );
}
