import type { PartState } from '#app/domain/publishing/course-outline.server.ts';
import { Button, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Link } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { PostedField } from '#app/ui/posted-field.tsx';

interface Props {
  /** The outline of the course that it is published with; null where it is published by itself. */
  outline: string | null;
  /** Who reads it: "learner". */
  reader?: string;
  /** Where its buttons are sent. */
  action: string;
  /** What it is called, such as "quiz" or "slides". */
  whole: string;
  state: PartState;
  /** The version of its file that the page shows. */
  seen: number;
  /** What publishing still needs, as far as counting tells. */
  needs: readonly string[];
  /** What the check has found; null where it was not asked. */
  problems: readonly string[] | null;
  /** What of that is about the whole. */
  ofWhole: readonly string[];
  /** Where its page is shown as it was last saved; null where there is nothing to show. */
  previewAddress: string | null;
}

const stateWords = (state: PartState, readers: string): string => {
  if (state === 'published') return `${readers} see this version.`;
  if (state === 'archived') return 'This was taken off the site.';
  if (state === 'scheduled') return 'This is scheduled to be published.';
  return `${readers} don't see these changes yet.`;
};

/** Publishes a file that is a list, or says what keeps it from that. */
export function ListPublishPanel({
  outline,
  reader = 'learner',
  action,
  whole,
  state,
  seen,
  needs,
  problems,
  ofWhole,
  previewAddress,
}: Props) {
  const isWaiting = state === 'draft' || state === 'changed' || state === 'scheduled';
  const lines = [...new Set([...needs, ...ofWhole])];
  return (
    <Card className="grid grid-cols-1 gap-4">
      <h2 className="text-xl">Publish</h2>
      <p className="text-sm text-muted">
        {stateWords(state, `${reader.charAt(0).toUpperCase()}${reader.slice(1)}s`)}{' '}
        {isWaiting && outline ? (
          <>
            It is published with its course, from the{' '}
            <Link to={outline} className="link">
              course outline
            </Link>
            .
          </>
        ) : null}
      </p>
      {problems?.length === 0 ? (
        <Notice tone="success" live>
          The check found nothing. This can be published.
        </Notice>
      ) : null}
      {problems && problems.length > 0 ? (
        <Notice tone="error" live>
          {problems.length === 1 ? 'One thing keeps' : `${problems.length} things keep`} this from being
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
          <form method="post" action={action} className="contents">
            <input type="hidden" name="seen" value={seen} />
            {outline === null ? (
              <SubmitButton intent="publish" pendingLabel="Publishing...">
                {`Publish ${whole}`}
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
            <PostedField />
            <Button type="submit" variant="secondary">
              {`Preview as a ${reader}`}
              <span className="sr-only"> (opens a new tab)</span>
            </Button>
          </form>
        ) : null}
      </div>
    </Card>
  );
}
