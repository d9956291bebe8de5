import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import type { UserDetail } from '#app/domain/operating/users/user-detail.server.ts';
import { canOf } from '#app/platform/payments/port.ts';
import { Part } from '#app/routes/admin/users/facts.tsx';
import { paymentStatuses } from '#app/routes/frame/payment-statuses.ts';
import { Badge } from '#app/ui/badge.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { Day } from '#app/ui/day.tsx';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';

const subscriptionStatuses: Record<UserDetail['subscriptions'][number]['status'], string> = {
  incomplete: 'Incomplete',
  incomplete_expired: 'Expired before payment',
  trialing: 'In trial',
  active: 'Active',
  past_due: 'Past due',
  unpaid: 'Unpaid',
  paused: 'Paused',
  canceled: 'Canceled',
};
const isEnded = (status: string) => ['canceled', 'incomplete', 'incomplete_expired'].includes(status);

/** What somebody pays and has paid. */
export function UserMoney({ user, mayMove }: { user: UserDetail; mayMove: boolean }) {
  const path = `/admin/users/${user.id}`;
  return (
    <>
      <Part id="subscriptions" title="Membership and subscriptions">
        {user.subscriptions.length === 0 ? (
          <p className="text-sm text-muted">None.</p>
        ) : (
          <DataTable
            caption="Subscriptions"
            rows={user.subscriptions}
            keyOf={(each) => each.id}
            columns={[
              { label: 'What', cell: (each) => each.product },
              {
                label: 'Status',
                cell: (each) => (
                  <span className="flex flex-wrap gap-1">
                    {each.paidOffAt ? (
                      <Badge tone="good">Paid in full</Badge>
                    ) : (
                      <Badge
                        tone={each.status === 'active' || each.status === 'trialing' ? 'good' : 'neutral'}
                      >
                        {subscriptionStatuses[each.status]}
                      </Badge>
                    )}
                    {each.cancelAtPeriodEnd ? <Badge tone="warn">Ends then</Badge> : null}
                    {each.resumesAt && each.pausesAt ? (
                      <Badge tone="warn">
                        {each.status === 'paused' ? (
                          <>
                            Resumes on <Day at={each.resumesAt} />
                          </>
                        ) : (
                          <>
                            Pauses on <Day at={each.pausesAt} />
                          </>
                        )}
                      </Badge>
                    ) : null}
                    {each.heldReason ? <Badge tone="danger">Held: {each.heldReason}</Badge> : null}
                  </span>
                ),
              },
              {
                label: 'Price',
                isFigure: true,
                cell: (each) =>
                  each.installments === null
                    ? formatMoney(each.amountCents, each.currency)
                    : `${formatMoney(each.amountCents, each.currency)}, ${each.installmentsTaken} of ${each.installments} paid`,
              },
              { label: 'Paid until', cell: (each) => (each.endsAt ? <Day at={each.endsAt} /> : null) },
              { label: 'Sold by', cell: (each) => canOf(each.provider).title },
              {
                label: 'What to do',
                isHidden: true,
                cell: (each) =>
                  mayMove && !isEnded(each.status) && !each.cancelAtPeriodEnd && !each.paidOffAt ? (
                    <span className="flex flex-wrap gap-x-3">
                      {each.isMembership ? (
                        <Link to={`${path}/pause`} className="link">
                          {each.resumesAt ? 'Resume' : 'Pause'}
                          <span className="sr-only"> {each.product}</span>
                        </Link>
                      ) : null}
                      <Link to={`${path}/cancel`} className="link">
                        Cancel<span className="sr-only"> {each.product}</span>
                      </Link>
                    </span>
                  ) : null,
              },
            ]}
          />
        )}
      </Part>
      <Part id="payments" title="Payments">
        {user.payments.length === 0 ? (
          <p className="text-sm text-muted">None.</p>
        ) : (
          <DataTable
            caption="Payments"
            rows={user.payments}
            keyOf={(payment) => payment.id}
            columns={[
              { label: 'What', cell: (payment) => payment.product },
              { label: 'When', cell: (payment) => <Moment at={payment.paidAt} /> },
              {
                label: 'Amount',
                isFigure: true,
                cell: (payment) => formatMoney(payment.amountCents, payment.currency),
              },
              {
                label: 'Refunded',
                isFigure: true,
                cell: (payment) =>
                  payment.refundedCents > 0 ? formatMoney(payment.refundedCents, payment.currency) : null,
              },
              {
                label: 'Status',
                cell: (payment) => (
                  <span className="flex flex-wrap gap-1">
                    {payment.isPast ? <Badge>Before the move</Badge> : null}
                    <Badge tone={paymentStatuses[payment.status].tone}>
                      {paymentStatuses[payment.status].text}
                    </Badge>
                  </span>
                ),
              },
              { label: 'Sold by', cell: (payment) => canOf(payment.provider).title },
              {
                label: 'What to do',
                isHidden: true,
                cell: (payment) =>
                  payment.isPast ? (
                    <PastReceipt {...payment} />
                  ) : mayMove && payment.refundedCents < payment.amountCents ? (
                    <Link to={`${path}/payments/${payment.id}/refund`} className="link">
                      Refund<span className="sr-only"> {payment.product}</span>
                    </Link>
                  ) : null,
              },
            ]}
          />
        )}
      </Part>
      {user.refunds.length > 0 ? <Refunds refunds={user.refunds} /> : null}
    </>
  );
}

/** The receipt of the system before this one; what it was given for is refunded at the provider. */
function PastReceipt({
  receiptNumber,
  receiptUrl,
}: Pick<UserDetail['payments'][number], 'receiptNumber' | 'receiptUrl'>) {
  const text = receiptNumber ?? 'Receipt';
  if (receiptUrl)
    return (
      <a className="link" href={receiptUrl} rel="noreferrer">
        {receiptNumber === null ? null : <span className="sr-only">Receipt </span>}
        {text}
      </a>
    );
  return receiptNumber === null ? null : <span className="wrap-anywhere">{text}</span>;
}

const refundStatuses = {
  pending: 'On its way',
  succeeded: 'Refunded',
  failed: 'Failed',
  canceled: 'Canceled',
} as const;
const refundTones = { pending: 'warn', succeeded: 'good', failed: 'danger', canceled: 'neutral' } as const;

function Refunds({ refunds }: Pick<UserDetail, 'refunds'>) {
  return (
    <Part id="refunds" title="Refunds">
      <DataTable
        caption="Refunds"
        rows={refunds}
        keyOf={({ id }) => id}
        columns={[
          { label: 'Of', cell: ({ product }) => product },
          { label: 'When', cell: ({ createdAt }) => <Moment at={createdAt} /> },
          {
            label: 'Amount',
            isFigure: true,
            cell: ({ amountCents, currency }) => formatMoney(amountCents, currency),
          },
          {
            label: 'Status',
            cell: ({ status, isResolved }) => (
              <span className="flex flex-wrap gap-1">
                <Badge tone={refundTones[status]}>{refundStatuses[status]}</Badge>
                {isResolved ? <Badge>Made another way</Badge> : null}
              </span>
            ),
          },
        ]}
      />
    </Part>
  );
}
