import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';

/** Begins a letter to members who have not started a course: the next step once it is published. */
export function EmailCourseForm({ course, formKey }: { course: string; formKey: string }) {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4! sm:p-5!">
      <div className="grid min-w-0 gap-1">
        <h2 className="text-lg">Tell members about it</h2>
        <p className="max-w-2xl text-sm text-muted">
          Writes a draft to members who haven’t started this course. You edit it and see who gets it before
          anything is sent.
        </p>
      </div>
      <form method="post" action="/admin/letters">
        <input type="hidden" name="course" value={course} />
        <input type="hidden" name="formKey" value={formKey} />
        <SubmitButton intent="course" variant="secondary" pendingLabel="Writing...">
          Email members who haven’t started
        </SubmitButton>
      </form>
    </Card>
  );
}
