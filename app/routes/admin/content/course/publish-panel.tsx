import type { CourseProblems } from '#app/domain/publishing/publish-course.server.ts';
import type { OutlineReply } from '#app/routes/admin/content/course/outline-action.server.ts';
import { courseAddress } from '#app/routes/admin/content/piece-address.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Notice } from '#app/ui/notice.tsx';

interface Props {
  slug: string;
  isOnSite: boolean;
  /** How many files have changes to publish. */
  waiting: number;
  problems: CourseProblems | null;
  reply: OutlineReply | undefined;
}

const countOf = (problems: CourseProblems) =>
  Object.values(problems).reduce((sum, { length }) => sum + length, 0);

/** Publishes the whole course in one press, or says what keeps it from that. */
export function PublishPanel({ slug, isOnSite, waiting, problems, reply }: Props) {
  const count = problems ? countOf(problems) : 0;
  const isAnswered = reply && ['publish', 'check', 'up', 'down', 'copy', 'remove'].includes(reply.form);
  return (
    <Card className="grid grid-cols-1 gap-4">
      <h2 className="text-xl">Publish</h2>
      <p className="text-sm text-muted">
        {waiting === 0
          ? 'Everything of this course is published.'
          : `${waiting} ${waiting === 1 ? 'part has' : 'parts have'} changes that readers don't see yet. ${
              isOnSite ? 'All of them are published together.' : 'The course is not on the site yet.'
            }`}
      </p>
      {isAnswered && count === 0 ? (
        <FormErrors id="publish-error" errors={reply.lastResult.error?.[''] ?? undefined} />
      ) : null}
      {problems && count === 0 ? (
        <Notice tone="success" live>
          The check found nothing. The course can be published.
        </Notice>
      ) : null}
      {count > 0 ? (
        <Notice tone="error" live>
          {count === 1 ? 'One thing keeps' : `${count} things keep`} this course from being published. Each is
          shown beside the part that it belongs to.
        </Notice>
      ) : null}
      {waiting > 0 ? (
        <form method="post" action={courseAddress(slug)} className="flex flex-wrap gap-3">
          <SubmitButton intent="publish" pendingLabel="Publishing...">
            Publish whole course
          </SubmitButton>
          <SubmitButton intent="check" variant="secondary" pendingLabel="Checking...">
            Check for problems
          </SubmitButton>
        </form>
      ) : null}
    </Card>
  );
}
