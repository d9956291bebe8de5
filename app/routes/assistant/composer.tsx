import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { TextArea } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

interface ComposerProps {
  action: string;
  requestKey: string;
  /** The page the question is about, where it was asked from one. */
  onPath?: string | null;
  reply: FormReply | undefined;
  messagesLeft: number;
  /** That the day's budget for written answers is about to end, or has ended. */
  notice: string | null;
  label: string;
}

/** Where a question is typed. */
export function Composer({ action, requestKey, onPath, reply, messagesLeft, notice, label }: ComposerProps) {
  const form = formFields<{ message: string }>('ask', reply);
  return (
    <form method="post" noValidate action={action} id={form.id} className="grid gap-3">
      <FormErrors id={form.errorId} errors={form.errors} />
      <input type="hidden" name="requestKey" value={requestKey} />
      {onPath ? <input type="hidden" name="onPath" value={onPath} /> : null}
      <TextArea
        {...form.field('message')}
        label={label}
        rows={3}
        maxLength={2000}
        required
        hint="Answers come from the library, with their sources. Please type no passwords and no personal data of others."
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SubmitButton pendingLabel="Thinking..." intent="ask">
          Ask
        </SubmitButton>
        <LeftToday count={messagesLeft} />
      </div>
      {notice ? <p className="text-sm text-muted">{notice}</p> : null}
    </form>
  );
}

/** Says when the day's messages are about to be used up. */
function LeftToday({ count }: { count: number }) {
  if (count > 10) return null;
  return (
    <p className="text-sm text-muted">
      {count === 0
        ? 'You have used up the messages of today. There are new ones after midnight (UTC).'
        : `${count} ${count === 1 ? 'message' : 'messages'} left today.`}
    </p>
  );
}
