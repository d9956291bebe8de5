import type { Marks } from '#app/domain/learning/reading/marks.server.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Day } from '#app/ui/day.tsx';
import { Check } from '#app/ui/icon.tsx';

/** The end of a text that is not part of a course: that one has read it. */
export function ReadMark({ marks: { readAt }, piece }: { marks: Marks; piece: string }) {
  return (
    <form
      id="read"
      method="post"
      data-offline="read"
      className="no-print flex min-h-20 scroll-mt-4 flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-card border border-line bg-surface p-4 shadow-card target:border-accent sm:px-6"
    >
      {readAt ? (
        <>
          <p className="flex items-center gap-2 font-semibold text-good">
            <Check />
            <span>
              Read on <Day at={readAt} />
            </span>
          </p>
          <SubmitButton variant="quiet" intent="unread" pendingLabel="Marking..." className="-mx-4">
            Mark as not read
          </SubmitButton>
        </>
      ) : (
        <>
          <p className="text-muted">Done with this {piece}?</p>
          <SubmitButton intent="read" pendingLabel="Marking...">
            Mark as read
          </SubmitButton>
        </>
      )}
    </form>
  );
}
