import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { payoutWords } from '#app/domain/programme/payouts/entry-words.ts';
import type { ListedPayout } from '#app/domain/programme/payouts/statements.server.ts';
import { formatLongMonth } from '#app/platform/date-format.ts';
import { ExportLinks } from '#app/routes/frame/export-links.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Day } from '#app/ui/day.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, type Ways } from '#app/ui/list-pagination.tsx';

interface PayoutListProps {
  payouts: ListedPayout[];
  ways: Ways;
  isFirstPage: boolean;
}

const path = '/affiliate-centre/payouts';

/** Somebody's payouts, the latest first. */
export function PayoutList({ payouts, ways, isFirstPage }: PayoutListProps) {
  return (
    <section aria-labelledby="history" className="grid gap-4">
      <h2 id="history">History</h2>
      {payouts.length === 0 ? (
        <EmptyState title={isFirstPage ? 'No payouts yet' : 'No earlier payouts'}>
          <p>
            {isFirstPage
              ? 'Your first payout will show up here, with a statement of every commission in it.'
              : null}
          </p>
        </EmptyState>
      ) : (
        <ul className="rounded-card border border-line bg-surface px-5 sm:px-6">
          {payouts.map((payout) => (
            <PayoutItem key={payout.id} payout={payout} />
          ))}
        </ul>
      )}
      <ListWays {...ways} />
    </section>
  );
}

function PayoutItem({ payout }: { payout: ListedPayout }) {
  const { number, amountCents, currency, email, state, createdAt, reference, errorText } = payout;
  const { text, tone } = payoutWords[state];
  return (
    <li className="grid gap-1 border-b border-line py-4 last:border-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold">
        <Link className="link -my-2 inline-block py-2" to={`${path}/${number}`}>
          Statement {number}
        </Link>
        <p className="tabular-nums">{formatMoney(amountCents, currency)}</p>
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm text-muted">
        <p className="wrap-anywhere">
          <Day at={createdAt} />, {reference ? 'by hand' : `to ${email}`}
        </p>
        <p>
          <Badge tone={tone}>{text}</Badge>
        </p>
      </div>
      {errorText && tone === 'danger' ? <p className="text-sm text-muted">{errorText}</p> : null}
    </li>
  );
}

/** A month (YYYY-MM) in words. */
export const monthInWords = (month: string) => formatLongMonth(new Date(`${month}-01T00:00:00Z`));

/** The statements of the last months, and the whole ledger as a file. */
export function MonthList({ months }: { months: readonly string[] }) {
  return (
    <section aria-labelledby="months" className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid gap-1">
          <h2 id="months">Statements by month</h2>
          <p className="text-muted">Opening balance, every change, and closing balance.</p>
        </div>
        <ExportLinks to={`${path}/ledger.csv`} label="The whole ledger as CSV" title="the whole ledger" />
      </div>
      <ul className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-4">
        {months.map((month) => (
          <li key={month}>
            <Link className="link inline-flex min-h-11 items-center" to={`${path}/months/${month}`}>
              {monthInWords(month)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
