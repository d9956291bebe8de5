import { DisplayMenu } from '#app/routes/admin/lists/display-menu.tsx';
import type { ListDisplay, ListName } from '#app/routes/admin/lists/list-columns.ts';
import { type FilterChip, FilterChips } from '#app/ui/filter-chips.tsx';

/** What stands above a work table: what it is narrowed to, and how it is shown. */
export function ListTop({
  list,
  path,
  search,
  chips = [],
  display,
}: {
  list: ListName;
  path: string;
  /** The query of the list's address. */
  search: string;
  chips?: readonly FilterChip[];
  display: ListDisplay;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <FilterChips path={path} search={search} chips={chips} />
      <DisplayMenu list={list} display={display} back={`${path}${search}`} />
    </div>
  );
}
