import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import type { LedgerTotals } from '#app/domain/programme/commissions/ledger.server.ts';
import { deskCountsRead, listDesk, sumDesk } from '#app/domain/programme/commissions/ledger-desk.server.ts';
import {
  type DeskFilter,
  ledgerGroups,
  readDeskFilter,
} from '#app/domain/programme/commissions/ledger-filter.ts';
import { allow, may } from '#app/routes/admin/access.server.ts';
import { DeskFrame, deskPath } from '#app/routes/admin/commissions/desk-frame.tsx';
import { EntryTable } from '#app/routes/admin/commissions/entry-rows.tsx';
import { FilterButtons } from '#app/routes/admin/filter-buttons.tsx';
import { ListTop } from '#app/routes/admin/lists/list-top.tsx';
import { readListViewsWith } from '#app/routes/admin/lists/list-views.server.ts';
import { dayChips } from '#app/routes/frame/lists/day-chips.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { matchText } from '#app/ui/bulk-bar.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import type { FilterChip } from '#app/ui/filter-chips.tsx';
import { Filtered, ListFilter } from '#app/ui/list-filter.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { WorkList } from '#app/ui/work-list.tsx';
import type { Route } from './+types/ledger';

export const middleware: Route.MiddlewareFunction[] = [allow('commissions:read')];

/** Three queries. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const query = url.searchParams;
  const filter = readDeskFilter(query);
  const [{ rows, ...beside }, { listViews, beside: counts }, totals] = await Promise.all([
    listDesk(filter, readPlace(query)),
    readListViewsWith(request, context.get(memberContext).id, 'ledger', deskCountsRead()),
    sumDesk(filter),
  ]);
  return {
    listViews,
    rows,
    counts,
    totals,
    search: url.search,
    chips: chipsOf(filter),
    mayImport: may(context, 'users:import'),
    ways: waysOf(deskPath, url.search, beside),
    query: Object.fromEntries(query) as Record<string, string | undefined>,
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Commissions')];

export default function Ledger({ loaderData }: Route.ComponentProps) {
  const { rows, counts, totals, chips, mayImport, ways, search, listViews } = loaderData;
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
      <Filters {...loaderData} />
      <Filtered id="ledger-list">
        <ListTop list="ledger" path={deskPath} search={search} chips={chips} listViews={listViews} />
        {rows.length === 0 ? (
          <EmptyState title="No movements here">
            {chips.length > 0 ? 'Try fewer filters.' : 'Nothing was earned or paid out yet.'}
          </EmptyState>
        ) : (
          <WorkList>
            <EntryTable
              caption="The ledger"
              entries={rows}
              foot={totalText(totals)}
              display={listViews.display}
            />
          </WorkList>
        )}
        <ListWays {...ways} />
      </Filtered>
    </DeskFrame>
  );
}

function chipsOf({ group, state, who, from, to }: DeskFilter): FilterChip[] {
  return [
    ...(group ? [{ parameter: 'what', label: 'What', value: ledgerGroups[group].label }] : []),
    ...(state
      ? [{ parameter: 'state', label: 'State', value: state === 'waiting' ? 'Waiting' : 'Under review' }]
      : []),
    ...(who ? [{ parameter: 'who', label: 'Email or user name', value: who }] : []),
    ...dayChips({ from, to }, 'Moved'),
  ];
}

/** "1,204 movements: $5,310.00", with a sum for each currency. */
function totalText({ count, isMore, sums }: LedgerTotals): string {
  const amounts = sums.map(({ cents, currency }) => formatMoney(cents, currency));
  const rows = matchText({ count, isMore }, ['movement', 'movements']);
  return amounts.length > 0 ? `${rows}, ${amounts.join(' and ')} in all` : rows;
}

function Filters({ query, chips }: Pick<Route.ComponentProps['loaderData'], 'query' | 'chips'>) {
  return (
    <ListFilter>
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
        <FilterButtons path={deskPath} isNarrowed={chips.length > 0} clearLabel="Clear" />
      </form>
    </ListFilter>
  );
}
