import type { ReactNode } from 'react';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import type { LedgerEntry, LedgerState } from '#app/domain/programme/commissions/ledger.server.ts';
import { saleTitle } from '#app/domain/programme/commissions/sale-facts.ts';
import { stateWords, wordsOf } from '#app/domain/programme/payouts/entry-words.ts';
import { deskPath } from '#app/routes/admin/commissions/desk-frame.tsx';
import type { ListDisplay } from '#app/routes/http/list-display.server.ts';
import { Badge } from '#app/ui/badge.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';

const tones: Record<LedgerState, 'neutral' | 'good' | 'warn' | 'accent'> = {
  waiting: 'neutral',
  approved: 'accent',
  under_review: 'warn',
  in_payout: 'accent',
  paid: 'good',
  none: 'neutral',
};

/** Rows of the ledger as admins read them: whose each is stands beside it where it is known to differ. */
export function EntryTable({
  caption,
  entries,
  foot,
  display,
}: {
  caption: string;
  foot?: ReactNode;
  display?: ListDisplay;
  entries: readonly (LedgerEntry & { userId?: string; userName?: string })[];
}) {
  const hasOwners = entries.some(({ userId }) => userId !== undefined);
  return (
    <DataTable
      {...display}
      caption={caption}
      rows={entries}
      keyOf={(entry) => entry.id}
      foot={foot}
      columns={[
        {
          label: 'What',
          cell: (entry) => {
            const { title: kind, details } = wordsOf(entry, 'operator');
            // What an affiliate reads too: a new sale, or its sixth renewal.
            const title = entry.kind === 'earning' && entry.sale ? saleTitle(entry.sale) : kind;
            return (
              <>
                {entry.payout && entry.kind.startsWith('payout') ? (
                  <Link to={`${deskPath}/payouts/${entry.payout.number}`} className="link">
                    {title}
                  </Link>
                ) : (
                  title
                )}
                {details ? <span className="block text-xs font-normal text-muted">{details}</span> : null}
              </>
            );
          },
        },
        {
          label: 'Affiliate',
          isShown: hasOwners,
          cell: (entry) => (
            <Link to={`${deskPath}/statements/${entry.userId}`} className="link">
              <bdi>{entry.userName || 'Deleted user'}</bdi>
            </Link>
          ),
        },
        {
          label: 'Received',
          isFigure: true,
          cell: (entry) => (entry.basisCents === null ? null : formatMoney(entry.basisCents, entry.currency)),
        },
        {
          label: 'Rate',
          isFigure: true,
          cell: (entry) => (entry.ratePercent === null ? null : `${entry.ratePercent}%`),
        },
        { label: 'Commission', isFigure: true, cell: (entry) => formatMoney(entry.cents, entry.currency) },
        {
          label: 'State',
          cell: (entry) =>
            entry.state === 'none' ? null : (
              <span className="whitespace-nowrap">
                <Badge tone={tones[entry.state]}>{stateWords[entry.state]}</Badge>
              </span>
            ),
        },
        { label: 'When', cell: (entry) => <Moment at={entry.at} /> },
      ]}
    />
  );
}
