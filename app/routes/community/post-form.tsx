import type { ShownField } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { TextArea } from '#app/ui/field.tsx';
import { MemberText } from '#app/ui/member-text.tsx';

/** The preview that an action has answered with, if it has. */
export const previewOf = (reply: object | undefined): string | null =>
  reply && 'preview' in reply && typeof reply.preview === 'string' ? reply.preview : null;

/** What a post would look like; the focus is led to it (app/ui/script/first-error.ts). */
export function Preview({ html }: { html: string | null }) {
  if (!html) return null;
  return (
    <section
      aria-label="Preview"
      tabIndex={-1}
      data-focus
      className="grid scroll-mt-4 grid-cols-1 gap-2 rounded-card border border-dashed border-line-strong p-4"
    >
      <p className="text-xs font-semibold text-muted">Preview, not posted yet</p>
      <MemberText html={html} />
    </section>
  );
}

/** The field for what a post says, and the buttons that show or send it. */
export function PostFields({
  field,
  label,
  maxLength,
  rows = 6,
  send,
  sending,
}: {
  field: ShownField;
  label: string;
  maxLength: number;
  rows?: number;
  send: { intent: string; label: string };
  sending: string;
}) {
  return (
    <>
      <TextArea
        {...field}
        label={label}
        required
        maxLength={maxLength}
        rows={rows}
        hint={
          <>
            Formatting: **bold**, _italic_, `code`, &gt; quote, - list. Use @handle to notify someone.
            Pictures are not shown.
          </>
        }
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton intent={send.intent} pendingLabel={sending}>
          {send.label}
        </SubmitButton>
        <SubmitButton intent="preview" variant="secondary" pendingLabel="Looking...">
          Preview
        </SubmitButton>
      </div>
    </>
  );
}
