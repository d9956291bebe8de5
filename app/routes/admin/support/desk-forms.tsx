import type { DeskMessage } from '#app/domain/talk/support/desk.server.ts';
import { AttachmentField } from '#app/routes/frame/attachment-field.tsx';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Button, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { SelectField, TextArea } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

interface Props {
  path: string;
  seen: string;
  canned: { id: string; title: string }[];
  chosen: { id: string; text: string } | null;
  keys: { answer: string; note: string };
  messageLength: number;
  reply: FormReply | undefined;
}

/** The part of a reply that belongs to one of the page's forms: each sends its intent. */
export function replyTo(reply: FormReply | undefined, ...intents: string[]): FormReply | undefined {
  const intent = reply?.lastResult.initialValue?.intent;
  return typeof intent === 'string' && intents.includes(intent) ? reply : undefined;
}

/** The forms below a ticket: choosing a canned answer, answering, and noting something for the team. */
export function DeskForms(props: Props) {
  return (
    <>
      <Answer {...props} />
      <Note {...props} />
    </>
  );
}

function Answer({ path, seen, canned, chosen, keys, messageLength, reply }: Props) {
  const form = formFields<DeskMessage & { files: unknown }>(
    'reply',
    replyTo(reply, 'answer', 'answer_close'),
    {
      message: chosen?.text,
    },
  );
  return (
    <Card className="grid gap-4 p-4! sm:p-5!">
      {canned.length > 0 ? (
        <form action={`${path}#reply`} className="flex flex-wrap items-end gap-2">
          <div className="min-w-0 grow basis-56">
            <SelectField
              id="canned"
              name="answer"
              label="Start with a canned answer"
              defaultValue={chosen?.id ?? ''}
            >
              <option value="">None</option>
              {canned.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </SelectField>
          </div>
          <Button type="submit" variant="secondary">
            Add to reply
          </Button>
        </form>
      ) : null}
      <form method="post" action={path} id={form.id} encType="multipart/form-data" className="grid gap-4">
        <FormErrors
          id={form.errorId}
          errors={form.errors ?? form.field('formKey').errors ?? form.field('seen').errors}
        />
        <input type="hidden" name="formKey" value={form.field('formKey').defaultValue ?? keys.answer} />
        {/* After a refusal that of now: what stands above has been read. */}
        <input type="hidden" name="seen" id="reply-seen" value={seen} data-live-value />
        <TextArea
          {...form.field('message')}
          label="Reply"
          hint="We email this to the requester and show it on the site."
          required
          maxLength={messageLength}
          rows={8}
        />
        <AttachmentField {...form.field('files')} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton intent="answer" pendingLabel="Sending...">
            Send reply
          </SubmitButton>
          <SubmitButton intent="answer_close" variant="secondary" pendingLabel="Sending...">
            Send and close
          </SubmitButton>
        </div>
      </form>
    </Card>
  );
}

function Note({ path, seen, keys, messageLength, reply }: Props) {
  const own = replyTo(reply, 'note');
  const form = formFields<DeskMessage>('note', own);
  return (
    <Disclosure title="Add a note for the team" open={own !== undefined}>
      <form method="post" action={path} id={form.id} className="grid gap-3">
        <FormErrors id={form.errorId} errors={form.errors ?? form.field('formKey').errors} />
        <input type="hidden" name="formKey" value={form.field('formKey').defaultValue ?? keys.note} />
        <input type="hidden" name="seen" value={seen} />
        <TextArea
          {...form.field('message')}
          label="Note"
          hint="Only the team sees this. It is part of the data copy a person may request."
          required
          maxLength={messageLength}
          rows={3}
        />
        <SubmitButton
          intent="note"
          variant="secondary"
          pendingLabel="Adding..."
          className="justify-self-start"
        >
          Add note
        </SubmitButton>
      </form>
    </Disclosure>
  );
}
