import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import type { CommissionAccount } from '#app/domain/programme/commissions/balance.server.ts';
import { formatLongDay } from '#app/platform/date-format.ts';
import { ArrowRight } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

/** What a seller has earned, in short. */
export interface EarningsInShort extends Pick<CommissionAccount, 'currency' | 'monthCents' | 'nextPayout'> {
  /** Integer cents: less than this is not paid out. */
  minimumCents: number;
}

/** A minus sign, as the affiliate center writes it. */
const signed = (cents: number, currency: string) =>
  cents < 0 ? `\u2212${formatMoney(-cents, currency)}` : formatMoney(cents, currency);

/** What somebody who sells is paid next, and what this month has brought, with the way to the rest. */
export function OwnEarnings({ currency, monthCents, nextPayout, minimumCents }: EarningsInShort) {
  const isPaidNext = nextPayout.cents >= minimumCents;
  return (
    <section
      aria-labelledby="own-earnings"
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 rounded-card border border-line bg-surface px-5 py-4 sm:px-8"
    >
      <h2 id="own-earnings" className="text-lg">
        Your earnings
      </h2>
      <dl className="flex grow flex-wrap gap-x-10 gap-y-2 tabular-nums">
        <div>
          <dt className="text-sm text-muted">
            {isPaidNext ? `Next payout, ${formatLongDay(nextPayout.at)}` : 'Balance'}
          </dt>
          <dd className="font-display text-2xl leading-tight">{signed(nextPayout.cents, currency)}</dd>
        </div>
        <div>
          <dt className="text-sm text-muted">This month</dt>
          <dd className="font-display text-2xl leading-tight">{signed(monthCents, currency)}</dd>
        </div>
      </dl>
      <Link to="/affiliate-centre" className="link inline-flex min-h-11 items-center gap-2">
        Open the affiliate center <ArrowRight className="size-4" />
      </Link>
    </section>
  );
}
