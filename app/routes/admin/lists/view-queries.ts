import type { SavedView } from '#app/domain/operating/saved-views/saved-views.server.ts';
import { type ListName, workTableOf, workTables } from '#app/routes/admin/lists/list-columns.ts';
import { withQuery } from '#app/ui/list-pagination.tsx';

/** The parameter of a list's address that names the view it was opened by. */
export const viewParameter = 'opened';

/** What of a list's address a view keeps: what narrows or sorts it, in one order, and nothing that is empty. */
export function viewQuery(list: ListName, search: string): string {
  const query = new URLSearchParams(search);
  return String(
    new URLSearchParams(
      workTables[list].parameters.flatMap((name) => {
        const value = query.get(name)?.trim();
        return value ? [[name, value]] : [];
      }),
    ),
  );
}

/** Where a view leads; null where this release does not have its list. */
export function viewAddress({ id, list, query }: Pick<SavedView, 'id' | 'list' | 'query'>): string | null {
  const table = workTableOf(list);
  return table && withQuery(table.path, query, { [viewParameter]: id });
}

/** The parameters of an open view that its list does not follow: those it no longer knows, or whose value it cannot read (P322). */
export function unreadParameters(
  { query }: Pick<SavedView, 'query'>,
  search: string,
  applied: readonly string[],
): string[] {
  const address = new URLSearchParams(search);
  return [...new URLSearchParams(query).keys()].filter(
    (name) => address.has(name) && !applied.includes(name),
  );
}
