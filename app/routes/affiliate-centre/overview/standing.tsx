import type { ReactNode } from 'react';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import type { ReferralTotals } from '#app/domain/programme/affiliates/referral-stats.server.ts';
import type { CommissionAccount, EarnedMonth } from '#app/domain/programme/commissions/balance.server.ts';
import type { affiliateCommissionsCopy } from '#app/domain/site/site-copy/affiliate-commissions.server.ts';
import { formatLongDay } from '#app/platform/date-format.ts';
import { signedMoney } from '#app/routes/affiliate-centre/ledger-table.tsx';
import { Card } from '#app/ui/card.tsx';
import { Link } from '#app/ui/link.tsx';

interface StandingProps {
  copy: ReturnType<typeof affiliateCommissionsCopy>['overview'];
  account: CommissionAccount;
  totals: ReferralTotals;
  months: readonly EarnedMonth[];
  /** Integer cents: less than this is not paid out. */
  minimumCents: number;
}

const figure = (value: number) => value.toLocaleString('en-US');

/** The one figure a seller comes for, and the three that put it in its place. */
export function Standing({ copy, account, totals, months, minimumCents }: StandingProps) {
  const { currency, monthCents, earnedCents } = account;
  const money = (cents: number) => signedMoney(cents, currency);
  const lastMonth = months.at(-2)?.cents ?? 0;
  return (
    <section
      aria-label={copy.earnings}
      className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]"
    >
      <NextPayout copy={copy} account={account} minimumCents={minimumCents} />
      <dl className="grid grid-cols-1 gap-px overflow-hidden rounded-card border border-line bg-line shadow-card min-[420px]:max-lg:grid-cols-3">
        <Small label={copy.month} value={money(monthCents)}>
          {copy.lastMonth}: {money(lastMonth)}
        </Small>
        <Small label={copy.total} value={money(earnedCents)}>
          {copy.totalNote}
        </Small>
        <Small label={copy.active} value={figure(totals.payingMembers)}>
          {copy.activeNote}: {figure(totals.registrations)}
        </Small>
      </dl>
    </section>
  );
}

function Small({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div className="grid content-center gap-x-6 gap-y-0.5 bg-surface px-5 py-3">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-display text-2xl leading-tight tabular-nums">{value}</dd>
      <dd className="text-xs text-muted tabular-nums">{children}</dd>
    </div>
  );
}

/** What is paid next and when; where it is too little for a payout, how much is missing; where it is below zero, why. */
function NextPayout({
  copy,
  account,
  minimumCents,
}: Pick<StandingProps, 'copy' | 'account' | 'minimumCents'>) {
  const { nextPayout, inPayoutCents, currency } = account;
  const money = (cents: number) => signedMoney(cents, currency);
  const missing = minimumCents - nextPayout.cents;
  const day = <time dateTime={nextPayout.at.toISOString().slice(0, 10)}>{formatLongDay(nextPayout.at)}</time>;
  return (
    <Card className="grid content-center gap-2 sm:p-8">
      <h2 className="font-sans text-sm font-semibold text-muted">
        {missing > 0 ? copy.nextBalance : copy.nextPayout}
      </h2>
      <p className="font-display text-5xl leading-none tabular-nums sm:text-6xl">{money(nextPayout.cents)}</p>
      {nextPayout.cents < 0 ? (
        <p className="max-w-prose">{copy.below}</p>
      ) : missing > 0 ? (
        <p className="max-w-prose">
          {copy.missing.replace('{amount}', formatMoney(missing, currency))} {day}.
        </p>
      ) : (
        <p>
          {copy.on} {day}
        </p>
      )}
      {inPayoutCents > 0 ? (
        <p className="text-sm text-muted">
          {copy.onItsWay}: {money(inPayoutCents)}
        </p>
      ) : null}
      <p>
        <Link to="/affiliate-centre/payouts" className="link inline-flex min-h-11 items-center text-sm">
          {copy.payouts}
        </Link>
      </p>
    </Card>
  );
}
