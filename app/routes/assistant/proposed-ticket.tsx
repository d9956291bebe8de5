import type { ShownMessage } from '#app/domain/assistant/conversations.server.ts';
import type { TicketProposal } from '#app/domain/assistant/reply.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { TextArea, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Chevron } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

/** A message to the support team that an answer offers: the member reads it, changes it, and sends it with the button. */
export function ProposedTicket({
  message: { id, proposal, ticketNumber, standing },
  action,
  reply,
}: {
  message: ShownMessage;
  action: string;
  reply: FormReply | undefined;
}) {
  if (!proposal) return null;
  if (ticketNumber !== null)
    return (
      <p className="text-sm text-muted">
        Your question is{' '}
        <Link to={`/support/tickets/${ticketNumber}`} className="link">
          ticket {ticketNumber}
        </Link>
        . Answers come by email.
      </p>
    );
  const form = formFields<TicketProposal>(`ticket-${id}`, reply, { ...proposal });
  return (
    <details
      className="group rounded-card border border-line bg-surface px-4"
      open={reply !== undefined || standing === 'about'}
    >
      <summary className="flex min-h-12 items-center justify-between gap-3 font-semibold text-accent">
        Ask a person <Chevron />
      </summary>
      <form method="post" noValidate action={action} id={form.id} className="grid gap-4 pt-1 pb-4">
        <FormErrors id={form.errorId} errors={form.errors} />
        <input type="hidden" name="messageId" value={id} />
        <TextField {...form.field('subject')} label="Subject" required maxLength={150} />
        <TextArea
          {...form.field('message')}
          label="Message"
          rows={4}
          required
          maxLength={5000}
          hint="Nothing is sent before you press the button. The answer comes by email."
        />
        <SubmitButton intent="ticket" pendingLabel="Sending..." className="justify-self-start">
          Send to support
        </SubmitButton>
      </form>
    </details>
  );
}
