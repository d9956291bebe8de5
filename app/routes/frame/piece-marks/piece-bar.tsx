import type { Marks } from '#app/domain/learning/reading/marks.server.ts';
import { classNames } from '#app/ui/class-names.ts';
import { ArrowDown, Bookmark, Pencil } from '#app/ui/document-icon.tsx';
import { Clock } from '#app/ui/icon.tsx';

const itemClass =
  'inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-control px-2.5 text-sm font-medium text-muted no-underline hover:bg-sunken hover:text-accent';

/** What one can do with a piece, above its text: save it, go to one's note, go on where one was. */
export function PieceBar({ marks, minutes }: { marks: Marks; minutes?: number | undefined }) {
  const { isSaved, note, place } = marks;
  return (
    <div className="no-print grid gap-1">
      <div className="-ml-2.5 flex flex-wrap items-center">
        {minutes === undefined ? null : (
          <p className="inline-flex min-h-11 items-center gap-1.5 px-2.5 text-sm text-muted">
            <Clock /> {minutes} min to read
          </p>
        )}
        <form method="post">
          <input type="hidden" name="intent" value={isSaved ? 'unsave' : 'save'} />
          <button
            type="submit"
            aria-pressed={isSaved}
            className={classNames(itemClass, isSaved && 'text-accent!')}
          >
            <Bookmark isFilled={isSaved} /> {isSaved ? 'Saved' : 'Save'}
          </button>
        </form>
        <a href="#note" className={classNames(itemClass, note !== null && 'text-accent!')}>
          <Pencil /> {note === null ? 'Note' : 'Your note'}
        </a>
      </div>
      {place ? (
        <p>
          <a
            href={`#${place.id}`}
            className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-control bg-accent-soft px-3.5 py-2 text-sm font-semibold text-accent no-underline hover:underline"
          >
            <ArrowDown className="size-4.5" />
            <span>Go on reading at “{place.text}”</span>
          </a>
        </p>
      ) : null}
    </div>
  );
}
