import type { supportCopy } from '#app/domain/site/site-copy/pages.server.ts';
import type { TicketForm, VisitorTicketForm } from '#app/domain/talk/support/ticket-form.server.ts';
import { AttachmentField } from '#app/routes/frame/attachment-field.tsx';
import { TicketFields } from '#app/routes/frame/ticket-fields.tsx';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

/** The form that opens a ticket (P70). Without a key it is a visitor's, who says who they are. */
export function ContactForm({
  copy: { contact },
  subject,
  formKey,
  limits,
  reply,
}: {
  copy: ReturnType<typeof supportCopy>;
  /** What the link that led here fills in. */
  subject: string;
  formKey: string | null;
  limits: { subjectLength: number; messageLength: number };
  reply: FormReply | undefined;
}) {
  const form = formFields<VisitorTicketForm & TicketForm & { files: unknown }>('ticket', reply, { subject });
  return (
    <Card>
      <form
        method="post"
        noValidate
        action="/support"
        id={form.id}
        encType={formKey ? 'multipart/form-data' : undefined}
        className="grid gap-5"
      >
        <FormErrors id={form.errorId} errors={form.errors ?? form.field('formKey').errors} />
        {formKey ? (
          <input type="hidden" name="formKey" value={form.field('formKey').defaultValue ?? formKey} />
        ) : (
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              {...form.field('name')}
              label={contact.name}
              required
              maxLength={80}
              autoComplete="name"
            />
            <TextField
              {...form.field('email')}
              type="email"
              label={contact.email}
              hint={contact.emailHint}
              required
              maxLength={254}
              autoComplete="email"
            />
          </div>
        )}
        <TicketFields
          subject={form.field('subject')}
          message={form.field('message')}
          labels={contact}
          limits={limits}
        />
        {formKey ? <AttachmentField {...form.field('files')} /> : null}
        <SubmitButton pendingLabel={contact.sending} className="justify-self-start">
          {contact.submit}
        </SubmitButton>
      </form>
    </Card>
  );
}
