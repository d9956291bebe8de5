import type { MembershipState } from '#app/domain/billing/membership-state.ts';
import { formatMoney } from '#app/domain/catalogue/products.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';

/** Reseller PRO, for who has it, with the way to cancel it. */
export function ProCard({ pro }: { pro: MembershipState }) {
  if (pro.kind === 'none' || pro.kind === 'unconfirmed' || pro.kind === 'ended') return null;
  const isRunning = pro.kind === 'active' || pro.kind === 'past_due' || pro.kind === 'stopped';
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">Reseller PRO</h2>
      <p className="text-muted">
        <Standing pro={pro} />
      </p>
      {isRunning ? (
        <p>
          <ButtonLink variant="secondary" to="/profile/billing/cancel?product=pro">
            Cancel Reseller PRO
          </ButtonLink>
        </p>
      ) : null}
    </Card>
  );
}

function Standing({ pro }: { pro: MembershipState }) {
  switch (pro.kind) {
    case 'active': {
      const { at, amountCents, currency } = pro.nextPayment;
      return (
        <>
          Active, at {formatMoney(amountCents, currency)} a month on top of your membership
          {at ? (
            <>
              . The month you are in ends on <Day at={at} />
            </>
          ) : null}
          . Free months cost nothing.
        </>
      );
    }
    case 'canceling':
    case 'running_out':
    case 'keeping':
      return pro.until ? (
        <>
          Canceled. It is yours until <Day at={pro.until} />.
        </>
      ) : (
        'Canceled. It is ending.'
      );
    case 'past_due':
      return 'The last payment failed. It is tried again, and PRO is yours meanwhile.';
    default:
      return 'It gives nothing at the moment, because its last payment is missing, in dispute or was taken back.';
  }
}
