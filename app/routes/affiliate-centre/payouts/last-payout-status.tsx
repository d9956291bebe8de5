import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import type { CommissionAccount } from '#app/domain/programme/commissions/balance.server.ts';
import type { PayoutProfile } from '#app/domain/programme/payouts/addresses.server.ts';
import type { ClosingStanding } from '#app/domain/programme/payouts/closing-standing.server.ts';
import { causeWords } from '#app/domain/programme/payouts/closing-words.ts';
import { LastPayoutWords } from '#app/routes/frame/owed-amounts.tsx';
import { Day } from '#app/ui/day.tsx';
import { Notice } from '#app/ui/notice.tsx';

interface ClosingProps {
  account: CommissionAccount;
  closing: ClosingStanding;
  profile: Pick<PayoutProfile, 'email' | 'isEmailVerified' | 'country'>;
}

const outcomeWords = {
  paid: 'Your last payout has arrived. We owe you nothing more.',
  nothing_owed: 'We owe you nothing more.',
  given_up: 'You gave up your balance.',
  withheld: 'What we owed you is withheld after a review.',
  unclaimed:
    'Your last payout was not claimed and was written off. Write to support if you want to claim it.',
  resumed: '',
} as const;

/** How the last payout of somebody stands who earns no more. */
export function Closing({ account, closing, profile }: ClosingProps) {
  const { cause, startedAt, endedAt, outcome, note, isHeld } = closing;
  const payoutEmail = profile.isEmailVerified && profile.country !== null ? profile.email : null;
  const { approvedCents, currency } = account;
  return (
    <Notice tone={isHeld ? 'warn' : 'info'} className="grid max-w-3xl gap-1">
      <p className="font-semibold">
        {causeWords[cause]} You have earned no commissions since <Day at={startedAt} />.
      </p>
      {endedAt && outcome ? (
        <p>{outcomeWords[outcome]}</p>
      ) : (
        <LastPayoutWords account={account} payoutEmail={payoutEmail} isHeld={isHeld} />
      )}
      {note ? <p>Our decision: {note}</p> : null}
      {endedAt && approvedCents < 0 ? (
        <p>
          Your balance is {formatMoney(-approvedCents, currency)} below zero, after refunds. We don&apos;t ask
          you to pay it; it is set off if you earn commissions again.
        </p>
      ) : null}
    </Notice>
  );
}
