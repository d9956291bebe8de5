import { href } from 'react-router';
import { ledgerCurrency } from '#app/domain/core/catalogue/programme.ts';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import { fateOf, payoutWords, wordsOf } from '#app/domain/programme/payouts/entry-words.ts';
import { monthsBeside } from '#app/domain/programme/payouts/statement-months.ts';
import {
  findMonthStatement,
  findPayoutStatement,
  type StatementHead,
} from '#app/domain/programme/payouts/statements.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { unprintable } from '#app/platform/documents/text-clusters.server.ts';
import { CentreNav } from '#app/routes/affiliate-centre/centre-nav.tsx';
import { exactMoney } from '#app/routes/affiliate-centre/ledger-table.tsx';
import { monthInWords } from '#app/routes/affiliate-centre/payouts/payout-list.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { PdfParts } from '#app/routes/frame/pdf-parts.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { DataTable } from '#app/ui/data-table.tsx';
import { Day } from '#app/ui/day.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { StatCard } from '#app/ui/stat-card.tsx';
import type { Route } from './+types/statement';

/** The statement of a payout (`number`) or of a month (`month`). */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { id, name, role } = context.get(memberContext);
  const { number, month } = params as { number?: string; month?: string };
  const place = readPlace(url.searchParams);
  const found = month
    ? await findMonthStatement(id, month, place)
    : await findPayoutStatement(id, /^\d{1,10}$/.test(number ?? '') ? Number(number) : 0, place);
  if (!found) throw notFound('There is no such statement');
  return {
    ...found,
    path: url.pathname,
    isFormer: role === 'member',
    unprintable: unprintable(name),
    ways: waysOf(url.pathname, url.search, found.rows),
    beside: found.head.kind === 'month' ? monthsBeside(found.head, now()) : null,
  };
}

const titleOf = (head: StatementHead) =>
  head.kind === 'payout' ? `Statement ${head.number}` : monthInWords(head.month);

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData ? titleOf(loaderData.head) : 'Statement'),
];

export default function Statement({ loaderData }: Route.ComponentProps) {
  const { head, rows, rowCount, parts, path, ways, beside, unprintable } = loaderData;
  const title = titleOf(head);
  return (
    <div className="page grid gap-8 py-8 sm:py-12">
      <CentreNav current="payouts" isFormer={loaderData.isFormer} />
      <header className="grid gap-4">
        <Breadcrumb crumbs={[{ to: '/affiliate-centre/payouts', label: 'Payouts' }]} current={title} />
        <div className="flex flex-wrap items-end justify-between gap-4">
          <h1 className="headline">{title}</h1>
          <div className="no-print">
            <PdfParts href={`${path}/statement.pdf`} parts={parts} unprintable={unprintable} />
          </div>
        </div>
      </header>
      <Head head={head} isRunning={beside?.next === null} />
      {rowCount > rows.entries.length ? (
        <p className="text-muted">{rowCount.toLocaleString('en-US')} rows, the latest first.</p>
      ) : null}
      {rows.entries.length === 0 ? (
        <EmptyState title="No movements" />
      ) : (
        <DataTable
          caption={`Rows of ${title}`}
          rows={rows.entries}
          keyOf={(entry) => entry.id}
          columns={[
            {
              label: 'What',
              className: 'is-plain',
              cell: (entry) => {
                const { title: what, details } = wordsOf(entry);
                return (
                  <span>
                    <Link
                      to={href('/affiliate-centre/commissions/:id', { id: entry.id })}
                      className="link -my-2 inline-flex min-h-9 items-center font-semibold"
                    >
                      {what}
                    </Link>
                    {details ? <span className="block text-sm text-muted">{details}</span> : null}
                  </span>
                );
              },
            },
            { label: 'Day', className: 'md:whitespace-nowrap', cell: (entry) => <Day at={entry.at} /> },
            {
              label: 'Available',
              className: 'text-muted md:whitespace-nowrap',
              cell: (entry) => (entry.state === 'none' ? null : <Day at={entry.availableAt} />),
            },
            {
              label: 'State',
              cell: (entry) => fateOf(entry, head.kind === 'payout' ? head.number : null) || null,
            },
            {
              label: 'Amount',
              isFigure: true,
              className: (entry) => classNames(entry.cents < 0 && 'text-danger'),
              cell: (entry) => exactMoney(entry.cents, entry.currency),
            },
          ]}
        />
      )}
      <ListWays {...ways} />
      {beside ? <OtherMonths {...beside} /> : null}
    </div>
  );
}

/** The way to the statements of the months beside this one. */
function OtherMonths({ previous, next }: { previous: string | null; next: string | null }) {
  const linkTo = (month: string | null) =>
    month === null ? (
      <span />
    ) : (
      <Link
        to={`/affiliate-centre/payouts/months/${month}`}
        className="link inline-flex min-h-11 items-center"
      >
        {monthInWords(month)}
      </Link>
    );
  return (
    <nav aria-label="Other months" className="flex flex-wrap justify-between gap-3">
      {linkTo(previous)}
      {linkTo(next)}
    </nav>
  );
}

function Head({ head, isRunning }: { head: StatementHead; isRunning: boolean }) {
  if (head.kind === 'month')
    return (
      <div className="grid gap-4 sm:grid-cols-3">
        <StatCard label="Owed before" value={exactMoney(head.openingCents, ledgerCurrency)} />
        <StatCard
          label="In this month"
          value={exactMoney(head.closingCents - head.openingCents, ledgerCurrency)}
        />
        <StatCard
          label={isRunning ? 'Owed now' : 'Owed after'}
          value={exactMoney(head.closingCents, ledgerCurrency)}
        />
      </div>
    );
  const {
    amountCents,
    leftCents,
    currency,
    state,
    email,
    reference,
    cutoffAt,
    paidAt,
    returnedAt,
    errorText,
  } = head;
  const { text, tone } = payoutWords[state];
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <StatCard
          label={<Badge tone={tone}>{text}</Badge>}
          value={exactMoney(amountCents, currency)}
          note={reference ? `By hand: ${reference}` : `By PayPal to ${email}`}
        />
        <StatCard
          label="Not yet payable"
          value={exactMoney(leftCents, currency)}
          note="Waiting or under review when this payout was made."
        />
      </div>
      <p className="max-w-prose text-muted">
        Everything approved by <Day at={cutoffAt} /> and not paid before, after reversals.
        {paidAt ? (
          <>
            {' '}
            Paid on <Day at={paidAt} />.
          </>
        ) : null}
      </p>
      {returnedAt ? (
        <p className="max-w-prose">
          On <Day at={returnedAt} />{' '}
          {state === 'canceled' ? 'it was canceled before it was sent' : 'it came back'}, and its rows are in
          your balance again.
          {errorText && state !== 'canceled' ? ` ${errorText}` : null}
        </p>
      ) : null}
    </div>
  );
}
