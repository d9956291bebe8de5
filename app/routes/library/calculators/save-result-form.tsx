import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

/** Keeps the result of the numbers in `action`'s address under a name. */
export function KeepForm({
  action,
  reply,
  isOffered,
}: {
  action: string;
  reply: FormReply | undefined;
  isOffered: boolean;
}) {
  const form = formFields<{ name: string }>('keep', reply);
  return (
    <form
      method="post"
      noValidate
      action={action}
      id={form.id}
      data-keeps=""
      hidden={!isOffered}
      className="no-print grid grid-cols-1 gap-3"
    >
      <FormErrors id={form.errorId} errors={form.errors} />
      <TextField
        {...form.field('name')}
        label="Keep this result as"
        hint="It stays in your list until you remove it. The address of this page has the numbers too: it can be sent or bookmarked."
        maxLength={60}
        required
        beside={
          <SubmitButton variant="secondary" intent="keep" pendingLabel="Keeping it...">
            Keep this result
          </SubmitButton>
        }
      />
    </form>
  );
}
