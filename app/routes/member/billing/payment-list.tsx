import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import type { ListedPayment } from '#app/domain/selling/billing/billing-overview.server.ts';
import { receiptTitle } from '#app/domain/selling/receipts/title.ts';
import { canOf } from '#app/platform/payments/port.ts';
import { paymentStatuses } from '#app/routes/frame/payment-statuses.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Day } from '#app/ui/day.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, type Ways } from '#app/ui/list-pagination.tsx';

export interface PaymentListProps {
  payments: ListedPayment[];
  ways: Ways;
}

/** What somebody has paid, the newest first. */
export function PaymentList({ payments, ways }: PaymentListProps) {
  return (
    <section aria-labelledby="payments" className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="payments">Payments</h2>
        <Link className="link inline-flex min-h-11 items-center text-sm" to="/profile/billing/details">
          Name and address on receipts
        </Link>
      </div>
      {payments.length === 0 ? (
        <EmptyState title="No payments yet">
          <p>Your payments by card and PayPal appear here with their receipts.</p>
        </EmptyState>
      ) : (
        <ul className="rounded-card border border-line bg-surface px-5 sm:px-6">
          {payments.map((payment) => (
            <PaymentItem key={payment.id} payment={payment} />
          ))}
        </ul>
      )}
      <ListWays {...ways} />
    </section>
  );
}

/** What the link to a request says; nothing where the payment's own status does. */
const requests: Record<string, string | null> = {
  none: null,
  asked: 'Refund asked for',
  accepted: 'Refund on its way',
  settled: null,
  declined: 'Refund declined',
};

function PaymentItem({ payment }: { payment: ListedPayment }) {
  const { paidAt, amountCents, taxCents, refundedCents, currency, documents, provider, past } = payment;
  const { tone, text } = paymentStatuses[payment.status];
  const request = requests[payment.refundRequest ?? 'none'];
  const mayAsk =
    !past && !payment.refundRequest && (payment.status === 'paid' || payment.status === 'partially_refunded');
  const details = [
    taxCents > 0 ? `${formatMoney(taxCents, currency)} tax included` : null,
    refundedCents > 0 ? `${formatMoney(refundedCents, currency)} refunded` : null,
  ].filter((detail) => detail !== null);
  return (
    <li className="grid gap-1 border-b border-line py-4 last:border-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold">
        <Day at={paidAt} />
        <p className="tabular-nums">{formatMoney(amountCents, currency)}</p>
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm text-muted">
        <p>
          {payment.productName}, {canOf(provider).paidWith}
        </p>
        <p className="flex flex-wrap gap-1">
          {past ? <Badge>Before the move</Badge> : null}
          <Badge tone={tone}>{text}</Badge>
        </p>
      </div>
      {past ? <PastReceipt {...past} /> : null}
      {details.length > 0 ? <p className="text-sm text-muted">{details.join(', ')}</p> : null}
      {documents.length > 0 || mayAsk || request ? (
        <p className="-my-1 flex flex-wrap gap-x-5 text-sm">
          {documents.map(({ kind, number }) => (
            <Link
              key={number}
              className="link inline-flex min-h-9 items-center"
              to={`/profile/billing/receipts/${number}`}
            >
              {receiptTitle({ kind })} {number}
            </Link>
          ))}
          {mayAsk || request ? (
            <Link
              className="link ml-auto inline-flex min-h-9 items-center"
              to={`/profile/billing/refund/${payment.id}`}
            >
              {request ?? 'Ask for a refund'}
            </Link>
          ) : null}
        </p>
      ) : null}
    </li>
  );
}

/** The receipt that the system before this one gave. */
function PastReceipt({ receiptNumber, receiptUrl }: NonNullable<ListedPayment['past']>) {
  const text = receiptNumber === null ? 'Receipt' : `Receipt ${receiptNumber}`;
  return (
    <p className="text-sm text-muted wrap-anywhere">
      {receiptUrl ? (
        <a className="link inline-flex min-h-9 items-center" href={receiptUrl} rel="noreferrer">
          {text}
        </a>
      ) : receiptNumber === null ? null : (
        text
      )}
      {receiptUrl || receiptNumber ? ' from our earlier system' : null}
    </p>
  );
}
