import type { SubmittedVersion } from '#app/domain/learning/assignments/submissions.server.ts';
import { AssignmentStateBadge } from '#app/routes/frame/assignment-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { MemberText } from '#app/ui/member-text.tsx';
import { Moment } from '#app/ui/moment.tsx';

/** Below an answer, for instructors: what it was before it was changed, and for who sent it the way to change it. */
export function AnswerHistory({
  version: { number, ownAnswer, earlierAnswers },
  to,
}: {
  version: SubmittedVersion;
  /** The address of the form that changes it; null while it is shown. */
  to: string | null;
}) {
  return (
    <>
      {earlierAnswers.length > 0 ? (
        <details className="text-sm">
          <summary className="inline-flex min-h-11 items-center font-semibold">Earlier answers</summary>
          <ol className="grid gap-3 border-l-2 border-line-strong pl-4">
            {earlierAnswers.map(({ html, decision, at }) => (
              <li key={at.toISOString()} className="grid min-w-0 gap-1">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
                  <AssignmentStateBadge state={decision} /> <Moment at={at} />
                </p>
                <MemberText html={html} />
              </li>
            ))}
          </ol>
        </details>
      ) : null}
      {ownAnswer && to ? (
        <p>
          <Link to={to} className="link inline-flex min-h-11 items-center text-sm">
            Change this answer<span className="sr-only"> to version {number}</span>
          </Link>
        </p>
      ) : null}
    </>
  );
}
