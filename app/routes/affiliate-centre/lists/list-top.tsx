import type { CentreDisplay } from '#app/routes/affiliate-centre/lists/centre-lists.server.ts';
import { DisplayMenu } from '#app/routes/frame/lists/display-menu.tsx';
import { type FilterChip, FilterChips } from '#app/ui/filter-chips.tsx';

interface ListTopProps {
  path: string;
  /** The query of the list's address. */
  search: string;
  /** Its place on the page (`#history`), where it is not at the top. */
  at?: string;
  chips: readonly FilterChip[];
  display: CentreDisplay;
}

/** What stands above a work table of the affiliate center: what it is narrowed to, and how it is shown. */
export function ListTop({ path, search, at = '', chips, display }: ListTopProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <FilterChips path={path} search={search} at={at} chips={chips} />
      <div className="relative ml-auto">
        <DisplayMenu
          action="/affiliate-centre/list-display"
          list={display.list}
          columns={display.columns}
          display={display}
          back={`${path}${search}${at}`}
        />
      </div>
    </div>
  );
}
