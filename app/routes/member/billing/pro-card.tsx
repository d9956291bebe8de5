import type { ComponentProps } from 'react';
import type { MembershipState } from '#app/domain/billing/membership-state.ts';
import { formatMoney, resellerPro } from '#app/domain/catalogue/products.ts';
import { canOf } from '#app/platform/payments/port.ts';
import {
  CancelLink,
  CardButton,
  cardText,
  Fact,
  KeepButton,
  PayButton,
} from '#app/routes/member/billing/state.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';

/** Reseller PRO, for who has it: how it stands, and what can be done about it, as for the membership. */
export function ProCard({ pro }: { pro: MembershipState }) {
  if (pro.kind === 'none' || pro.kind === 'unconfirmed' || pro.kind === 'ended') return null;
  return (
    <section aria-labelledby="pro">
      <Card className="grid gap-4">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h2 id="pro" className="text-xl">
            {resellerPro.name}
          </h2>
          <Badge tone={badges[pro.kind].tone}>{badges[pro.kind].text}</Badge>
        </div>
        <div className="grid max-w-prose gap-3 text-muted">
          <Standing pro={pro} />
        </div>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 empty:hidden">
          <Actions pro={pro} />
        </div>
      </Card>
    </section>
  );
}

type Running = Exclude<MembershipState, { kind: 'none' | 'unconfirmed' | 'ended' }>;

const badges: Record<Running['kind'], { tone: ComponentProps<typeof Badge>['tone']; text: string }> = {
  given: { tone: 'good', text: 'Active' },
  active: { tone: 'good', text: 'Active' },
  canceling: { tone: 'warn', text: 'Being canceled' },
  keeping: { tone: 'warn', text: 'Being kept' },
  running_out: { tone: 'warn', text: 'Canceled' },
  past_due: { tone: 'danger', text: 'Payment failed' },
  disputed: { tone: 'warn', text: 'On hold' },
  charged_back: { tone: 'danger', text: 'Ending' },
  stopped: { tone: 'danger', text: 'Stopped' },
};

function Actions({ pro }: { pro: Running }) {
  if (pro.kind === 'given') return null;
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
      const { at, amountCents, currency, isFirst } = pro.nextPayment;
      return (
        <>
          <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
            <Fact name={isFirst ? 'First payment' : 'Next payment'}>
              {formatMoney(amountCents, currency)}
              {at ? (
                <>
                  {' '}
                  on <Day at={at} />
                </>
              ) : (
                ', being collected'
              )}
            </Fact>
            <Fact name="Paid by">
              {canOf(pro.provider).cardChange
                ? pro.card
                  ? cardText(pro.card)
                  : 'Card'
                : canOf(pro.provider).title}
            </Fact>
          </dl>
          <p className="text-sm">
            {isFirst ? 'Until then it costs nothing. After that it ' : 'It '}renews every month, on top of
            your membership, until you cancel.
          </p>
        </>
      );
    }
    case 'given':
      return 'It is a gift: it is yours, and nothing is charged for it.';
    case 'canceling':
    case 'running_out':
      return pro.until ? (
        <p>
          Canceled. It is yours until <Day at={pro.until} />.
        </p>
      ) : (
        'Canceled. It is ending.'
      );
    case 'keeping':
      return 'You have taken your cancellation back. Reseller PRO goes on.';
    case 'past_due':
      return pro.until ? (
        <p>
          We could not collect {formatMoney(pro.amountCents, pro.currency)}. It is tried again, and PRO is
          yours until <Day at={pro.until} />.
        </p>
      ) : (
        'The payment did not come in time: PRO is being ended, and nothing more is charged for it.'
      );
    default:
      return 'It gives nothing at the moment, because its last payment is missing, in dispute or was taken back.';
  }
}
