import { readPlace } from '#app/domain/core/values/cursor.ts';
import { countDesk, listDesk } from '#app/domain/programme/commissions/ledger-desk.server.ts';
import { ledgerGroups, readDeskFilter } from '#app/domain/programme/commissions/ledger-filter.ts';
import { allow, may } from '#app/routes/admin/access.server.ts';
import { DeskFrame, deskPath } from '#app/routes/admin/commissions/desk-frame.tsx';
import { EntryTable } from '#app/routes/admin/commissions/entry-rows.tsx';
import { FilterButtons } from '#app/routes/admin/filter-buttons.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import type { Route } from './+types/ledger';

export const middleware: Route.MiddlewareFunction[] = [allow('commissions:read')];

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = url.searchParams;
  const [{ rows, ...beside }, counts] = await Promise.all([
    listDesk(readDeskFilter(query), readPlace(query)),
    countDesk(),
  ]);
  return {
    rows,
    counts,
    mayImport: may(context, 'users:import'),
    ways: waysOf(deskPath, url.search, beside),
    query: Object.fromEntries(query) as Record<string, string | undefined>,
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Commissions')];

export default function Ledger({ loaderData }: Route.ComponentProps) {
  const { rows, counts, mayImport, ways, query } = loaderData;
  return (
    <DeskFrame
      tab="ledger"
      counts={counts}
      actions={
        mayImport ? (
          <ButtonLink variant="secondary" to={`${deskPath}/import`}>
            Import affiliates
          </ButtonLink>
        ) : null
      }
      lead="Every movement of what affiliates and resellers are owed, the latest first. Rows are only ever added."
    >
      <Filters query={query} />
      {rows.length === 0 ? (
        <EmptyState title="No movements here">
          {isNarrowed(query) ? 'Try fewer filters.' : 'Nothing was earned or paid out yet.'}
        </EmptyState>
      ) : (
        <EntryTable caption="The ledger" entries={rows} />
      )}
      <ListWays {...ways} />
    </DeskFrame>
  );
}

const isNarrowed = (query: Record<string, string | undefined>) =>
  ['what', 'state', 'who', 'from', 'to'].some((name) => query[name]);

function Filters({ query }: { query: Record<string, string | undefined> }) {
  return (
    <search>
      <form
        action={deskPath}
        className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[1.1fr_1fr_1.2fr_9.5rem_9.5rem_auto]"
      >
        <SelectField id="ledger-what" name="what" label="What" defaultValue={query.what ?? ''}>
          <option value="">Everything</option>
          {Object.entries(ledgerGroups).map(([key, { label }]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField id="ledger-state" name="state" label="State" defaultValue={query.state ?? ''}>
          <option value="">Any</option>
          <option value="waiting">Waiting</option>
          <option value="under_review">Under review</option>
        </SelectField>
        <TextField
          id="ledger-who"
          name="who"
          label="Email or user name"
          defaultValue={query.who}
          maxLength={254}
          autoComplete="off"
          spellCheck={false}
        />
        <TextField id="ledger-from" name="from" type="date" label="From" defaultValue={query.from} />
        <TextField id="ledger-to" name="to" type="date" label="To" defaultValue={query.to} />
        <FilterButtons path={deskPath} isNarrowed={isNarrowed(query)} clearLabel="Clear" />
      </form>
    </search>
  );
}
