import { levelMay } from '#app/domain/core/access/admin-policy.ts';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { type Attention, findAttention } from '#app/domain/operating/attention/attention.server.ts';
import { changeOf, type Figure } from '#app/domain/operating/attention/figure.ts';
import { businessFigures } from '#app/domain/operating/attention/figures.server.ts';
import type { MoneyFigures } from '#app/domain/operating/attention/money-figures.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { ChangeSign } from '#app/routes/admin/home/change-sign.tsx';
import { Money } from '#app/routes/admin/home/money.tsx';
import { moneyCards, readMoneyKey } from '#app/routes/admin/home/money-cards.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { ArrowRight, Check } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/dashboard';

export const middleware: Route.MiddlewareFunction[] = [allow('dashboard:read')];

export async function loader({ url, context }: Route.LoaderArgs) {
  const { adminLevel } = context.get(memberContext);
  const [figures, attention] = await Promise.all([businessFigures(), findAttention()]);
  const { users, activeUsers, subscriptionRevenue, commissions, money, moneyByMonth, latest } = figures;
  return {
    money: moneyCards(money),
    others: money.others.map(({ currency, mrr, received }) => ({
      currency,
      mrr: formatMoney(mrr, currency),
      received: formatMoney(received, currency),
    })),
    months: moneyByMonth,
    shown: readMoneyKey(url.searchParams),
    latest,
    cards: [
      { label: 'Users', value: count(users.value), change: changeOf(users), since: 'since the month began' },
      {
        label: 'Active users',
        value: count(activeUsers.value),
        change: changeOf(activeUsers),
        since: 'since the month began',
      },
      {
        label: 'Subscription revenue',
        value: formatMoney(subscriptionRevenue.value),
        change: changeOf(subscriptionRevenue),
        since: `on last month to the same day${besideText(money.others)}`,
      },
      {
        label: 'Commissions',
        value: formatMoney(commissions.value),
        change: changeOf(commissions),
        since: 'on last month to the same day',
      },
    ],
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

const count = (value: Figure['value']) => value.toLocaleString('en-US');

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Admin')];

type Loaded = Route.ComponentProps['loaderData'];

export default function AdminDashboard({ loaderData }: Route.ComponentProps) {
  const { cards, attention } = loaderData;
  return (
    <div className="grid gap-6">
      <PageHeading title="Dashboard">Figures are as of now; days and months are UTC.</PageHeading>
      <Money
        cards={loaderData.money}
        months={loaderData.months}
        shown={loaderData.shown}
        others={loaderData.others}
      />
      <ThisMonth cards={cards} />
      <div className="grid gap-6 xl:grid-cols-2">
        <NeedsAttention attention={attention} />
        <Latest latest={loaderData.latest} />
      </div>
    </div>
  );
}

function ThisMonth({ cards }: Pick<Loaded, 'cards'>) {
  return (
    <section aria-labelledby="this-month" className="grid gap-3">
      <h2 id="this-month" className="text-xl">
        This month
      </h2>
      <dl className="grid grid-cols-1 gap-px overflow-hidden rounded-card border border-line bg-line min-[24rem]:grid-cols-2 xl:grid-cols-4">
        {cards.map(({ label, value, change, since }) => (
          <div key={label} className="grid content-start gap-1 bg-surface p-4">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="font-display text-2xl leading-tight wrap-anywhere tabular-nums">{value}</dd>
            <dd className="text-xs text-muted tabular-nums">
              <Change change={change} since={since} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Change({ change, since }: { change: number | null; since: string }) {
  if (change === null) return 'Nothing to compare with yet';
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
