import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { type Attention, findAttention } from '#app/domain/operating/attention/attention.server.ts';
import { businessFigures, changeOf, type Figure } from '#app/domain/operating/attention/figures.server.ts';
import { formatMonth } from '#app/platform/date-format.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { BarChart } from '#app/ui/bar-chart.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ArrowRight, Check } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';
import { StatCard } from '#app/ui/stat-card.tsx';
import { Table } from '#app/ui/table.tsx';
import type { Route } from './+types/dashboard';

export const middleware: Route.MiddlewareFunction[] = [allow('dashboard:read')];

export async function loader() {
  const [{ users, activeUsers, subscriptionRevenue, commissions, ...figures }, attention] = await Promise.all(
    [businessFigures(), findAttention()],
  );
  return {
    cards: [
      { label: 'Users', value: count(users.value), change: changeOf(users), since: 'since the month began' },
      {
        label: 'Active users',
        value: count(activeUsers.value),
        change: changeOf(activeUsers),
        since: 'since the month began',
      },
      {
        label: 'Subscription revenue this month',
        value: formatMoney(subscriptionRevenue.value),
        change: changeOf(subscriptionRevenue),
        since: 'on last month up to the same day',
      },
      {
        label: 'Commissions this month',
        value: formatMoney(commissions.value),
        change: changeOf(commissions),
        since: 'on last month up to the same day',
      },
    ],
    ...figures,
    attention,
  };
}

const count = (value: Figure['value']) => value.toLocaleString('en-US');

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Admin')];

type Loaded = Route.ComponentProps['loaderData'];

export default function AdminDashboard({ loaderData }: Route.ComponentProps) {
  const { cards, attention } = loaderData;
  return (
    <div className="grid gap-6">
      <PageHeading title="Dashboard">Figures are as of now; months are UTC.</PageHeading>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {cards.map(({ label, value, change, since }) => (
          <StatCard key={label} label={label} value={value} note={<Change change={change} since={since} />} />
        ))}
      </div>
      <div className="grid gap-6 xl:grid-cols-2">
        <NeedsAttention attention={attention} />
        <Latest latest={loaderData.latest} />
      </div>
      <Revenue months={loaderData.revenueByMonth} />
    </div>
  );
}

/** A change in words and with its sign: color alone says nothing to many. */
function Change({ change, since }: { change: number | null; since: string }) {
  if (change === null) return 'no data yet';
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±';
  return (
    <>
      <span className={change < 0 ? 'font-semibold text-danger' : 'font-semibold text-good'}>
        {sign}
        {Math.abs(change).toLocaleString('en-US')}%
      </span>{' '}
      {since}
    </>
  );
}

function NeedsAttention({ attention }: { attention: readonly Attention[] }) {
  return (
    <section aria-labelledby="attention" className="grid content-start gap-3">
      <h2 id="attention" className="text-xl">
        Needs attention
      </h2>
      {attention.length === 0 ? (
        <p className="flex items-center gap-2 text-good">
          <Check /> Nothing needs your attention.
        </p>
      ) : (
        <ul className="rounded-card border border-line bg-surface">
          {attention.map(({ key, count: howMany, text, to }) => (
            <li key={key} className="border-t border-line first:border-0">
              <Link
                to={to}
                className="group flex min-h-11 items-center gap-3 px-4 py-2 text-sm no-underline hover:bg-sunken"
              >
                <span className="min-w-8 text-right font-semibold tabular-nums text-warn">
                  {count(howMany)}
                </span>
                <span className="grow">{text}</span>
                <ArrowRight className="size-4 text-muted group-hover:text-accent" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Latest({ latest }: Pick<Loaded, 'latest'>) {
  return (
    <section aria-labelledby="latest" className="grid content-start gap-3">
      <h2 id="latest" className="text-xl">
        Latest activity
      </h2>
      {latest.length === 0 ? (
        <p className="text-sm text-muted">Nothing has happened yet.</p>
      ) : (
        <ol className="rounded-card border border-line bg-surface">
          {latest.map(({ id, sentence, userId, userName, createdAt }) => (
            <li key={id} className="grid gap-0.5 border-t border-line px-4 py-2 text-sm first:border-0">
              <p>{sentence}</p>
              <p className="text-xs text-muted">
                {userId ? (
                  <>
                    <Link to={`/admin/users/${userId}`} className="link">
                      <bdi>{userName || 'No name'}</bdi>
                    </Link>
                    {', '}
                  </>
                ) : null}
                <Moment at={createdAt} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Revenue({ months }: { months: Loaded['revenueByMonth'] }) {
  return (
    <section aria-labelledby="revenue" className="grid gap-3">
      <h2 id="revenue" className="text-xl">
        Revenue from subscriptions
      </h2>
      {months.length === 0 ? (
        <EmptyState title="No data yet">The first payment begins the chart.</EmptyState>
      ) : (
        <div className="rounded-card border border-line bg-surface p-4 sm:p-5">
          <BarChart
            title="By month, net of tax and refunds"
            formatValue={formatMoney}
            bars={months.map(({ month, cents }) => ({ label: formatMonth(month), value: cents }))}
          />
          <Disclosure title="Month by month">
            <Table caption="Revenue from subscriptions by month" head={['Month', 'Revenue']}>
              {months.toReversed().map(({ month, cents }) => (
                <tr key={month.toISOString()} className="tabular-nums">
                  <td>{formatMonth(month)}</td>
                  <td>{formatMoney(cents)}</td>
                </tr>
              ))}
            </Table>
          </Disclosure>
        </div>
      )}
    </section>
  );
}
