import { href } from 'react-router';
import { formatMoney, productName } from '#app/domain/core/catalogue/products.ts';
import type { LedgerEntry } from '#app/domain/programme/commissions/ledger.server.ts';
import { buyerWords, saleTitle } from '#app/domain/programme/commissions/sale-facts.ts';
import type { affiliateCommissionsCopy } from '#app/domain/site/site-copy/affiliate-commissions.server.ts';
import { formatDay } from '#app/platform/date-format.ts';
import type { ListDisplay } from '#app/routes/http/list-display.server.ts';
import { Badge } from '#app/ui/badge.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { DataTable } from '#app/ui/data-table.tsx';
import { Link } from '#app/ui/link.tsx';

type Copy = Pick<ReturnType<typeof affiliateCommissionsCopy>, 'list' | 'kinds' | 'states'>;

const tones = {
  waiting: 'warn',
  approved: 'good',
  under_review: 'neutral',
  in_payout: 'accent',
  paid: 'accent',
  none: 'neutral',
} as const;

/** An amount with its sign, where it takes something away. */
export const signedMoney = (cents: number, currency: string) =>
  cents < 0 ? `\u2212${formatMoney(-cents, currency)}` : formatMoney(cents, currency);

/** The same with two decimals always: amounts below each other. */
export const exactMoney = (cents: number, currency: string) =>
  `${cents < 0 ? '\u2212' : ''}${new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(Math.abs(cents) / 100)}`;

/** What has become of a row, in a word; nothing for what has no state. */
export function StateBadge({ copy, state }: { copy: Pick<Copy, 'states'>; state: LedgerEntry['state'] }) {
  return state === 'none' ? null : <Badge tone={tones[state]}>{copy.states[state]}</Badge>;
}

/** A row in a word or two: an earning by its sale ("New sale", "6th renewal"), what is no earning by its kind. */
const titleOf = ({ kinds }: Pick<Copy, 'kinds'>, { kind, sale }: LedgerEntry) =>
  kind === 'earning' && sale ? saleTitle(sale) : kinds[kind];

/** What a row is of: a product and who bought it, a payout with its statement, or what an operator said of it. */
function About({ kind, product, sale, payout, reason }: LedgerEntry) {
  const isPayout = kind === 'payout' || kind === 'payout_returned';
  const words = product
    ? [productName(product), sale && buyerWords(sale)].filter(Boolean).join(', ')
    : isPayout && payout
      ? `Statement ${payout.number}`
      : kind === 'adjustment' || kind === 'opening_balance'
        ? reason
        : null;
  return words ? <span className="block text-xs wrap-anywhere text-muted">{words}</span> : null;
}

/** Rows of a ledger; each opens the page that says why it is what it is. */
export function LedgerTable({
  copy,
  caption,
  entries,
  foot = null,
  display,
}: {
  copy: Copy;
  caption: string;
  /** What all rows come to, those of other pages included. */
  foot?: string | null;
  display?: ListDisplay;
  entries: readonly LedgerEntry[];
}) {
  const { columns } = copy.list;
  return (
    <DataTable
      isCompact={display?.isCompact}
      hidden={display?.hidden}
      caption={caption}
      rows={entries}
      keyOf={({ id }) => id}
      foot={foot}
      columns={[
        {
          label: columns.what,
          className: 'is-plain',
          cell: (entry) => {
            const { id } = entry;
            return (
              <span>
                <Link
                  to={href('/affiliate-centre/commissions/:id', { id })}
                  className="link -my-2 inline-flex min-h-9 items-center"
                >
                  {titleOf(copy, entry)}
                </Link>
                <About {...entry} />
              </span>
            );
          },
        },
        {
          label: columns.day,
          className: 'md:whitespace-nowrap tabular-nums',
          cell: ({ at }) => <time dateTime={at.toISOString().slice(0, 10)}>{formatDay(at)}</time>,
        },
        {
          label: columns.state,
          cell: ({ state }) =>
            state === 'none' ? null : (
              <span>
                <StateBadge copy={copy} state={state} />
              </span>
            ),
        },
        {
          label: columns.amount,
          isFigure: true,
          className: ({ kind, cents }) => classNames(cents < 0 && kind !== 'payout' && 'text-danger'),
          cell: ({ cents, currency }) => exactMoney(cents, currency),
        },
      ]}
    />
  );
}
