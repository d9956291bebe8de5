import { z } from 'zod';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import { parseDay } from '#app/domain/core/values/typed-moment.ts';
import {
  type LedgerKind,
  type LedgerTotals,
  listLedger,
  sumLedger,
} from '#app/domain/programme/commissions/ledger.server.ts';
import { affiliateCommissionsCopy } from '#app/domain/site/site-copy/affiliate-commissions.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import { BeforeFirstSale } from '#app/routes/affiliate-centre/before-first-sale.tsx';
import { CentreNav } from '#app/routes/affiliate-centre/centre-nav.tsx';
import { exactMoney, LedgerTable } from '#app/routes/affiliate-centre/ledger-table.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { matchText } from '#app/ui/bulk-bar.tsx';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FilterChips } from '#app/ui/filter-chips.tsx';
import { FilterLinks } from '#app/ui/filter-links.tsx';
import { firstPage, ListWays, waysOf, withQuery } from '#app/ui/list-pagination.tsx';
import type { Route } from './+types/commissions';

const filters = {
  all: null,
  earned: ['earning', 'second_tier_earning'],
  changed: ['reversal', 'restoration', 'adjustment', 'write_off', 'opening_balance'],
  nothing: ['not_earned'],
  payouts: ['payout', 'payout_returned'],
} as const satisfies Record<string, readonly LedgerKind[] | null>;

const filterSchema = z.enum(Object.keys(filters) as [keyof typeof filters]).catch('all');

const path = '/affiliate-centre/commissions';

const dayOf = (at: Date | null) => at?.toISOString().slice(0, 10) ?? '';

/** Two queries. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const query = url.searchParams;
  const what = filterSchema.parse(query.get('what'));
  const place = readPlace(query);
  const kinds = filters[what];
  const [from, to] = [parseDay(query.get('from')), parseDay(query.get('to'))];
  const { id, role } = context.get(memberContext);
  const filter = {
    ...(kinds ? { kinds } : {}),
    ...(from ? { from } : {}),
    ...(to ? { until: new Date(to.getTime() + dayMs) } : {}),
  };
  const [{ entries, ...beside }, totals] = await Promise.all([
    listLedger(id, { ...filter, place }),
    sumLedger(id, filter),
  ]);
  const { list, kinds: kindNames, states, overview } = affiliateCommissionsCopy();
  return {
    copy: { list, kinds: kindNames, states, empty: overview.empty },
    what,
    from: dayOf(from),
    to: dayOf(to),
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
  const { copy, what, from, to, entries, totals, isFirst, ways } = loaderData;
  const { list } = copy;
  return (
    <div className="page grid grid-cols-1 gap-8 py-8 sm:py-12">
      <CentreNav current="overview" isFormer={loaderData.isFormer} />
      <header className="grid max-w-3xl gap-4">
        <h1 className="headline">{list.title}</h1>
        <p className="text-xl text-muted">{list.lead}</p>
      </header>
      <Filters {...loaderData} />
      {entries.length > 0 ? (
        <LedgerTable copy={copy} caption={list.title} entries={entries} foot={totalText(totals, list)} />
      ) : what === 'all' && !from && !to && isFirst ? (
        <BeforeFirstSale {...copy.empty} />
      ) : (
        <EmptyState title={list.empty} />
      )}
      <ListWays {...ways} />
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

/** Which rows, as links, and of which days; what is in use can be taken away by itself. */
function Filters({ copy: { list }, what, from, to, search }: Loaded) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <FilterLinks
        label={list.what}
        links={Object.entries(list.filters).map(([value, label]) => ({
          to: withQuery(path, search, { what: value === 'all' ? null : value, ...firstPage }),
          label,
          isCurrent: value === what,
        }))}
      />
      <form
        action={path}
        className="grid items-end gap-3 rounded-card bg-sunken p-4 sm:grid-cols-[10rem_10rem_auto] sm:justify-start"
      >
        {what === 'all' ? null : <input type="hidden" name="what" value={what} />}
        <TextField id="from" name="from" type="date" label={list.from} defaultValue={from} />
        <TextField id="to" name="to" type="date" label={list.until} defaultValue={to} />
        <Button type="submit" variant="secondary">
          {list.button}
        </Button>
      </form>
      <FilterChips
        path={path}
        search={search}
        chips={[
          ...(from ? [{ parameter: 'from', label: list.fromChip, value: from }] : []),
          ...(to ? [{ parameter: 'to', label: list.toChip, value: to }] : []),
        ]}
      />
    </div>
  );
}
