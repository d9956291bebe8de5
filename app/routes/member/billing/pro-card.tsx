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
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';

/** Reseller PRO, for who has it or had it: how it stands, and what can be done about it, as for the membership. */
export function ProCard({ pro }: { pro: MembershipState }) {
  if (pro.kind === 'none' || pro.kind === 'unconfirmed') return null;
  const { tone, text } = badges[badgeOf(pro)];
  return (
    <section aria-labelledby="pro">
      <Card className="grid gap-4">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h2 id="pro" className="text-xl">
            {resellerPro.name}
          </h2>
          <Badge tone={tone}>{text}</Badge>
        </div>
        <div className="grid max-w-prose gap-3 text-muted">
          <Standing pro={pro} />
        </div>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 pt-2 empty:hidden">
          <Actions pro={pro} />
        </div>
      </Card>
    </section>
  );
}

/** One that was begun at least. */
type Told = Exclude<MembershipState, { kind: 'none' | 'unconfirmed' }>;

const badges: Record<Told['kind'], { tone: ComponentProps<typeof Badge>['tone']; text: string }> = {
  given: { tone: 'good', text: 'Active' },
  active: { tone: 'good', text: 'Active' },
  canceling: { tone: 'warn', text: 'Being canceled' },
  keeping: { tone: 'warn', text: 'Being kept' },
  running_out: { tone: 'warn', text: 'Canceled' },
  past_due: { tone: 'danger', text: 'Payment failed' },
  disputed: { tone: 'danger', text: 'On hold' },
  charged_back: { tone: 'danger', text: 'Ending' },
  stopped: { tone: 'danger', text: 'On hold' },
  ended: { tone: 'neutral', text: 'Ended' },
};

/** What the badge says: what was taken back is over at last, and what was waited for in vain is about to be. */
function badgeOf(pro: Told): Told['kind'] {
  if (pro.kind === 'charged_back' && pro.endedAt) return 'ended';
  return pro.kind === 'past_due' && !pro.until ? 'charged_back' : pro.kind;
}

function Actions({ pro }: { pro: Told }) {
  if (pro.kind === 'given') return null;
  const isByCard = canOf(pro.provider).cardChange;
  switch (pro.kind) {
    case 'active':
      return (
        <>
          <CardButton
            of="reseller_pro"
            variant="secondary"
            label={isByCard ? 'Replace card' : 'Change at PayPal'}
          />
          <CancelLink of={resellerPro} />
        </>
      );
    case 'past_due':
      return pro.until ? (
        <>
          <CardButton
            of="reseller_pro"
            variant="primary"
            label={isByCard ? 'Use another card' : 'Open PayPal'}
          />
          {isByCard ? (
            <PayButton of="reseller_pro" amount={formatMoney(pro.amountCents, pro.currency)} />
          ) : null}
          <CancelLink of={resellerPro} />
        </>
      ) : null;
    case 'running_out':
      return pro.canKeep ? <KeepButton of="reseller_pro" label={`Keep ${resellerPro.name}`} /> : null;
    case 'stopped':
    case 'disputed':
      return (
        <>
          <ButtonLink variant="secondary" to="/support">
            Ask support
          </ButtonLink>
          {pro.kind === 'disputed' && pro.isCanceled ? null : <CancelLink of={resellerPro} />}
        </>
      );
    default:
      return null;
  }
}

function Standing({ pro }: { pro: Told }) {
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
          Canceled. It is yours until <Day at={pro.until} />, and nothing more is charged for it.
        </p>
      ) : (
        'Canceled. It is ending, and nothing more is charged for it.'
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
    case 'disputed':
      return 'Its last payment is in dispute, so it gives nothing for now. It goes on once the payment is found to be right.';
    case 'stopped':
      return canOf(pro.provider).cardChange
        ? 'The payment could not be collected, and it is not tried again, so it gives nothing. Support can take it up again with you.'
        : 'PayPal has suspended the automatic payment, so it gives nothing. Take it up again in your PayPal account, under automatic payments.';
    case 'charged_back':
    case 'ended':
      return <Over pro={pro} />;
  }
}

/** Over, or about to be, because its payment was taken back. */
function Over({ pro }: { pro: Extract<Told, { kind: 'charged_back' | 'ended' }> }) {
  const isBack = pro.kind === 'charged_back';
  if (isBack && !pro.endedAt)
    return 'Its last payment was taken back: PRO is being ended, and nothing more is charged for it.';
  return (
    <p>
      {isBack ? 'Its last payment was taken back, so it ended' : 'It ended'}
      {pro.endedAt ? (
        <>
          {' '}
          on <Day at={pro.endedAt} />
        </>
      ) : null}
      . Nothing more is charged for it.
    </p>
  );
}
