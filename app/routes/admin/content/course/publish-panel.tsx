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
  /** What still says what it began with, in words. */
  examples: readonly string[];
}

const countOf = (problems: CourseProblems) =>
  Object.values(problems).reduce((sum, { length }) => sum + length, 0);

/** Publishes the whole course in one press, or says what keeps it from that. */
export function PublishPanel({ slug, isOnSite, waiting, problems, reply, examples }: Props) {
  const count = problems ? countOf(problems) : 0;
  const isAnswered = reply && ['publish', 'check', 'up', 'down', 'copy', 'remove'].includes(reply.form);
  return (
    <Card className="grid grid-cols-1 gap-4">
      <h2 className="text-xl">Publish</h2>
      <p className="text-sm text-muted">
        {waiting === 0
          ? 'Everything in this course is published.'
          : `${waiting} ${waiting === 1 ? 'part has' : 'parts have'} changes that readers don't see yet. ${
              isOnSite ? 'All of them are published together.' : 'The course isn’t on the site yet.'
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
      {examples.length > 0 ? (
        <Notice tone="warn">
          <p>Still the example text, to be written over:</p>
          <ul className="list-disc pl-5">
            {examples.map((example) => (
              <li key={example} className="wrap-anywhere">
                {example}
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {waiting > 0 ? (
        <form method="post" action={courseAddress(slug)} className="flex flex-wrap gap-3">
          <SubmitButton
            intent="publish"
            variant={examples.length > 0 ? 'secondary' : 'primary'}
            pendingLabel="Publishing..."
          >
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
