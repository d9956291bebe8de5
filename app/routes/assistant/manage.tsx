import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { TextField } from '#app/ui/field.tsx';

/** A conversation's name, and its end. */
export function ManageConversation({
  action,
  title,
  reply,
}: {
  action: string;
  title: string;
  reply: FormReply | undefined;
}) {
  const form = formFields<{ title: string }>('rename', reply, { title });
  return (
    <div className="border-t border-line">
      <Disclosure title="Rename or delete" open={reply !== undefined}>
        <div className="grid gap-6">
          <form method="post" noValidate action={action} id={form.id} className="grid max-w-md gap-3">
            <TextField {...form.field('title')} label="Name" required maxLength={80} />
            <SubmitButton
              intent="rename"
              pendingLabel="Saving..."
              variant="secondary"
              className="justify-self-start"
            >
              Rename
            </SubmitButton>
          </form>
          <form method="post" action={action} className="grid max-w-md gap-3">
            <p className="text-sm text-muted">
              Deleting takes away all that was said in this conversation, for good. Without that it is kept
              for 90 days after its last message.
            </p>
            <SubmitButton
              intent="delete"
              pendingLabel="Deleting..."
              variant="danger"
              className="justify-self-start"
            >
              Delete this conversation
            </SubmitButton>
          </form>
        </div>
      </Disclosure>
    </div>
  );
}
