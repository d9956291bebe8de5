import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import type { CommissionAccount } from '#app/domain/programme/commissions/balance.server.ts';
import { Day } from '#app/ui/day.tsx';

interface OwedAmountsProps {
  account: CommissionAccount;
}

/** What an affiliate who is leaving is owed, sum by sum. */
export function OwedAmounts({ account }: OwedAmountsProps) {
  const { approvedCents, waitingCents, heldCents, inPayoutCents, owedCents, clearsAt, currency } = account;
  const rows = [
    { label: 'Approved', cents: approvedCents, note: null },
    {
      label: 'Waiting',
      cents: waitingCents,
      note: clearsAt ? (
        <>
          all of it approved on <Day at={clearsAt} />
        </>
      ) : null,
    },
    { label: 'Under review', cents: heldCents, note: null },
  ].filter(({ cents }, index) => index === 0 || cents !== 0);
  return (
    <dl className="grid rounded-control border border-line bg-sunken px-4 text-sm tabular-nums">
      {rows.map(({ label, cents, note }) => (
        <Row key={label} label={label} amount={formatMoney(cents, currency)} note={note} />
      ))}
      <Row label="Owed to you" amount={formatMoney(owedCents, currency)} isSum />
      {inPayoutCents > 0 ? (
        <Row label="Also on its way" amount={formatMoney(inPayoutCents, currency)} />
      ) : null}
    </dl>
  );
}

function Row({
  label,
  amount,
  note,
  isSum = false,
}: {
  label: string;
  amount: string;
  note?: React.ReactNode;
  isSum?: boolean;
}) {
  return (
    <div
      className={`flex items-baseline justify-between gap-x-4 border-b border-line py-2 last:border-0 ${isSum ? 'font-semibold' : ''}`}
    >
      <dt className="min-w-0">
        {label}
        {note ? <span className="block text-xs text-muted">{note}</span> : null}
      </dt>
      <dd className="shrink-0">{amount}</dd>
    </div>
  );
}

/** When and where a last payout goes, in a sentence or two. */
export function LastPayoutWords({
  account,
  isHeld = false,
  payoutEmail,
}: {
  account: CommissionAccount;
  isHeld?: boolean;
  /** Null where no PayPal address can be paid to. */
  payoutEmail: string | null;
}) {
  const { owedCents, inPayoutCents, heldCents, clearsAt, currency } = account;
  if (isHeld)
    return (
      <p>
        Your payouts are on hold while we review your account. We email you what we decide, with the reason.
      </p>
    );
  if (owedCents <= 0 && inPayoutCents > 0)
    return <p>Your last payout of {formatMoney(inPayoutCents, currency)} is on its way.</p>;
  return (
    <p>
      We pay all of it with your last payout, also below the usual minimum, once nothing is waiting or under
      review
      {clearsAt && heldCents === 0 ? (
        <>
          : after <Day at={clearsAt} />
        </>
      ) : null}
      .{' '}
      {payoutEmail ? (
        <>
          It goes to <strong className="wrap-anywhere">{payoutEmail}</strong> at PayPal.
        </>
      ) : (
        'We still need a PayPal address to send it to.'
      )}
    </p>
  );
}
