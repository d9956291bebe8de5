import { buttonClass } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';

/** The ways through a list that is paged by key: back to its beginning, and on from where this page ends. */
export function ListWays({ first, next }: { first: string | null; next: string | null }) {
  if (!first && !next) return null;
  return (
    <nav aria-label="Pages" className="flex flex-wrap justify-between gap-3">
      {first ? (
        <Link to={first} className={buttonClass('secondary')}>
          Back to the first page
        </Link>
      ) : (
        <span />
      )}
      {next ? (
        <Link to={next} rel="next" className={buttonClass('secondary')}>
          Next page
        </Link>
      ) : null}
    </nav>
  );
}

/** An address of a list with some of its parameters set, and the others kept; null leaves one out. */
export function withQuery(path: string, query: string, changes: Record<string, string | null>): string {
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') parameters.delete(name);
    else parameters.set(name, value);
  }
  const text = String(parameters);
  return text ? `${path}?${text}` : path;
}
