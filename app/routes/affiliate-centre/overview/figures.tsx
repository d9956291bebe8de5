import type { Role } from '#app/domain/core/access/viewer.ts';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { resellerPercent } from '#app/domain/core/catalogue/programme.ts';
import type { AffiliateOverview } from '#app/domain/programme/affiliates/overview.server.ts';
import { percentText } from '#app/domain/programme/affiliates/percent-text.ts';
import type { CommissionAccount } from '#app/domain/programme/commissions/balance.server.ts';
import type { affiliateCommissionsCopy } from '#app/domain/site/site-copy/affiliate-commissions.server.ts';
import { signedMoney } from '#app/routes/affiliate-centre/ledger-table.tsx';
import { StatCard } from '#app/ui/stat-card.tsx';

interface FiguresProps {
  copy: ReturnType<typeof affiliateCommissionsCopy>['overview'];
  role: Role;
  overview: AffiliateOverview;
  account: CommissionAccount;
}

const figure = (value: number) => value.toLocaleString('en-US');

/** Money first, then what it comes from. */
export function Figures({ copy, role, overview, account }: FiguresProps) {
  const { currency, monthCents, waitingCents, heldCents, approvedCents, inPayoutCents, paidCents } = account;
  const money = (cents: number) => signedMoney(cents, currency);
  const isReseller = role === 'reseller' || role === 'pro_reseller';
  const review = heldCents === 0 ? '' : ` ${copy.review}: ${money(heldCents)}.`;
  const onItsWay = inPayoutCents === 0 ? '' : ` ${copy.onItsWay}: ${money(inPayoutCents)}.`;
  const { clicks, registrations, ratePercent } = overview;
  return (
    <section aria-label={copy.earnings} className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-4 min-[420px]:grid-cols-2 lg:grid-cols-4">
        <StatCard label={copy.month} value={money(monthCents)} note={copy.monthNote} />
        <StatCard label={copy.waiting} value={money(waitingCents)} note={`${copy.waitingNote}${review}`} />
        <StatCard
          label={copy.approved}
          value={money(approvedCents)}
          note={approvedCents < 0 ? copy.below : copy.approvedNote}
        />
        <StatCard label={copy.paid} value={money(paidCents)} note={`${copy.paidNote}${onItsWay}`} />
      </div>
      <div className="grid grid-cols-1 gap-4 min-[420px]:grid-cols-2 lg:grid-cols-[repeat(3,minmax(0,1fr))_minmax(0,1.6fr)]">
        <StatCard label={copy.sales} value={figure(account.sales)} note={copy.salesNote} />
        <StatCard
          label={copy.conversion}
          value={percentText(registrations, clicks)}
          note={`${copy.conversionNote} ${copy.clicks}: ${figure(clicks)}.`}
        />
        <StatCard
          label={copy.epc}
          value={formatMoney(
            clicks > 0 ? Math.max(0, Math.round(account.earnedCents / clicks)) : 0,
            currency,
          )}
          note={copy.epcNote}
        />
        <StatCard
          label={copy.rate}
          value={`${isReseller ? resellerPercent : ratePercent}%`}
          note={role === 'pro_reseller' ? `${copy.rateNote}, ${copy.programme}` : copy.rateNote}
        />
      </div>
    </section>
  );
}
