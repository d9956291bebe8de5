import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import type { UserDetail } from '#app/domain/operating/users/user-detail.server.ts';
import { countOf } from '#app/routes/admin/count-of.ts';
import { Moment } from '#app/ui/moment.tsx';

/** What an admin asks first about somebody: how long they have paid, what they have paid, and when they were last here. */
export function UserSummary({ user }: { user: UserDetail }) {
  const { paidMonths, lifetimeCents, lastSeenAt, pastPayments } = user;
  const facts = [
    {
      label: 'Membership paid',
      value: paidMonths === 1 ? '1 month' : `${paidMonths.toLocaleString('en-US')} months`,
      note: paidMonths === 0 ? 'No payment for the membership yet' : 'Refunded months are not counted',
    },
    {
      label: 'Lifetime value',
      value: formatMoney(lifetimeCents),
      note: `All payments less tax and refunds${pastPayments === 0 ? '' : `, ${countOf(pastPayments, 'payment')} before the move included`}`,
    },
    {
      label: 'Last seen',
      value: lastSeenAt ? <Moment at={lastSeenAt} /> : 'Never signed in',
      note: lastSeenAt ? 'On any of their browsers' : null,
    },
  ];
  return (
    <dl className="grid gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-3">
      {facts.map(({ label, value, note }) => (
        <div key={label} className="grid content-start gap-1 bg-surface p-4">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="font-display text-2xl leading-tight tabular-nums">{value}</dd>
          {note ? <dd className="text-xs text-muted">{note}</dd> : null}
        </div>
      ))}
    </dl>
  );
}
