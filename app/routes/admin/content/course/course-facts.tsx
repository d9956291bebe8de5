import type { OutlineReply } from '#app/routes/admin/content/course/outline-action.server.ts';
import { courseAddress } from '#app/routes/admin/content/piece-address.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { TextArea, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

interface Props {
  slug: string;
  title: string;
  promise: string;
  reply: OutlineReply | undefined;
}

/** What a course is called and what it promises. */
export function CourseFacts({ slug, title, promise, reply }: Props) {
  const answer = reply?.form === 'rename' ? reply : undefined;
  const form = formFields<{ title: string; promise: string }>('course', answer, { title, promise });
  return (
    <form method="post" action={courseAddress(slug)} id={form.id} className="grid gap-4">
      <FormErrors id={form.errorId} errors={form.errors} />
      <TextField {...form.field('title')} label="Title" required maxLength={80} autoComplete="off" />
      <TextArea
        {...form.field('promise')}
        label="Promise"
        hint="What learners can do after the course, in one sentence."
        required
        rows={2}
        maxLength={300}
      />
      <div>
        <SubmitButton intent="rename" variant="secondary" pendingLabel="Saving...">
          Save title and promise
        </SubmitButton>
      </div>
    </form>
  );
}
