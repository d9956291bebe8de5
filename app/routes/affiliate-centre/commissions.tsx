import { readPlace } from '#app/domain/core/values/cursor.ts';
import { type LedgerTotals, listLedger, sumLedger } from '#app/domain/programme/commissions/ledger.server.ts';
import { affiliateCommissionsCopy } from '#app/domain/site/site-copy/affiliate-commissions.server.ts';
import { BeforeFirstSale } from '#app/routes/affiliate-centre/before-first-sale.tsx';
import { CentreNav } from '#app/routes/affiliate-centre/centre-nav.tsx';
import { exactMoney, LedgerTable } from '#app/routes/affiliate-centre/ledger-table.tsx';
import { readCentreDisplay } from '#app/routes/affiliate-centre/lists/centre-lists.server.ts';
import { readCommissionFilter } from '#app/routes/affiliate-centre/lists/commission-filter.ts';
import { DaysForm } from '#app/routes/affiliate-centre/lists/days-form.tsx';
import { ListTop } from '#app/routes/affiliate-centre/lists/list-top.tsx';
import { ExportLinks } from '#app/routes/frame/export-links.tsx';
import { dayChips } from '#app/routes/frame/lists/day-chips.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { matchText } from '#app/ui/bulk-bar.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { FilterLinks } from '#app/ui/filter-links.tsx';
import { Filtered } from '#app/ui/list-filter.tsx';
import { firstPage, ListWays, waysOf, withQuery } from '#app/ui/list-pagination.tsx';
import { WorkList } from '#app/ui/work-list.tsx';
import type { Route } from './+types/commissions';

const path = '/affiliate-centre/commissions';

/** Two queries. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const query = url.searchParams;
  const place = readPlace(query);
  const { what, days, rows } = readCommissionFilter(query);
  const { id, role } = context.get(memberContext);
  const [{ entries, ...beside }, totals] = await Promise.all([
    listLedger(id, { ...rows, place }),
    sumLedger(id, rows),
  ]);
  const { list, kinds: kindNames, states, overview } = affiliateCommissionsCopy();
  return {
    copy: { list, kinds: kindNames, states, empty: overview.empty },
    display: readCentreDisplay(request, 'commissions'),
    what,
    days,
    chips: dayChips(days, list.columns.day),
    search: url.search,
    entries,
    totals,
    isFirst: place === null,
    isFormer: role === 'member',
    ways: waysOf(url.pathname, url.search, beside),
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.copy.list.title ?? 'Your commissions'),
];

export default function Commissions({ loaderData }: Route.ComponentProps) {
  const { copy, what, days, chips, search, display, entries, totals, isFirst, ways } = loaderData;
  const { list } = copy;
  return (
    <div className="page grid grid-cols-1 gap-8 py-8 sm:py-12">
      <CentreNav current="overview" isFormer={loaderData.isFormer} />
      <header className="grid max-w-3xl gap-4">
        <h1 className="headline">{list.title}</h1>
        <p className="text-xl text-muted">{list.lead}</p>
      </header>
      <DaysForm action={path} labels={list} days={days} chosen={what === 'all' ? null : ['what', what]} />
      <Filtered id="commission-list">
        <FilterLinks
          label={list.what}
          links={Object.entries(list.filters).map(([value, label]) => ({
            to: withQuery(path, search, { what: value === 'all' ? null : value, ...firstPage }),
            label,
            isCurrent: value === what,
          }))}
        />
        <ListTop path={path} search={search} chips={chips} display={display} />
        {entries.length > 0 ? (
          <WorkList>
            <LedgerTable
              copy={copy}
              caption={list.title}
              entries={entries}
              display={display}
              foot={totalText(totals, list)}
            />
            <ExportLinks
              to={withQuery('/affiliate-centre/payouts/ledger.csv', search, firstPage)}
              title={list.title}
              opensRight
            />
          </WorkList>
        ) : what === 'all' && chips.length === 0 && isFirst ? (
          <BeforeFirstSale {...copy.empty} />
        ) : (
          <EmptyState title={list.empty} />
        )}
        <ListWays {...ways} />
      </Filtered>
    </div>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

/** "98 rows, $2,303.00 in all", with a sum for each currency. */
function totalText(
  { count, isMore, sums }: LedgerTotals,
  { one, many, sum }: Loaded['copy']['list'],
): string {
  const amounts = sums.map(({ cents, currency }) => exactMoney(cents, currency));
  const rows = matchText({ count, isMore }, [one, many]);
  return amounts.length > 0 ? `${rows}, ${amounts.join(' + ')} ${sum}` : rows;
}
