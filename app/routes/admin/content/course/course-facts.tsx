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

/** The form of a course's title and promise; the field and the button that add a module belong to it too, further down the page. */
export const courseFormId = 'course';

export type CourseFields = Record<'title' | 'promise' | 'moduleTitle', string>;

/** The answer to that form, whichever of its buttons sent it. */
export const answerToFacts = (reply: OutlineReply | undefined) =>
  reply?.form === 'rename' || reply?.form === 'add' ? reply : undefined;

/** What a course is called and what it promises. */
export function CourseFacts({ slug, title, promise, reply }: Props) {
  const form = formFields<CourseFields>(courseFormId, answerToFacts(reply), { title, promise });
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
