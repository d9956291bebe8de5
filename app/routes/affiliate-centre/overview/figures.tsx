import type { Role } from '#app/domain/core/access/viewer.ts';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { resellerPercent } from '#app/domain/core/catalogue/programme.ts';
import type { AffiliateOverview } from '#app/domain/programme/affiliates/overview.server.ts';
import { percentText } from '#app/domain/programme/affiliates/percent-text.ts';
import type { ReferralTotals } from '#app/domain/programme/affiliates/referral-stats.server.ts';
import type { CommissionAccount } from '#app/domain/programme/commissions/balance.server.ts';
import type { affiliateCommissionsCopy } from '#app/domain/site/site-copy/affiliate-commissions.server.ts';
import { signedMoney } from '#app/routes/affiliate-centre/ledger-table.tsx';

interface FiguresProps {
  copy: ReturnType<typeof affiliateCommissionsCopy>['overview'];
  role: Role;
  overview: AffiliateOverview;
  totals: ReferralTotals;
  account: CommissionAccount;
}

interface Fact {
  label: string;
  value: string;
  note: string;
}

const figure = (value: number) => value.toLocaleString('en-US');

/** Where the money is, and what brought it: what is looked up, below what is looked at. */
export function Figures({ copy, role, overview, totals, account }: FiguresProps) {
  const { currency, waitingCents, heldCents, approvedCents, inPayoutCents, paidCents, sales } = account;
  const money = (cents: number) => signedMoney(cents, currency);
  const isReseller = role === 'reseller' || role === 'pro_reseller';
  const review = heldCents === 0 ? '' : ` ${copy.review}: ${money(heldCents)}.`;
  const onItsWay = inPayoutCents === 0 ? '' : ` ${copy.onItsWay}: ${money(inPayoutCents)}.`;
  const { clicks, buyers } = totals;
  const perClick = clicks > 0 ? Math.max(0, Math.round(account.earnedCents / clicks)) : 0;
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-2 lg:gap-10">
      <Facts
        id="balance"
        title={copy.balance}
        facts={[
          { label: copy.waiting, value: money(waitingCents), note: `${copy.waitingNote}${review}` },
          {
            label: copy.approved,
            value: money(approvedCents),
            note: approvedCents < 0 ? copy.below : copy.approvedNote,
          },
          { label: copy.paid, value: money(paidCents), note: `${copy.paidNote}${onItsWay}` },
        ]}
      />
      <Facts
        id="performance"
        title={copy.performance}
        facts={[
          { label: copy.sales, value: figure(sales), note: copy.salesNote },
          {
            label: copy.conversion,
            value: percentText(buyers, clicks),
            note: `${copy.conversionNote} ${copy.clicks}: ${figure(clicks)}.`,
          },
          { label: copy.epc, value: formatMoney(perClick, currency), note: copy.epcNote },
          {
            label: copy.rate,
            value: `${isReseller ? resellerPercent : overview.ratePercent}%`,
            note: role === 'pro_reseller' ? `${copy.rateNote}, ${copy.programme}` : copy.rateNote,
          },
        ]}
      />
    </div>
  );
}

function Facts({ id, title, facts }: { id: string; title: string; facts: readonly Fact[] }) {
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 content-start gap-2">
      <h2 id={id}>{title}</h2>
      <dl>
        {facts.map(({ label, value, note }) => (
          <div
            key={label}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 border-b border-line py-3"
          >
            <dt className="font-semibold">{label}</dt>
            <dd className="text-right font-display text-xl tabular-nums">{value}</dd>
            <dd className="col-span-2 text-sm text-muted">{note}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
