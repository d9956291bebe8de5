import type { ReactNode } from 'react';
import type { DeskCounts } from '#app/domain/programme/commissions/ledger-desk.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { PageTabs } from '#app/routes/admin/page-tabs.tsx';

/** Where the pages of commissions begin. */
export const deskPath = '/admin/commissions';

const tabs = [
  { to: deskPath, label: 'Ledger', key: 'ledger' },
  { to: `${deskPath}/review`, label: 'Under review', key: 'held' },
  { to: `${deskPath}/adjustments`, label: 'Adjustments', key: 'adjustments' },
  { to: `${deskPath}/payouts`, label: 'Payouts', key: 'payouts' },
  { to: `${deskPath}/leaving`, label: 'Leaving', key: 'leaving' },
  { to: `${deskPath}/proof`, label: 'Proof', key: 'proof' },
] as const;

type DeskTab = (typeof tabs)[number]['key'];

const countOf = (key: DeskTab, counts: DeskCounts): string | null => {
  if (key === 'proof') return counts.isUnsound ? '!' : null;
  if (key === 'ledger') return null;
  return counts[key] > 0 ? String(counts[key]) : null;
};

/** What all pages of commissions have in common: the heading, and the way between them with what waits on each. */
export function DeskFrame({
  tab,
  counts,
  lead,
  actions,
  children,
}: {
  tab: DeskTab;
  counts: DeskCounts;
  lead: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="grid gap-5">
      <PageHeading title="Commissions" actions={actions}>
        {lead}
      </PageHeading>
      <PageTabs
        label="Commissions"
        tabs={tabs.map(({ to, label, key }) => ({
          to,
          label,
          isCurrent: key === tab,
          waiting: countOf(key, counts),
        }))}
      />
      {children}
    </div>
  );
}
