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
            columns={[
              { label: 'What' },
              { label: 'Status' },
              { label: 'Price', isFigure: true },
              { label: 'Paid until' },
              { label: 'Sold by' },
              { label: 'What to do', isHidden: true },
            ]}
          >
            {user.subscriptions.map((each) => (
              <tr key={each.id}>
                <th scope="row">{each.product}</th>
                <td data-label="Status">
                  <span className="flex flex-wrap gap-1">
                    <Badge tone={each.status === 'active' || each.status === 'trialing' ? 'good' : 'neutral'}>
                      {subscriptionStatuses[each.status]}
                    </Badge>
                    {each.cancelAtPeriodEnd ? <Badge tone="warn">Ends then</Badge> : null}
                    {each.heldReason ? <Badge tone="danger">Held: {each.heldReason}</Badge> : null}
                  </span>
                </td>
                <td data-label="Price" className="is-figure">
                  {formatMoney(each.amountCents, each.currency)}
                </td>
                <td data-label="Paid until">{each.endsAt ? <Day at={each.endsAt} /> : null}</td>
                <td data-label="Sold by">{canOf(each.provider).title}</td>
                <td>
                  {mayMove && !isEnded(each.status) && !each.cancelAtPeriodEnd ? (
                    <Link to={`${path}/cancel`} className="link">
                      Cancel<span className="sr-only"> {each.product}</span>
                    </Link>
                  ) : null}
                </td>
              </tr>
            ))}
          </DataTable>
        )}
      </Part>
      <Part id="payments" title="Payments">
        {user.payments.length === 0 ? (
          <p className="text-sm text-muted">None.</p>
        ) : (
          <DataTable
            caption="Payments"
            columns={[
              { label: 'What' },
              { label: 'When' },
              { label: 'Amount', isFigure: true },
              { label: 'Refunded', isFigure: true },
              { label: 'Status' },
              { label: 'Sold by' },
              { label: 'What to do', isHidden: true },
            ]}
          >
            {user.payments.map((payment) => (
              <tr key={payment.id}>
                <th scope="row">{payment.product}</th>
                <td data-label="When">
                  <Moment at={payment.paidAt} />
                </td>
                <td data-label="Amount" className="is-figure">
                  {formatMoney(payment.amountCents, payment.currency)}
                </td>
                <td data-label="Refunded" className="is-figure">
                  {payment.refundedCents > 0 ? formatMoney(payment.refundedCents, payment.currency) : null}
                </td>
                <td data-label="Status">
                  <span>
                    <Badge tone={paymentStatuses[payment.status].tone}>
                      {paymentStatuses[payment.status].text}
                    </Badge>
                  </span>
                </td>
                <td data-label="Sold by">{canOf(payment.provider).title}</td>
                <td>
                  {mayMove && payment.refundedCents < payment.amountCents ? (
                    <Link to={`${path}/payments/${payment.id}/refund`} className="link">
                      Refund<span className="sr-only"> {payment.product}</span>
                    </Link>
                  ) : null}
                </td>
              </tr>
            ))}
          </DataTable>
        )}
      </Part>
      {user.refunds.length > 0 ? <Refunds refunds={user.refunds} /> : null}
    </>
  );
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
        columns={[
          { label: 'Of' },
          { label: 'When' },
          { label: 'Amount', isFigure: true },
          { label: 'Status' },
        ]}
      >
        {refunds.map(({ id, product, createdAt, amountCents, currency, status, isResolved }) => (
          <tr key={id}>
            <th scope="row">{product}</th>
            <td data-label="When">
              <Moment at={createdAt} />
            </td>
            <td data-label="Amount" className="is-figure">
              {formatMoney(amountCents, currency)}
            </td>
            <td data-label="Status">
              <span className="flex flex-wrap gap-1">
                <Badge tone={refundTones[status]}>{refundStatuses[status]}</Badge>
                {isResolved ? <Badge>Made another way</Badge> : null}
              </span>
            </td>
          </tr>
        ))}
      </DataTable>
    </Part>
  );
}
