import { levelMay } from '#app/domain/core/access/admin-policy.ts';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { type Attention, findAttention } from '#app/domain/operating/attention/attention.server.ts';
import { changeOf, type Figure, moneyPeriodDays } from '#app/domain/operating/attention/figure.ts';
import { businessFigures } from '#app/domain/operating/attention/figures.server.ts';
import type { MoneyFigures } from '#app/domain/operating/attention/money-figures.server.ts';
import { formatMonth } from '#app/platform/date-format.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { BarChart } from '#app/ui/bar-chart.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ArrowRight, Check } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';
import { StatCard } from '#app/ui/stat-card.tsx';
import { Table } from '#app/ui/table.tsx';
import type { Route } from './+types/dashboard';

export const middleware: Route.MiddlewareFunction[] = [allow('dashboard:read')];

export async function loader({ context }: Route.LoaderArgs) {
  const { adminLevel } = context.get(memberContext);
  const [{ users, activeUsers, subscriptionRevenue, commissions, money, ...figures }, attention] =
    await Promise.all([businessFigures(), findAttention()]);
  return {
    money: moneyCards(money),
    others: money.others.map(({ currency, mrr, received }) => ({
      currency,
      mrr: formatMoney(mrr, currency),
      received: formatMoney(received, currency),
    })),
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
        since: `on last month up to the same day${besideText(money.others)}`,
      },
      {
        label: 'Commissions this month',
        value: formatMoney(commissions.value),
        change: changeOf(commissions),
        since: 'on last month up to the same day',
      },
    ],
    ...figures,
    attention: attention.filter(({ permission }) => !permission || levelMay(adminLevel, permission)),
  };
}

/** What a sum in US dollars leaves out, in words that follow it. */
function besideText(others: MoneyFigures['others']): string {
  const amounts = others
    .filter(({ monthReceived }) => monthReceived !== 0)
    .map(({ monthReceived, currency }) => formatMoney(monthReceived, currency));
  return amounts.length > 0 ? `; plus ${new Intl.ListFormat('en-US').format(amounts)}` : '';
}

/** Whether more of it is good news, bad news or neither. */
type Direction = 'up' | 'down';

function moneyCards({ mrr, net, newMembers, lostMembers, monthlyChurn }: MoneyFigures) {
  const card = (label: string, value: string, figure: Figure, was: string, good: Direction = 'up') => ({
    label,
    value,
    was: figure.before === null ? null : was,
    change: changeOf(figure),
    good,
  });
  const percent = (value: number | null) => (value === null ? '–' : `${value.toLocaleString('en-US')}%`);
  const amount = (value: number | null) => formatMoney(value ?? 0);
  const people = (value: number | null) => count(value ?? 0);
  return [
    card('MRR', amount(mrr.value), mrr, amount(mrr.before)),
    card('Net after commissions', amount(net.value), net, amount(net.before)),
    card('New paying members', people(newMembers.value), newMembers, people(newMembers.before)),
    card('Lost members', people(lostMembers.value), lostMembers, people(lostMembers.before), 'down'),
    // Percentages are compared as they are: a change of a percentage in percent misleads.
    {
      label: 'Monthly churn',
      value: percent(monthlyChurn.value),
      was: monthlyChurn.before === null ? null : percent(monthlyChurn.before),
      change: null,
      good: 'down' as const,
    },
  ];
}

const count = (value: Figure['value']) => value.toLocaleString('en-US');

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Admin')];

type Loaded = Route.ComponentProps['loaderData'];

export default function AdminDashboard({ loaderData }: Route.ComponentProps) {
  const { cards, attention } = loaderData;
  return (
    <div className="grid gap-6">
      <PageHeading title="Dashboard">Figures are as of now; days and months are UTC.</PageHeading>
      <Money cards={loaderData.money} others={loaderData.others} />
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {cards.map(({ label, value, change, since }) => (
          <StatCard key={label} label={label} value={value} note={<Change change={change} since={since} />} />
        ))}
      </div>
      <div className="grid gap-6 xl:grid-cols-2">
        <NeedsAttention attention={attention} />
        <Latest latest={loaderData.latest} />
      </div>
      <Revenue months={loaderData.revenueByMonth} hasOthers={loaderData.others.length > 0} />
    </div>
  );
}

function Money({ cards, others }: { cards: Loaded['money']; others: Loaded['others'] }) {
  return (
    <section aria-labelledby="money" className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="money" className="text-xl">
          Last {moneyPeriodDays} days
        </h2>
        <Link to="/admin/analytics?range=30d" className="link text-sm">
          All revenue figures
        </Link>
      </div>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-3 xl:grid-cols-5">
        {cards.map(({ label, value, was, change, good }) => (
          <div key={label} className="grid content-start gap-1 bg-surface p-4 last:max-xl:col-span-2">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="font-display text-2xl leading-tight tabular-nums sm:text-3xl">{value}</dd>
            <dd className="text-xs text-muted tabular-nums">
              {was === null ? (
                'Nothing to compare with yet'
              ) : (
                <>
                  {change === null ? null : (
                    <>
                      <ChangeSign change={change} good={good} />{' '}
                    </>
                  )}
                  from {was}
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-xs text-muted">
        Compared with the {moneyPeriodDays} days before. MRR is what paid subscriptions bring in a month. Net
        is every payment less tax, refunds and affiliate commissions. Churn is how many of the members who
        paid at the start have stopped.
      </p>
      {others.length > 0 ? <OtherCurrencies others={others} /> : null}
    </section>
  );
}

/** What the amounts above leave out: they are in US dollars, and no amount is converted. */
function OtherCurrencies({ others }: { others: Loaded['others'] }) {
  return (
    <div className="grid gap-1 text-sm">
      <p>
        MRR and net are of what is paid in US dollars; net has the commissions on sales in every currency
        taken off. In other currencies:
      </p>
      <ul className="grid list-disc gap-1 pl-5">
        {others.map(({ currency, mrr, received }) => (
          <li key={currency} className="tabular-nums">
            <Link to={`/admin/analytics?range=30d&currency=${currency}`} className="link">
              {currency.toUpperCase()}
            </Link>
            : MRR {mrr}, and {received} received in these {moneyPeriodDays} days, less tax and refunds
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A change with its sign: color alone says nothing to many. */
function ChangeSign({ change, good = 'up' }: { change: number; good?: Direction }) {
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±';
  const isGood = good === 'up' ? change >= 0 : change <= 0;
  return (
    <span className={isGood ? 'font-semibold text-good' : 'font-semibold text-danger'}>
      {sign}
      {Math.abs(change).toLocaleString('en-US')}%
    </span>
  );
}

function Change({ change, since }: { change: number | null; since: string }) {
  if (change === null) return 'no data yet';
  return (
    <>
      <ChangeSign change={change} /> {since}
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

function Revenue({ months, hasOthers }: { months: Loaded['revenueByMonth']; hasOthers: boolean }) {
  return (
    <section aria-labelledby="revenue" className="grid gap-3">
      <h2 id="revenue" className="text-xl">
        Revenue from subscriptions
      </h2>
      {months.length === 0 ? (
        <EmptyState title="No data yet">The first payment begins the chart.</EmptyState>
      ) : (
        <div className="grid items-start gap-6 rounded-card border border-line bg-surface p-4 sm:p-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <BarChart
            title={
              hasOthers
                ? 'By month in US dollars, net of tax and refunds'
                : 'By month, net of tax and refunds'
            }
            isTall
            formatValue={formatMoney}
            bars={months.map(({ month, cents }, index) => ({
              label: formatMonth(month),
              value: cents,
              isUnfinished: index === months.length - 1,
            }))}
          />
          <Table
            caption="Revenue from subscriptions by month"
            head={['Month', { label: 'Revenue', isNumeric: true }]}
          >
            {months.toReversed().map(({ month, cents }, index) => (
              <tr key={month.toISOString()} className="tabular-nums">
                <td>
                  {formatMonth(month)}
                  {index === 0 ? <span className="text-muted"> (so far)</span> : null}
                </td>
                <td className="text-right">{formatMoney(cents)}</td>
              </tr>
            ))}
          </Table>
        </div>
      )}
    </section>
  );
}
