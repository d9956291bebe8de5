import { formatMoney, productName } from '#app/domain/core/catalogue/products.ts';
import type { FailedRefund } from '#app/domain/selling/payment-events/failed-refunds.server.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { type Column, DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';

interface Props {
  refunds: readonly FailedRefund[];
  mayMove: boolean;
  /** The page that the buttons post to. */
  path: string;
}

const columns: readonly Column<FailedRefund>[] = [
  { label: 'What', cell: (refund) => productName(refund.product) },
  {
    label: 'Amount',
    isFigure: true,
    cell: (refund) => formatMoney(refund.amountCents, refund.currency),
  },
  { label: 'Refund', cell: (refund) => <code className="text-xs">{refund.providerRefundId}</code> },
  { label: 'Asked for', cell: (refund) => <Moment at={refund.createdAt} /> },
  {
    label: 'Who',
    cell: (refund) => (
      <Link to={`/admin/users/${refund.userId}`} className="link">
        The buyer
      </Link>
    ),
  },
];

/** The form of a refund, with its buttons. */
function RefundForm({
  refund: { provider, providerRefundId },
  path,
  children,
}: {
  refund: FailedRefund;
  path: string;
  children: React.ReactNode;
}) {
  return (
    <form method="post" action={path} className="flex flex-wrap gap-2">
      <input type="hidden" name="provider" value={provider} />
      <input type="hidden" name="refundId" value={providerRefundId} />
      {children}
    </form>
  );
}

/** The refunds whose money is owed. */
export function FailedRefunds({ refunds, mayMove, path }: Props) {
  return (
    <section aria-labelledby="refunds" className="grid gap-3">
      <h2 id="refunds" className="text-xl">
        Refunds that failed
      </h2>
      <p className="max-w-3xl text-sm text-muted">
        The buyer’s bank returned the money. Pay the buyer another way, then mark it here: from then on it
        counts as a refund, with its credit note, and access and commissions follow.
      </p>
      {refunds.length === 0 ? (
        <EmptyState title="No refund has failed" />
      ) : (
        <DataTable
          caption="Refunds to make in another way"
          rows={refunds}
          keyOf={(refund) => refund.providerRefundId}
          columns={[
            ...columns,
            {
              label: 'What to do',
              isHidden: true,
              cell: (refund) =>
                mayMove ? (
                  <RefundForm refund={refund} path={path}>
                    <SubmitButton intent="resolve" variant="secondary" pendingLabel="Saving...">
                      {`Mark ${formatMoney(refund.amountCents, refund.currency)} as refunded another way`}
                    </SubmitButton>
                  </RefundForm>
                ) : null,
            },
          ]}
        />
      )}
    </section>
  );
}

/** The refunds that were taken off the list before that counted as a refund (P340); absent where there are none. */
export function UncountedRefunds({ refunds, mayMove, path }: Props) {
  if (refunds.length === 0) return null;
  return (
    <section aria-labelledby="uncounted" className="grid gap-3">
      <h2 id="uncounted" className="text-xl">
        Refunds that were never counted
      </h2>
      <p className="max-w-3xl text-sm text-muted">
        These were marked as paid another way before this site counted that as a refund. Don’t pay them again.
        The payments still count as paid: the buyer has what they bought, and the affiliate has the
        commission. Count each one whose money went back. Access and commissions then end, and the buyer gets
        a credit note. Leave it as paid if the money never went back, or went back with another refund.
      </p>
      <DataTable
        caption="Refunds that were never counted"
        rows={refunds}
        keyOf={(refund) => refund.providerRefundId}
        columns={[
          ...columns,
          {
            label: 'Marked',
            cell: (refund) => (refund.settledAt ? <Moment at={refund.settledAt} /> : null),
          },
          {
            label: 'What to do',
            isHidden: true,
            cell: (refund) =>
              mayMove ? (
                <RefundForm refund={refund} path={path}>
                  <SubmitButton intent="resolve" variant="secondary" pendingLabel="Saving...">
                    {`Count ${formatMoney(refund.amountCents, refund.currency)} as refunded`}
                  </SubmitButton>
                  <SubmitButton intent="leave" variant="secondary" pendingLabel="Saving...">
                    Leave as paid
                  </SubmitButton>
                </RefundForm>
              ) : null,
          },
        ]}
      />
    </section>
  );
}
