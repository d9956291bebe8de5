import type { MembershipState } from '#app/domain/billing/membership-state.ts';
import { formatMoney, resellerPro } from '#app/domain/catalogue/products.ts';
import { canOf } from '#app/platform/payments/port.ts';
import {
  CancelLink,
  CardButton,
  cardText,
  KeepButton,
  PayButton,
} from '#app/routes/member/billing/state.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';

/** Reseller PRO, for who has it: how it stands, and what can be done about it, as for the membership. */
export function ProCard({ pro }: { pro: MembershipState }) {
  if (pro.kind === 'none' || pro.kind === 'unconfirmed' || pro.kind === 'ended') return null;
  return (
    <section aria-labelledby="pro">
      <Card className="grid gap-4">
        <h2 id="pro" className="text-xl">
          {resellerPro.name}
        </h2>
        <div className="max-w-prose text-muted">
          <Standing pro={pro} />
        </div>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 empty:hidden">
          <Actions pro={pro} />
        </div>
      </Card>
    </section>
  );
}

type Running = Exclude<MembershipState, { kind: 'none' }>;

function Actions({ pro }: { pro: Running }) {
  const isByCard = canOf(pro.provider).cardChange;
  switch (pro.kind) {
    case 'active':
    case 'past_due':
      return (
        <>
          <CardButton
            of="reseller_pro"
            variant={pro.kind === 'past_due' ? 'primary' : 'secondary'}
            label={isByCard ? 'Replace card' : 'Change at PayPal'}
          />
          {isByCard && pro.kind === 'past_due' ? (
            <PayButton of="reseller_pro" amount={formatMoney(pro.amountCents, pro.currency)} />
          ) : null}
          <CancelLink of={resellerPro} />
        </>
      );
    case 'running_out':
      return pro.canKeep ? <KeepButton of="reseller_pro" label={`Keep ${resellerPro.name}`} /> : null;
    case 'stopped':
      return <CancelLink of={resellerPro} />;
    case 'disputed':
      return pro.isCanceled ? null : <CancelLink of={resellerPro} />;
    default:
      return null;
  }
}

function Standing({ pro }: { pro: Running }) {
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
          . Free months cost nothing.{pro.card ? ` It is paid by your ${cardText(pro.card)}.` : null}
        </>
      );
    }
    case 'canceling':
    case 'running_out':
      return pro.until ? (
        <>
          Canceled. It is yours until <Day at={pro.until} />.
        </>
      ) : (
        'Canceled. It is ending.'
      );
    case 'keeping':
      return 'You have taken your cancellation back. Reseller PRO goes on.';
    case 'past_due':
      return pro.until ? (
        <>
          We could not collect {formatMoney(pro.amountCents, pro.currency)}. It is tried again, and PRO is
          yours until <Day at={pro.until} />.
        </>
      ) : (
        'The payment did not come in time: PRO is being ended, and nothing more is charged for it.'
      );
    default:
      return 'It gives nothing at the moment, because its last payment is missing, in dispute or was taken back.';
  }
}
