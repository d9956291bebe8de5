import { readOf, readTogether, type ViewerRead } from '#app/domain/core/access/reads.server.ts';
import { type SavedView, savedViewsRead } from '#app/domain/operating/saved-views/saved-views.server.ts';
import { type ListName, workTables } from '#app/routes/admin/lists/list-columns.ts';
import { viewParameter } from '#app/routes/admin/lists/view-queries.ts';
import { type ListDisplay, readListDisplay } from '#app/routes/http/list-display.server.ts';

/** How a list is shown to whoever asks: the views they have of it, and the one that is open. */
export interface ListViews {
  views: SavedView[];
  /** The view that the address names. */
  open: SavedView | null;
  /** Whether the address names a view that there is no more, or that is not shared any more. */
  isGone: boolean;
  display: ListDisplay;
}

function listViewsOf(
  request: Request,
  list: ListName,
  views: SavedView[],
  search = new URL(request.url).search,
): ListViews {
  const id = new URLSearchParams(search).get(viewParameter);
  const open = views.find((view) => view.id === id) ?? null;
  const columns: readonly string[] = workTables[list].columns;
  return {
    views,
    open,
    isGone: id !== null && open === null,
    display: open
      ? { isCompact: open.isCompact, hidden: open.hidden.filter((label) => columns.includes(label)) }
      : readListDisplay(request, list, columns),
  };
}

/** How a list is shown to whoever asks, at the address with `search`, or else at their own. One query. */
export async function readListViews(
  request: Request,
  viewerId: string,
  list: ListName,
  search?: string,
): Promise<ListViews> {
  return listViewsOf(request, list, await readOf(viewerId, savedViewsRead(list)), search);
}

/** The same, with something else that the page reads. One query for both. */
export async function readListViewsWith<T>(
  request: Request,
  viewerId: string,
  list: ListName,
  beside: ViewerRead<T>,
): Promise<{ listViews: ListViews; beside: T }> {
  const read = readTogether<{ views: SavedView[]; beside: T }>(`${list}-views`, {
    views: savedViewsRead(list),
    beside,
  });
  const parts = await readOf(viewerId, read);
  return { listViews: listViewsOf(request, list, parts.views), beside: parts.beside };
}
