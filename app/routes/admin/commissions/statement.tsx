import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import { findAccount } from '#app/domain/programme/commissions/balance.server.ts';
import { listLedger } from '#app/domain/programme/commissions/ledger.server.ts';
import { findStatementOwner } from '#app/domain/programme/payouts/statement-owner.server.ts';
import { findMonthStatement } from '#app/domain/programme/payouts/statements.server.ts';
import { unprintable } from '#app/platform/documents/text-clusters.server.ts';
import { allow, may } from '#app/routes/admin/access.server.ts';
import { deskPath } from '#app/routes/admin/commissions/desk-frame.tsx';
import { EntryTable } from '#app/routes/admin/commissions/entry-rows.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { PdfParts } from '#app/routes/frame/pdf-parts.tsx';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { Button, ButtonLink, buttonClass } from '#app/ui/button.tsx';
import { Day } from '#app/ui/day.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import type { Route } from './+types/statement';

export const middleware: Route.MiddlewareFunction[] = [allow('commissions:read')];

/** How an affiliate stands, with every movement, or with those of a month (`month=YYYY-MM`). */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const owner = await findStatementOwner(params.userId);
  if (!owner) throw notFound('There is no such user', { to: deskPath, label: 'The ledger' });
  const place = readPlace(url.searchParams);
  const asked = url.searchParams.get('month') ?? '';
  const path = `${deskPath}/statements/${owner.id}`;
  const month = asked ? await findMonthStatement(owner.id, asked, place) : null;
  const shared = { owner, path, unprintable: unprintable(owner.name), mayMove: may(context, 'money:move') };
  if (month)
    return {
      ...shared,
      month: month.head,
      parts: month.parts,
      account: null,
      entries: month.rows.entries,
      ways: waysOf(path, url.search, month.rows),
    };
  const [account, ledger] = await Promise.all([
    findAccount(owner.id),
    listLedger(owner.id, { place, limit: 40 }),
  ]);
  return {
    ...shared,
    month: null,
    parts: 1,
    account,
    entries: ledger.entries,
    ways: waysOf(path, url.search, ledger),
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, `Statement of ${loaderData?.owner.name ?? 'an affiliate'}`),
];

export default function Statement({ loaderData }: Route.ComponentProps) {
  const { owner, path, unprintable, month, parts, account, entries, ways, mayMove } = loaderData;
  const monthName = month?.kind === 'month' ? month.month : '';
  return (
    <div className="grid gap-5">
      <Breadcrumb crumbs={[{ to: deskPath, label: 'Commissions' }]} current={owner.name || 'Deleted user'} />
      <PageHeading
        title={
          <>
            Statement of <bdi>{owner.name || 'a deleted account'}</bdi>
          </>
        }
        actions={
          <>
            {mayMove ? (
              <ButtonLink
                variant="secondary"
                to={`${deskPath}/adjustments?who=${encodeURIComponent(owner.email)}`}
              >
                Adjust
              </ButtonLink>
            ) : null}
            {monthName ? (
              <PdfParts href={`${path}/month-${monthName}.pdf`} parts={parts} unprintable={unprintable} />
            ) : null}
          </>
        }
      >
        <Link to={`/admin/users/${owner.id}`} className="link">
          {owner.email}
        </Link>
        .
      </PageHeading>
      {account ? (
        <Figures
          figures={[
            ['Owed', account.owedCents],
            ['Approved', account.approvedCents],
            ['Waiting', account.waitingCents],
            ['Under review', account.heldCents],
            ['On its way', account.inPayoutCents],
            ['Paid', account.paidCents],
            ['Earned in all', account.earnedCents],
          ]}
        />
      ) : null}
      {account?.next ? (
        <p className="text-sm text-muted">
          {formatMoney(account.next.cents)} are approved next, on <Day at={account.next.at} />.
        </p>
      ) : null}
      {month?.kind === 'month' ? (
        <Figures
          figures={[
            ['Owed before', month.openingCents],
            ['In this month', month.closingCents - month.openingCents],
            ['Owed after', month.closingCents],
          ]}
        />
      ) : null}
      <form action={path} className="flex flex-wrap items-end gap-2">
        <TextField
          id="month"
          name="month"
          type="month"
          label="Month"
          defaultValue={monthName}
          pattern="20\d\d-(0[1-9]|1[0-2])"
          placeholder="YYYY-MM"
        />
        <Button type="submit" variant="secondary">
          Show
        </Button>
        {monthName ? (
          <Link to={path} className={buttonClass('quiet')}>
            All months
          </Link>
        ) : null}
      </form>
      {entries.length === 0 ? (
        <EmptyState title="No movements" />
      ) : (
        <EntryTable caption={monthName ? `Movements of ${monthName}` : 'All movements'} entries={entries} />
      )}
      <ListWays {...ways} />
    </div>
  );
}

function Figures({ figures }: { figures: readonly (readonly [string, number])[] }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-3 xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none">
      {figures.map(([name, cents]) => (
        <div
          key={name}
          className="grid content-start gap-0.5 bg-surface px-4 py-3 max-sm:last:odd:col-span-2 sm:max-xl:last:nth-[3n+1]:col-span-3 sm:max-xl:last:nth-[3n+2]:col-span-2"
        >
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="font-display text-xl tabular-nums">{formatMoney(cents)}</dd>
        </div>
      ))}
    </dl>
  );
}
