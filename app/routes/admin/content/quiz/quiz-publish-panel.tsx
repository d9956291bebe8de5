import type { PartState } from '#app/domain/publishing/course-outline.server.ts';
import { courseAddress, quizAddress } from '#app/routes/admin/content/piece-address.ts';
import { Button, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Link } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';

interface Props {
  slug: string;
  state: PartState;
  isCourseOnSite: boolean;
  /** What publishing still needs, as far as counting tells. */
  needs: readonly string[];
  /** What the check has found; null where it was not asked. */
  problems: readonly string[] | null;
  /** What of that is about the quiz as a whole. */
  ofQuiz: readonly string[];
  /** Where the quiz is shown as learners see it, as it was last saved. */
  previewAddress: string | null;
}

const stateWords: Partial<Record<PartState, string>> = {
  published: 'Learners get these questions.',
  archived: 'This quiz was taken off the site.',
  scheduled: 'This quiz is scheduled to be published.',
};

/** Publishes a quiz, or says what keeps it from that. */
export function QuizPublishPanel({
  slug,
  state,
  isCourseOnSite,
  needs,
  problems,
  ofQuiz,
  previewAddress,
}: Props) {
  const isWaiting = state === 'draft' || state === 'changed' || state === 'scheduled';
  const lines = [...new Set([...needs, ...ofQuiz])];
  return (
    <Card className="grid grid-cols-1 gap-4">
      <h2 className="text-xl">Publish</h2>
      <p className="text-sm text-muted">
        {stateWords[state] ?? "Learners don't see these changes yet."}{' '}
        {isWaiting && !isCourseOnSite ? (
          <>
            The quiz is published with its course, from the{' '}
            <Link to={courseAddress(slug)} className="link">
              course outline
            </Link>
            .
          </>
        ) : null}
      </p>
      {problems?.length === 0 ? (
        <Notice tone="success" live>
          The check found nothing. The quiz can be published.
        </Notice>
      ) : null}
      {problems && problems.length > 0 ? (
        <Notice tone="error" live>
          {problems.length === 1 ? 'One thing keeps' : `${problems.length} things keep`} this quiz from being
          published. Each is shown where it belongs.
        </Notice>
      ) : null}
      {lines.length > 0 ? (
        <ul className="list-disc border-l-4 border-warn pl-6 text-sm">
          {lines.map((line) => (
            <li key={line} className="wrap-anywhere">
              {line}
            </li>
          ))}
        </ul>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {isWaiting ? (
          <form method="post" action={quizAddress(slug)} className="contents">
            {isCourseOnSite ? (
              <SubmitButton intent="publish" pendingLabel="Publishing...">
                Publish quiz
              </SubmitButton>
            ) : null}
            <SubmitButton intent="check" variant="secondary" pendingLabel="Checking...">
              Check for problems
            </SubmitButton>
            <SubmitButton intent="discard" variant="danger" pendingLabel="Discarding...">
              Discard draft
            </SubmitButton>
          </form>
        ) : null}
        {previewAddress ? (
          <form method="post" action={previewAddress} target="_blank" className="contents" rel="noopener">
            <Button type="submit" variant="secondary">
              Preview as a learner<span className="sr-only"> (opens a new tab)</span>
            </Button>
          </form>
        ) : null}
      </div>
    </Card>
  );
}
