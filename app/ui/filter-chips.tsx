import { Close } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import { firstPage, withQuery } from '#app/ui/list-pagination.tsx';

/** What one parameter of a list's address narrows it to, in words. */
export interface FilterChip {
  parameter: string;
  /** What is narrowed: "Role". */
  label: string;
  value: string;
}

/** What a list at `path` is narrowed to: each is taken away by its link, and all by the last one. */
export function FilterChips({
  path,
  search,
  at = '',
  chips,
}: {
  path: string;
  /** The query of the list's address. */
  search: string;
  /** The list's place on its page (`#history`), where it is not at the top. */
  at?: string;
  chips: readonly FilterChip[];
}) {
  if (chips.length === 0) return null;
  // A form without scripts names in the address also what it left empty.
  const query = String(
    new URLSearchParams([...new URLSearchParams(search)].filter(([, value]) => value !== '')),
  );
  const none = Object.fromEntries(chips.map(({ parameter }) => [parameter, null]));
  return (
    <nav aria-label="Filters in use" className="no-print min-w-0">
      <ul className="flex flex-wrap items-center gap-2 text-sm">
        {chips.map(({ parameter, label, value }) => (
          <li key={parameter} className="min-w-0 max-w-full">
            <Link
              to={`${withQuery(path, query, { [parameter]: null, ...firstPage })}${at}`}
              className="inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-full border border-line-strong bg-surface py-1 pr-2.5 pl-3.5 no-underline hover:border-accent hover:text-accent"
            >
              <span className="sr-only">Remove the filter </span>
              <span className="min-w-0 truncate">
                <span className="text-muted">{label}:</span> <bdi className="font-medium">{value}</bdi>
              </span>
              <Close className="size-4" />
            </Link>
          </li>
        ))}
        {chips.length > 1 ? (
          <li>
            <Link
              to={`${withQuery(path, query, { ...none, ...firstPage })}${at}`}
              className="link inline-flex min-h-9 items-center px-1"
            >
              Clear all
            </Link>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}
