import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import type { UserDetail } from '#app/domain/operating/users/user-detail.server.ts';
import type { LedgerEntry } from '#app/domain/programme/commissions/ledger.server.ts';
import { EntryTable } from '#app/routes/admin/commissions/entry-rows.tsx';
import { Part } from '#app/routes/admin/users/facts.tsx';
import { Link } from '#app/ui/link.tsx';

/** What somebody earns by those they brought: what it comes to, and the latest of the ledger. */
export function UserCommissions({ user, entries }: { user: UserDetail; entries: readonly LedgerEntry[] }) {
  const { commissions, username, id } = user;
  if (!commissions) return null;
  const { earnedCents, owedCents, paidCents } = commissions;
  return (
    <Part
      id="commissions"
      title="Commissions"
      actions={
        <span className="flex flex-wrap gap-x-5 text-sm">
          <Link
            to={`/admin/commissions?who=${encodeURIComponent(username)}`}
            className="link inline-flex min-h-9 items-center"
          >
            In the ledger
          </Link>
          <Link to={`/admin/commissions/statements/${id}`} className="link inline-flex min-h-9 items-center">
            Statement
          </Link>
        </span>
      }
    >
      <p className="text-sm tabular-nums">
        {formatMoney(earnedCents)} earned, {formatMoney(owedCents)} owed, {formatMoney(paidCents)} paid out.
      </p>
      <EntryTable caption="The latest of their commissions" entries={entries} />
    </Part>
  );
}
