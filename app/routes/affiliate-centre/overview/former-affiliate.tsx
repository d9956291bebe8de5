import type { CommissionAccount } from '#app/domain/programme/commissions/balance.server.ts';
import type { LedgerEntry } from '#app/domain/programme/commissions/ledger.server.ts';
import type { PayoutProfile } from '#app/domain/programme/payouts/addresses.server.ts';
import type { ClosingStanding } from '#app/domain/programme/payouts/closing-standing.server.ts';
import type { affiliateCommissionsCopy } from '#app/domain/site/site-copy/affiliate-commissions.server.ts';
import { LedgerTable, signedMoney } from '#app/routes/affiliate-centre/ledger-table.tsx';
import { Closing } from '#app/routes/affiliate-centre/payouts/last-payout-status.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { StatCard } from '#app/ui/stat-card.tsx';

interface FormerAffiliateProps {
  account: CommissionAccount;
  /** Null where nothing was owed when they left. */
  closing: ClosingStanding | null;
  profile: PayoutProfile;
  entries: LedgerEntry[];
  copy: ReturnType<typeof affiliateCommissionsCopy>;
}

/** What somebody who has left the program has earned, to read: what is owed, what was paid, and every entry (P193). */
export function FormerAffiliate({ account, closing, profile, entries, copy }: FormerAffiliateProps) {
  const { waitingCents, heldCents, approvedCents, inPayoutCents, paidCents, currency } = account;
  const money = (cents: number) => signedMoney(cents, currency);
  return (
    <section aria-labelledby="former" className="grid grid-cols-1 gap-4">
      <h2 id="former">What you earned</h2>
      {closing ? <Closing account={account} closing={closing} profile={profile} /> : null}
      <div className="grid grid-cols-1 gap-4 min-[420px]:grid-cols-2 lg:grid-cols-4">
        <StatCard
          label={copy.overview.approved}
          value={money(approvedCents)}
          note={approvedCents < 0 ? 'Below zero after refunds. We do not ask you to pay it.' : null}
        />
        <StatCard label={copy.overview.waiting} value={money(waitingCents + heldCents)} />
        <StatCard label={copy.overview.onItsWay} value={money(inPayoutCents)} />
        <StatCard label={copy.overview.paid} value={money(paidCents)} note={copy.overview.paidNote} />
      </div>
      {entries.length > 0 ? (
        <LedgerTable copy={copy} caption={copy.overview.recent} entries={entries} />
      ) : null}
      <div className="flex flex-wrap gap-3">
        <ButtonLink variant="secondary" to="/affiliate-centre/payouts">
          Payouts and statements
        </ButtonLink>
        <ButtonLink variant="quiet" to="/affiliate-centre/commissions">
          Every commission
        </ButtonLink>
      </div>
    </section>
  );
}
