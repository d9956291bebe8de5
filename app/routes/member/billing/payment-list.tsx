import type { ComponentProps } from 'react';
import type { ListedPayment } from '#app/domain/billing/billing-overview.server.ts';
import { formatMoney } from '#app/domain/billing/products.ts';
import { Day } from '#app/routes/member/billing/day.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Pagination } from '#app/ui/pagination.tsx';

interface PaymentListProps {
  payments: ListedPayment[];
  page: number;
  pageCount: number;
}

/** What somebody has paid, the newest first. */
export function PaymentList({ payments, page, pageCount }: PaymentListProps) {
  return (
    <section aria-labelledby="payments" className="grid gap-4">
      <h2 id="payments">Payments</h2>
      {payments.length === 0 ? (
        <EmptyState title="No payments yet" />
      ) : (
        <ul className="rounded-card border border-line bg-surface px-5 sm:px-6">
          {payments.map((payment) => (
            <PaymentItem key={payment.id} payment={payment} />
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        pageCount={pageCount}
        hrefOf={(number) => (number > 1 ? `?page=${number}` : '/profile/billing')}
      />
    </section>
  );
}

const statuses: Record<
  ListedPayment['status'],
  { tone: ComponentProps<typeof Badge>['tone']; text: string }
> = {
  paid: { tone: 'good', text: 'Paid' },
  partially_refunded: { tone: 'neutral', text: 'Partly refunded' },
  refunded: { tone: 'neutral', text: 'Refunded' },
  disputed: { tone: 'warn', text: 'Disputed' },
  failed: { tone: 'danger', text: 'Failed' },
};

function PaymentItem({ payment }: { payment: ListedPayment }) {
  const { paidAt, amountCents, taxCents, refundedCents, currency, receiptUrl } = payment;
  const { tone, text } = statuses[payment.status];
  const details = [
    payment.provider === 'paypal' ? 'PayPal' : 'Card',
    taxCents > 0 ? `${formatMoney(taxCents, currency)} tax included` : null,
    refundedCents > 0 ? `${formatMoney(refundedCents, currency)} refunded` : null,
  ].filter(Boolean);
  return (
    <li className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-1 border-b border-line py-4 last:border-0">
      <p className="font-semibold">
        <Day at={paidAt} />
      </p>
      <p className="text-right font-semibold tabular-nums">{formatMoney(amountCents, currency)}</p>
      <p className="text-sm text-muted">
        {payment.productName}, {details.join(', ')}
        {receiptUrl ? (
          <>
            {', '}
            <a className="link" href={receiptUrl} rel="noreferrer">
              invoice<span className="sr-only"> at the payment provider</span>
            </a>
          </>
        ) : null}
      </p>
      <p className="text-right">
        <Badge tone={tone}>{text}</Badge>
      </p>
    </li>
  );
}
