import { z } from 'zod';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import { type LedgerKind, listLedger } from '#app/domain/programme/commissions/ledger.server.ts';
import { affiliateCommissionsCopy } from '#app/domain/site/site-copy/affiliate-commissions.server.ts';
import { BeforeFirstSale } from '#app/routes/affiliate-centre/before-first-sale.tsx';
import { CentreNav } from '#app/routes/affiliate-centre/centre-nav.tsx';
import { LedgerTable } from '#app/routes/affiliate-centre/ledger-table.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import type { Route } from './+types/commissions';

const filters = {
  all: null,
  earned: ['earning', 'second_tier_earning'],
  changed: ['reversal', 'restoration', 'adjustment', 'write_off', 'opening_balance'],
  nothing: ['not_earned'],
  payouts: ['payout', 'payout_returned'],
} as const satisfies Record<string, readonly LedgerKind[] | null>;

const filterSchema = z.enum(Object.keys(filters) as [keyof typeof filters]).catch('all');

export async function loader({ url, context }: Route.LoaderArgs) {
  const what = filterSchema.parse(url.searchParams.get('what'));
  const place = readPlace(url.searchParams);
  const kinds = filters[what];
  const { id, role } = context.get(memberContext);
  const { entries, ...beside } = await listLedger(id, { ...(kinds ? { kinds } : {}), place });
  const { list, kinds: kindNames, states, overview } = affiliateCommissionsCopy();
  return {
    copy: { list, kinds: kindNames, states, empty: overview.empty },
    what,
    entries,
    isFirst: place === null,
    isFormer: role === 'member',
    ways: waysOf(url.pathname, url.search, beside),
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.copy.list.title ?? 'Your commissions'),
];

export default function Commissions({ loaderData }: Route.ComponentProps) {
  const { copy, what, entries, isFirst, ways } = loaderData;
  const { list } = copy;
  return (
    <div className="page grid grid-cols-1 gap-8 py-8 sm:py-12">
      <CentreNav current="overview" isFormer={loaderData.isFormer} />
      <header className="grid max-w-3xl gap-4">
        <h1 className="headline">{list.title}</h1>
        <p className="text-xl text-muted">{list.lead}</p>
      </header>
      <form
        method="get"
        action="/affiliate-centre/commissions"
        className="flex flex-wrap items-end gap-4 rounded-card bg-sunken p-4 sm:p-5"
      >
        <div className="min-w-48 grow sm:max-w-72">
          <SelectField id="what" name="what" label={list.what} defaultValue={what}>
            {Object.entries(list.filters).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        </div>
        <Button type="submit">{list.button}</Button>
      </form>
      {entries.length > 0 ? (
        <LedgerTable copy={copy} caption={list.title} entries={entries} />
      ) : what === 'all' && isFirst ? (
        <BeforeFirstSale {...copy.empty} />
      ) : (
        <EmptyState title={list.empty} />
      )}
      <ListWays {...ways} />
    </div>
  );
}
