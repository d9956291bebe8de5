import type { SavedView } from '#app/domain/operating/saved-views/saved-views.server.ts';
import type { ListName } from '#app/routes/admin/lists/list-columns.ts';
import { viewAddress, viewQuery } from '#app/routes/admin/lists/view-queries.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { TextField } from '#app/ui/field.tsx';
import { Chevron } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

export const viewsPath = '/admin/views';

const linkClass = 'flex min-h-9 min-w-0 items-center justify-between gap-3 rounded-control px-2 no-underline';

/** The saved views of a list, and the form that saves what is shown now as one (P322). */
export function ViewsMenu({
  list,
  search,
  views,
  open,
}: {
  list: ListName;
  /** The query of the list's address. */
  search: string;
  views: readonly SavedView[];
  open: SavedView | null;
}) {
  const query = viewQuery(list, search);
  const isChanged = open !== null && query !== viewQuery(list, open.query);
  return (
    <details data-menu className="no-print group min-w-0 text-sm">
      <summary className="inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-control px-2 font-semibold text-accent hover:bg-sunken">
        <span className="min-w-0 truncate">
          {open ? (
            <>
              View: <bdi>{open.name}</bdi>
              {isChanged ? ', changed' : ''}
            </>
          ) : (
            'Views'
          )}
        </span>
        <Chevron className="size-4 shrink-0" />
      </summary>
      <div className="absolute right-0 z-20 mt-1 grid w-72 max-w-[calc(100vw-2rem)] grid-cols-1 gap-4 rounded-card border border-line bg-surface p-4 shadow-float">
        {views.length > 0 ? (
          <ul className="grid max-h-64 grid-cols-1 overflow-y-auto">
            {views.map((view) => (
              <li key={view.id}>
                <Link
                  to={viewAddress(view) ?? viewsPath}
                  aria-current={view.id === open?.id ? 'true' : undefined}
                  className={classNames(
                    linkClass,
                    view.id === open?.id
                      ? 'bg-accent-soft font-semibold text-accent-strong'
                      : 'hover:bg-sunken',
                  )}
                >
                  <bdi className="min-w-0 truncate">{view.name}</bdi>
                  {view.isOwn ? (
                    view.isShared ? (
                      <span className="shrink-0 text-xs text-muted">Shared</span>
                    ) : null
                  ) : (
                    <span className="min-w-0 truncate text-xs text-muted">
                      by <bdi>{view.ownerName || 'a deleted user'}</bdi>
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-muted">
            Save the filters, sorting, columns and density you use often, and open them from here.
          </p>
        )}
        {open?.isOwn && isChanged ? (
          <form method="post" action={viewsPath} className="grid">
            <ViewFields list={list} search={search} />
            <input type="hidden" name="id" value={open.id} />
            <SubmitButton intent="update" variant="secondary" pendingLabel="Saving...">
              {`Save changes to “${open.name}”`}
            </SubmitButton>
          </form>
        ) : null}
        <form method="post" action={viewsPath} noValidate className="grid gap-2">
          <ViewFields list={list} search={search} />
          <TextField id="view-name" name="name" label="Save as a view" maxLength={60} autoComplete="off" />
          <ShareBox />
          <SubmitButton intent="save" variant="secondary" pendingLabel="Saving...">
            Save view
          </SubmitButton>
        </form>
        <Link to={viewsPath} className="link justify-self-start py-1">
          Manage views
        </Link>
      </div>
    </details>
  );
}

/** What a form says of the list that is saved: how it is shown is read where the form is received. */
export function ViewFields({ list, search }: { list: string; search: string }) {
  return (
    <>
      <input type="hidden" name="list" value={list} />
      <input type="hidden" name="search" value={search} />
    </>
  );
}

export function ShareBox({ isShared = false }: { isShared?: boolean }) {
  return (
    <label className="flex min-h-9 items-center gap-2.5">
      <input
        type="checkbox"
        name="isShared"
        value="yes"
        defaultChecked={isShared}
        className="size-5 shrink-0 accent-accent"
      />
      Share with all admins who can open this list
    </label>
  );
}
