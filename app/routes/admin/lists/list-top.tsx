import { type ListName, workTables } from '#app/routes/admin/lists/list-columns.ts';
import type { ListViews } from '#app/routes/admin/lists/list-views.server.ts';
import { unreadParameters } from '#app/routes/admin/lists/view-queries.ts';
import { ViewsMenu } from '#app/routes/admin/lists/views-menu.tsx';
import { DisplayMenu } from '#app/routes/frame/lists/display-menu.tsx';
import { type FilterChip, FilterChips } from '#app/ui/filter-chips.tsx';
import { Notice } from '#app/ui/notice.tsx';

/** What stands above a work table: what it is narrowed to, its saved views, and how it is shown. */
export function ListTop({
  list,
  path,
  search,
  chips = [],
  alsoApplied = [],
  listViews: { views, open, isGone, display },
}: {
  list: ListName;
  path: string;
  /** The query of the list's address. */
  search: string;
  chips?: readonly FilterChip[];
  /** Parameters of the address that the list follows, and that have no chip. */
  alsoApplied?: readonly string[];
  listViews: ListViews;
}) {
  const unread = open
    ? unreadParameters(open, search, [...chips.map(({ parameter }) => parameter), ...alsoApplied])
    : [];
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <FilterChips path={path} search={search} chips={chips} />
        {/* Each menu opens below it, from its right edge: on a phone both are as wide as the page allows. */}
        <div className="relative ml-auto flex min-w-0 flex-wrap items-center justify-end gap-1">
          <ViewsMenu list={list} search={search} views={views} open={open} />
          <DisplayMenu
            action="/admin/list-display"
            list={list}
            columns={workTables[list].columns}
            display={display}
            back={`${path}${search}`}
            isOwnView={open?.isOwn ?? false}
          />
        </div>
      </div>
      {isGone ? (
        <Notice tone="warn">This view was deleted, or is not shared with you any more.</Notice>
      ) : null}
      {open && unread.length > 0 ? (
        <Notice tone="warn">
          “<bdi>{open.name}</bdi>” was saved with filters that this list no longer has ({unread.join(', ')}).
          They are left out, so more rows show than before.
        </Notice>
      ) : null}
    </div>
  );
}
