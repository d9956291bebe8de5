import type { ReactNode } from 'react';
import type { DeskCounts } from '#app/domain/administration/ledger-desk.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Link } from '#app/ui/link.tsx';

/** Where the pages of commissions begin. */
export const deskPath = '/admin/commissions';

const tabs = [
  { to: deskPath, label: 'Ledger', key: 'ledger' },
  { to: `${deskPath}/review`, label: 'Under review', key: 'held' },
  { to: `${deskPath}/adjustments`, label: 'Adjustments', key: 'adjustments' },
  { to: `${deskPath}/payouts`, label: 'Payouts', key: 'payouts' },
  { to: `${deskPath}/proof`, label: 'Proof', key: 'proof' },
] as const;

export type DeskTab = (typeof tabs)[number]['key'];

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
      <nav aria-label="Commissions" className="no-print min-w-0 border-b border-line">
        <ul className="swipe-row flex gap-1">
          {tabs.map(({ to, label, key }) => {
            const count = countOf(key, counts);
            return (
              <li key={key} className="shrink-0">
                <Link
                  to={to}
                  aria-current={key === tab ? 'page' : undefined}
                  className={classNames(
                    // What is read aloud of it alone stays within it.
                    'relative inline-flex min-h-11 items-center gap-1.5 border-b-2 px-3 text-sm no-underline lg:min-h-9',
                    key === tab
                      ? 'border-accent font-semibold text-accent'
                      : 'border-transparent hover:text-accent',
                  )}
                >
                  {label}
                  {count ? (
                    <span className="rounded-full bg-warn-soft px-1.5 text-xs font-semibold text-warn tabular-nums">
                      {count}
                      <span className="sr-only"> waiting</span>
                    </span>
                  ) : null}
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
      {children}
    </div>
  );
}
