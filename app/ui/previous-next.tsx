import { ArrowLeft, ArrowRight } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

export interface Neighbour {
  to: string;
  title: string;
}

/** What comes before and after a text in the list it belongs to; `piece` names one of them, as in "Next guide". */
export function PreviousNext({
  piece,
  previous,
  next,
}: {
  piece: string;
  previous: Neighbour | null;
  next: Neighbour | null;
}) {
  const linkClass =
    'group grid content-start gap-1 rounded-card border border-line bg-surface p-4 no-underline hover:border-accent';
  const wordClass = 'inline-flex items-center gap-1.5 text-sm text-muted';
  const titleClass = 'font-display text-lg leading-snug group-hover:text-accent';
  return (
    <nav
      aria-label={`Previous and next ${piece}`}
      className="reading-width no-print grid gap-3 sm:grid-cols-2"
    >
      {previous ? (
        <Link to={previous.to} rel="prev" className={linkClass}>
          <span className={wordClass}>
            <ArrowLeft /> Previous {piece}
          </span>{' '}
          <span className={titleClass}>{previous.title}</span>
        </Link>
      ) : (
        <span className="max-sm:hidden" />
      )}
      {next ? (
        <Link to={next.to} rel="next" className={`${linkClass} sm:justify-items-end sm:text-right`}>
          <span className={wordClass}>
            Next {piece} <ArrowRight />
          </span>{' '}
          <span className={titleClass}>{next.title}</span>
        </Link>
      ) : null}
    </nav>
  );
}
