import { payoutWords } from '#app/domain/programme/payouts/entry-words.ts';
import { type PayoutGroup, payoutGroups } from '#app/domain/programme/payouts/payout-groups.ts';
import type { ListedPayout, PayoutSum } from '#app/domain/programme/payouts/statements.server.ts';
import type { PayoutState } from '#app/domain/programme/payouts/states.ts';
import { formatLongMonth } from '#app/platform/date-format.ts';
import { exactMoney } from '#app/routes/affiliate-centre/ledger-table.tsx';
import type { CentreDisplay } from '#app/routes/affiliate-centre/lists/centre-lists.server.ts';
import type { Days } from '#app/routes/affiliate-centre/lists/days.ts';
import { DaysForm } from '#app/routes/affiliate-centre/lists/days-form.tsx';
import { ListTop } from '#app/routes/affiliate-centre/lists/list-top.tsx';
import { ExportLinks } from '#app/routes/frame/export-links.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { matchText } from '#app/ui/bulk-bar.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { Day } from '#app/ui/day.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { FilterChip } from '#app/ui/filter-chips.tsx';
import { FilterLinks } from '#app/ui/filter-links.tsx';
import { Link } from '#app/ui/link.tsx';
import { Filtered } from '#app/ui/list-filter.tsx';
import { firstPage, ListWays, type Ways, withQuery } from '#app/ui/list-pagination.tsx';
import { Table } from '#app/ui/table.tsx';
import { WorkList } from '#app/ui/work-list.tsx';

interface PayoutListProps {
  payouts: readonly ListedPayout[];
  sums: readonly PayoutSum[];
  group: PayoutGroup | null;
  days: Days;
  chips: readonly FilterChip[];
  search: string;
  display: CentreDisplay;
  ways: Ways;
  isFirstPage: boolean;
}

const path = '/affiliate-centre/payouts';
/** The list's place on the page. */
const at = '#history';

const groups = ['paid', 'open', 'back'] as const satisfies PayoutGroup[];
const groupLabels: Record<PayoutGroup, string> = { open: 'On its way', paid: 'Paid', back: 'Came back' };
const daysLabels = { from: 'Made from', until: 'Made to', button: 'Filter' };
const sumLabels: Record<PayoutGroup, string> = { paid: 'paid', open: 'on its way', back: 'not paid out' };

/** Somebody's payouts, the latest first: narrowed to how far they are by a link, and to days by a form (P343). */
export function PayoutList({
  payouts,
  sums,
  group,
  days,
  chips,
  search,
  display,
  ways,
  isFirstPage,
}: PayoutListProps) {
  const isNarrowed = group !== null || chips.length > 0;
  return (
    <section aria-labelledby="history" className="grid grid-cols-1 gap-4">
      <h2 id="history">History</h2>
      {payouts.length === 0 && !isNarrowed && isFirstPage ? (
        <EmptyState title="No payouts yet">
          <p>Your first payout will show up here, with a statement of every commission in it.</p>
        </EmptyState>
      ) : (
        <>
          <DaysForm
            action={`${path}${at}`}
            labels={daysLabels}
            days={days}
            chosen={group ? ['state', group] : null}
          />
          <Filtered id="payout-list">
            <FilterLinks
              label="Payouts by state"
              links={[null, ...groups].map((state) => ({
                to: `${withQuery(path, search, { state, ...firstPage })}${at}`,
                label: state ? groupLabels[state] : 'All',
                isCurrent: state === group,
              }))}
            />
            <ListTop path={path} search={search} at={at} chips={chips} display={display} />
            {payouts.length === 0 ? (
              <EmptyState title={isNarrowed ? 'No payouts here' : 'No earlier payouts'}>
                {isNarrowed ? <p>Try fewer filters.</p> : null}
              </EmptyState>
            ) : (
              <WorkList>
                <PayoutTable payouts={payouts} display={display} foot={payoutTotals(sums)} />
              </WorkList>
            )}
            <ListWays {...ways} />
          </Filtered>
        </>
      )}
    </section>
  );
}

/** "14 payouts: $2,303.00 paid, $120.00 on its way", with a sum for each currency. */
function payoutTotals(sums: readonly PayoutSum[]): string {
  const count = sums.reduce((total, sum) => total + sum.count, 0);
  const amounts = groups.flatMap((group) => {
    const states: readonly PayoutState[] = payoutGroups[group].states;
    const byCurrency = new Map<string, number>();
    for (const { state, currency, cents } of sums)
      if (states.includes(state)) byCurrency.set(currency, (byCurrency.get(currency) ?? 0) + cents);
    const money = [...byCurrency].map(([currency, cents]) => exactMoney(cents, currency));
    return money.length > 0 ? [`${money.join(' + ')} ${sumLabels[group]}`] : [];
  });
  return `${matchText({ count, isMore: false }, ['payout', 'payouts'])}: ${amounts.join(', ')}`;
}

function PayoutTable({
  payouts,
  display: { isCompact, hidden },
  foot,
}: Pick<PayoutListProps, 'payouts' | 'display'> & { foot: string }) {
  return (
    <DataTable
      isCompact={isCompact}
      hidden={hidden}
      caption="Payouts"
      foot={foot}
      rows={payouts}
      keyOf={({ id }) => id}
      columns={[
        {
          label: 'Statement',
          className: 'is-plain',
          cell: ({ number }) => (
            <Link className="link -my-2 inline-flex min-h-9 items-center" to={`${path}/${number}`}>
              Statement {number}
            </Link>
          ),
        },
        { label: 'Made', cell: ({ createdAt }) => <Day at={createdAt} /> },
        {
          label: 'To',
          className: 'wrap-anywhere',
          cell: ({ reference, email }) => (reference ? 'By hand' : <EmailText address={email} />),
        },
        {
          label: 'State',
          cell: ({ state, errorText }) => {
            const { text, tone } = payoutWords[state];
            return (
              <span>
                <span className="whitespace-nowrap">
                  <Badge tone={tone}>{text}</Badge>
                </span>
                {errorText && tone === 'danger' ? (
                  <span className="mt-1 block text-xs wrap-anywhere text-muted">{errorText}</span>
                ) : null}
              </span>
            );
          },
        },
        {
          label: 'Amount',
          isFigure: true,
          cell: ({ amountCents, currency }) => exactMoney(amountCents, currency),
        },
      ]}
    />
  );
}

/** A month (YYYY-MM) in words. */
export const monthInWords = (month: string) => formatLongMonth(new Date(`${month}-01T00:00:00Z`));

/** The statements of the last months with what each came to, and the whole ledger as a file. */
export function MonthList({
  months,
  currency,
}: {
  months: readonly { month: string; cents: number }[];
  currency: string;
}) {
  return (
    <section aria-labelledby="months" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid gap-1">
          <h2 id="months">Statements by month</h2>
          <p className="text-muted">Opening balance, every change, and closing balance.</p>
        </div>
        <ExportLinks to={`${path}/ledger.csv`} label="Export the whole ledger" />
      </div>
      <Table
        isDense
        caption="What each month came to"
        head={['Month', { label: 'Earned, after reversals', isNumeric: true }]}
        className="max-w-2xl"
      >
        {months.map(({ month, cents }) => (
          <tr key={month} className="tabular-nums">
            <th scope="row">
              <Link className="link -my-2 inline-flex min-h-9 items-center" to={`${path}/months/${month}`}>
                {monthInWords(month)}
              </Link>
            </th>
            <td className="text-right">{exactMoney(cents, currency)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
