import type { AnswerToReview, ReviewReason } from '#app/domain/assistant/answers-to-review.server.ts';
import { MessageText } from '#app/ui/assistant/message-text.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Chevron } from '#app/ui/icon.tsx';
import { Moment } from '#app/ui/moment.tsx';

/** Questions with their answers; `action` is where the form goes that takes one off, null for whoever may not. */
export function WantingList({
  rows,
  show,
  action,
}: {
  rows: readonly AnswerToReview[];
  show: ReviewReason;
  action: string | null;
}) {
  if (rows.length === 0)
    return (
      <EmptyState
        title={show === 'unanswered' ? 'Every question found an answer' : 'No answer was found unhelpful'}
      />
    );
  return (
    <ul className="rounded-card border border-line bg-surface">
      {rows.map((row) => (
        <li key={row.id} className="grid gap-1 border-t border-line px-4 pt-3 pb-1 first:border-0">
          <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
            <div className="grid min-w-0 flex-1 basis-64 gap-1">
              <h3 dir="auto" className="font-sans text-base font-semibold wrap-anywhere whitespace-pre-line">
                {row.question}
              </h3>
              <p className="text-sm text-muted">
                <Moment at={row.createdAt} /> · {row.writer === 'librarian' ? 'the librarian' : row.writer}
              </p>
            </div>
            {action ? (
              <form method="post" action={action}>
                <input type="hidden" name="answer" value={row.id} />
                <SubmitButton variant="secondary" pendingLabel="Taking off...">
                  Dealt with
                </SubmitButton>
              </form>
            ) : null}
          </div>
          <details className="group">
            <summary className="flex min-h-11 items-center gap-2 text-sm font-semibold text-accent">
              What was answered <Chevron />
            </summary>
            <div className="grid max-w-3xl grid-cols-1 gap-3 pb-2 text-sm wrap-anywhere">
              <MessageText text={row.answer} sources={[]} />
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}
