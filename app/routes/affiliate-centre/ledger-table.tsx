import { href } from 'react-router';
import { formatMoney, productName } from '#app/domain/catalogue/products.ts';
import type { LedgerEntry } from '#app/domain/commissions/ledger.server.ts';
import type { affiliateCommissionsCopy } from '#app/domain/site-copy/affiliate-commissions.server.ts';
import { Badge } from '#app/ui/badge.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Link } from '#app/ui/link.tsx';
import { Table } from '#app/ui/table.tsx';

type Copy = Pick<ReturnType<typeof affiliateCommissionsCopy>, 'list' | 'kinds' | 'states'>;

const tones = {
  waiting: 'warn',
  approved: 'good',
  under_review: 'neutral',
  in_payout: 'accent',
  paid: 'accent',
  none: 'neutral',
} as const;

const short = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** An amount with its sign, where it takes something away. */
export const signedMoney = (cents: number, currency: string) =>
  cents < 0 ? `\u2212${formatMoney(-cents, currency)}` : formatMoney(cents, currency);

/** Rows of a ledger; each opens the page that says why it is what it is. */
export function LedgerTable({
  copy,
  caption,
  entries,
}: {
  copy: Copy;
  caption: string;
  entries: readonly LedgerEntry[];
}) {
  const { columns } = copy.list;
  return (
    <Table
      caption={caption}
      head={[columns.day, columns.what, { label: columns.amount, isNumeric: true }, columns.state]}
    >
      {entries.map(({ id, kind, state, cents, currency, product, at }) => (
        <tr key={id} className="align-baseline">
          <td className="whitespace-nowrap tabular-nums">
            <time dateTime={at.toISOString().slice(0, 10)}>{short.format(at)}</time>
          </td>
          <td className="w-full min-w-36">
            <Link
              to={href('/affiliate-centre/commissions/:id', { id })}
              className="link -my-2 inline-flex min-h-9 items-center"
            >
              {copy.kinds[kind]}
            </Link>
            {product ? <span className="block text-xs text-muted">{productName(product)}</span> : null}
          </td>
          <td className={classNames('whitespace-nowrap text-right tabular-nums', cents < 0 && 'text-danger')}>
            {signedMoney(cents, currency)}
          </td>
          <td>{state === 'none' ? null : <Badge tone={tones[state]}>{copy.states[state]}</Badge>}</td>
        </tr>
      ))}
    </Table>
  );
}
