import { z } from 'zod';
import { formatMoney, productName } from '#app/domain/core/catalogue/products.ts';
import { readPlaceBy } from '#app/domain/core/values/cursor.ts';
import { decideSubscription } from '#app/domain/selling/adoption/desk.server.ts';
import { isOutcome, outcomes } from '#app/domain/selling/adoption/outcomes.ts';
import {
  compareRevenue,
  type ListedForeign,
  listForeign,
  type MonthlyRevenue,
  readForeignPlace,
} from '#app/domain/selling/adoption/report.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, readAction } from '#app/routes/http/form-action.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { Table } from '#app/ui/table.tsx';
import type { Route } from './+types/subscriptions';

export const middleware: Route.MiddlewareFunction[] = [allow('subscriptions:adopt')];

const path = '/admin/payments/adopt/subscriptions';

export async function loader({ url }: Route.LoaderArgs) {
  const typed = url.searchParams.get('outcome');
  const outcome = isOutcome(typed) ? typed : 'undecided';
  const [revenue, { rows, ...beside }] = await Promise.all([
    compareRevenue(),
    listForeign(outcome, readPlaceBy(url.searchParams, readForeignPlace)),
  ]);
  return { outcome, revenue, rows, ways: waysOf(path, url.search, beside) };
}

const decisionSchema = z.object({ intent: z.enum(['adopt', 'leave']), id: z.string().max(40) });

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const { intent, id } = readAction(form, decisionSchema);
  await decideSubscription(actorOf(context), id, intent);
  return redirectWithFlash(
    path,
    intent === 'adopt' ? 'The subscription is adopted.' : 'The subscription stays with the provider.',
  );
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Subscriptions to adopt')];

export default function ForeignSubscriptions({ loaderData, actionData }: Route.ComponentProps) {
  const { outcome, revenue, rows, ways } = loaderData;
  const isUndecided = outcome === 'undecided';
  return (
    <div className="grid grid-cols-1 gap-6">
      <Breadcrumb
        crumbs={[
          { to: '/admin/payments', label: 'Payments' },
          { to: '/admin/payments/adopt', label: 'Adopt subscriptions' },
        ]}
        current={outcomes[outcome]}
      />
      <PageHeading title={outcomes[outcome]}>
        {isUndecided
          ? 'These people have more than one subscription. Adopt the one to continue here. We don’t cancel the other one, so cancel it at the provider.'
          : 'Subscriptions at the provider, as of the last lookup.'}
      </PageHeading>
      <FormErrors id="decision-error" errors={actionData?.lastResult.error?.['']} />
      {rows.length === 0 ? (
        <EmptyState title={isUndecided ? 'Nothing to decide' : 'No subscriptions here'}>
          {isUndecided
            ? 'When somebody has more than one subscription, you choose here which one to adopt.'
            : 'Subscriptions are sorted into this list when you look them up.'}
        </EmptyState>
      ) : (
        <Subscriptions rows={rows} isToDecide={isUndecided} />
      )}
      <ListWays {...ways} />
      <Revenue revenue={revenue} />
    </div>
  );
}

function Subscriptions({ rows, isToDecide }: { rows: readonly ListedForeign[]; isToDecide: boolean }) {
  return (
    <DataTable
      caption="Subscriptions"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          label: 'Subscription',
          className: 'wrap-anywhere',
          cell: ({ providerSubscriptionId }) => <bdi>{providerSubscriptionId}</bdi>,
        },
        {
          label: 'Person',
          className: 'wrap-anywhere',
          cell: ({ userId, namedEmail, email }) => {
            const address = namedEmail ?? email ?? 'No address';
            return userId ? (
              <Link to={`/admin/users/${userId}`} className="link">
                <bdi>{address}</bdi>
              </Link>
            ) : (
              <bdi>{address}</bdi>
            );
          },
        },
        { label: 'Product', cell: ({ product }) => (product ? productName(product) : 'Not mapped') },
        { label: 'State', cell: ({ status }) => status?.replaceAll('_', ' ') ?? 'unknown' },
        {
          label: 'Amount',
          cell: ({ amountCents, currency, interval }) =>
            `${formatMoney(amountCents, currency)} a ${interval}`,
        },
        {
          label: 'Decide',
          isHidden: true,
          isShown: isToDecide,
          cell: ({ id, providerSubscriptionId }) => (
            <form method="post" className="flex flex-wrap gap-2">
              <input type="hidden" name="id" value={id} />
              <SubmitButton
                intent="adopt"
                pendingLabel="Adopting..."
                aria-label={`Adopt ${providerSubscriptionId}`}
              >
                Adopt this one
              </SubmitButton>
              <SubmitButton
                intent="leave"
                variant="secondary"
                pendingLabel="Saving..."
                aria-label={`Leave ${providerSubscriptionId} with the provider`}
              >
                Don’t adopt
              </SubmitButton>
            </form>
          ),
        },
      ]}
    />
  );
}

/** How many subscriptions a sum is of. */
function Counted({ count }: { count: number }) {
  return (
    <span className="block text-xs font-normal text-muted">
      {count === 1 ? '1 subscription' : `${count.toLocaleString('en-US')} subscriptions`}
    </span>
  );
}

function Revenue({ revenue }: { revenue: readonly MonthlyRevenue[] }) {
  return (
    <section aria-labelledby="revenue" className="grid grid-cols-1 gap-4">
      <div className="grid max-w-prose gap-1">
        <h2 id="revenue" className="text-xl">
          Monthly revenue at the provider and here
        </h2>
        <p className="text-sm text-muted">
          Paying subscriptions at mapped prices as of the last lookup, compared with those you adopted. Once
          everything is adopted, the two amounts match. Subscriptions you chose not to adopt aren’t counted.
        </p>
      </div>
      {revenue.length === 0 ? (
        <EmptyState title="Nothing to compare">Map a price and look up the subscriptions first.</EmptyState>
      ) : (
        <Table
          caption="Monthly revenue at the provider and here"
          head={[
            'Product',
            { label: 'At the provider', isNumeric: true },
            { label: 'Here', isNumeric: true },
            { label: 'Difference', isNumeric: true },
          ]}
        >
          {revenue.map(({ product, currency, there, here }) => (
            <tr key={`${product} ${currency}`}>
              <th scope="row">
                {productName(product)}, {currency.toUpperCase()}
              </th>
              <td className="text-right tabular-nums">
                {formatMoney(there.cents, currency)} <Counted count={there.count} />
              </td>
              <td className="text-right tabular-nums">
                {formatMoney(here.cents, currency)} <Counted count={here.count} />
              </td>
              <td className="text-right font-semibold tabular-nums">
                {there.cents === here.cents && there.count === here.count
                  ? 'None'
                  : formatMoney(there.cents - here.cents, currency)}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
