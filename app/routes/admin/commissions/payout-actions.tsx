import type { PayoutGroup } from '#app/domain/programme/payouts/payout-groups.ts';
import type { PayoutAction } from '#app/domain/programme/payouts/payout-selection.server.ts';
import { deskPath } from '#app/routes/admin/commissions/desk-frame.tsx';
import { BulkBar } from '#app/ui/bulk-bar.tsx';
import { Button } from '#app/ui/button.tsx';

const path = `${deskPath}/payouts`;

export const payoutNouns = ['payout', 'payouts'] as const;

/** The actions that payouts of a group can be in a state for, each with its button. */
const buttons: { action: PayoutAction; label: string; groups: readonly (PayoutGroup | null)[] }[] = [
  { action: 'paid', label: 'Mark as paid', groups: [null, 'open'] },
  { action: 'retry', label: 'Pay again', groups: [null, 'back'] },
  { action: 'cancel', label: 'Cancel payouts', groups: [null, 'open'] },
];

interface PayoutActionsProps {
  group: PayoutGroup | null;
  matching: { count: number; isMore: boolean };
  /** What all that match come to, as money. */
  total: string | null;
  shownCount: number;
  search: string;
}

/** What can be done with ticked payouts, or with all that match: each button leads to a last look at whom it pays how much (P320). */
export function PayoutActions({ group, matching, total, shownCount, search }: PayoutActionsProps) {
  return (
    <BulkBar
      method="get"
      action={`${path}/selected`}
      nouns={payoutNouns}
      matching={matching}
      total={total}
      shownCount={shownCount}
      isAll={false}
    >
      <input type="hidden" name="filter" value={search} />
      {buttons
        .filter(({ groups }) => groups.includes(group))
        .map(({ action, label }) => (
          <Button
            key={action}
            type="submit"
            name="do"
            value={action}
            variant={action === 'cancel' ? 'danger' : 'secondary'}
          >
            {label}
          </Button>
        ))}
      {/* It leaves this page as it is. */}
      <Button type="submit" variant="secondary" formAction={`${path}/export/csv`} formTarget="_self">
        Export CSV
      </Button>
    </BulkBar>
  );
}
