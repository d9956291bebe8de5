import { buttonClass } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Link } from '#app/ui/link.tsx';

/** Addresses of the pages of a list that is paged by key, as seen from one of them; null for those there are not. */
export interface Ways {
  first: string | null;
  previous: string | null;
  next: string | null;
}

/** The ways through a list: to its beginning, to the page before, and on from where this page ends. */
export function ListWays({ first, previous, next }: Ways) {
  if (!first && !previous && !next) return null;
  return (
    <nav aria-label="Pages" className="flex flex-wrap justify-end gap-3">
      {first ? (
        <Link to={first} className={classNames(buttonClass('secondary'), 'mr-auto')}>
          First
        </Link>
      ) : null}
      {previous ? (
        <Link to={previous} rel="prev" className={buttonClass('secondary')}>
          Previous
        </Link>
      ) : null}
      {next ? (
        <Link to={next} rel="next" className={buttonClass('secondary')}>
          Next
        </Link>
      ) : null}
    </nav>
  );
}

/** Parameters of an address that name a page, all left out: those of the first. */
export const firstPage = { after: null, before: null, last: null };

/**
 * The ways from the page of a list that an address shows; `previous` and `next` name the rows between the pages. They lead to the
 * place `at` on the page (`#links`), where the list is not at its top.
 */
export function waysOf(
  path: string,
  query: string,
  { previous, next }: { previous: string | null; next: string | null },
  at = '',
): Ways {
  const parameters = new URLSearchParams(query);
  const to = (page: Partial<Record<keyof typeof firstPage, string>>) =>
    `${withQuery(path, query, { ...firstPage, ...page })}${at}`;
  return {
    first: Object.keys(firstPage).some((name) => parameters.has(name)) ? to({}) : null,
    previous: previous && to({ before: previous }),
    next: next && to({ after: next }),
  };
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
