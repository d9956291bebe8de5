import { formatMoney, membership as soldMembership } from '#app/domain/core/catalogue/products.ts';
import type { MembershipState } from '#app/domain/selling/billing/membership-state.ts';
import { canOf } from '#app/platform/payments/port.ts';
import { ChargedBack, Disputed } from '#app/routes/member/billing/disputed-state.tsx';
import { Canceling, Ended, Keeping, Overdue, RunningOut } from '#app/routes/member/billing/ending-states.tsx';
import { NextPayment } from '#app/routes/member/billing/next-payment.tsx';
import { Paused, Pausing } from '#app/routes/member/billing/paused-states.tsx';
import {
  CancelLink,
  CardButton,
  cardText,
  LookAgainLink,
  PayButton,
  State,
} from '#app/routes/member/billing/state.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Day } from '#app/ui/day.tsx';
import { Link } from '#app/ui/link.tsx';

type Of<K extends MembershipState['kind']> = Extract<MembershipState, { kind: K }>;

/** A seat in a team that gives somebody the membership, in a team of their own perhaps. */
export interface MembershipSeat {
  ownerName: string;
  isOwn: boolean;
}

/** How one stands with the membership, and what can be done about it. */
export function MembershipCard({
  membership,
  seat,
  price,
  canPayYearly,
  hasTaxOnTop,
  canPayMonthly,
}: {
  membership: MembershipState;
  seat: MembershipSeat | null;
  price: string;
  canPayYearly: boolean;
  hasTaxOnTop: boolean;
  canPayMonthly: boolean;
}) {
  switch (membership.kind) {
    case 'none':
      return <None price={price} />;
    case 'given':
      return seat === null ? <Given /> : <Seated {...seat} />;
    case 'unconfirmed':
      return <Unconfirmed {...membership} />;
    case 'active':
      return <Active {...membership} canPayYearly={canPayYearly} canPayMonthly={canPayMonthly} />;
    case 'pausing':
      return <Pausing {...membership} />;
    case 'paused':
      return <Paused {...membership} hasTaxOnTop={hasTaxOnTop} />;
    case 'canceling':
      return <Canceling {...membership} />;
    case 'keeping':
      return <Keeping {...membership} />;
    case 'running_out':
      return <RunningOut {...membership} />;
    case 'past_due':
      return membership.until ? (
        <PastDue {...membership} until={membership.until} />
      ) : (
        <Overdue {...membership} />
      );
    case 'disputed':
      return <Disputed {...membership} />;
    case 'charged_back':
      return <ChargedBack {...membership} />;
    case 'stopped':
      return <Stopped {...membership} />;
    case 'ended':
      return <Ended {...membership} />;
  }
}

function Given() {
  return (
    <State tone="good" badge="Active" title="Your membership is a gift">
      <p>Everything is open to you, and nothing is charged for it.</p>
    </State>
  );
}

function Seated({ ownerName, isOwn }: MembershipSeat) {
  return (
    <State
      tone="good"
      badge="Active"
      title="Your membership is a seat in a team"
      actions={
        <>
          <ButtonLink variant="secondary" to="/profile/team">
            {isOwn ? 'Open your team' : 'See your seat'}
          </ButtonLink>
          {isOwn ? null : (
            <Link to="/checkout" className="link inline-flex min-h-11 items-center text-sm">
              Get a membership of your own
            </Link>
          )}
        </>
      }
    >
      <p className="wrap-anywhere">
        {isOwn ? (
          'Everything is open to you. You pay for the seat with your team.'
        ) : (
          <>
            Everything is open to you, and nothing is charged to you for it. The owner of the team,{' '}
            <bdi>{ownerName}</bdi>, pays.
          </>
        )}
      </p>
    </State>
  );
}

function None({ price }: { price: string }) {
  return (
    <State
      tone="neutral"
      badge="None"
      title="You have no membership"
      actions={
        <ButtonLink to="/checkout">
          Begin Checkout - {price}/{soldMembership.interval}
        </ButtonLink>
      }
    >
      <p>You aren't being charged. If you've just paid, it usually takes a few seconds to show here.</p>
    </State>
  );
}

function Unconfirmed({ provider, isPaid }: Of<'unconfirmed'>) {
  if (isPaid)
    return (
      <State tone="warn" badge="Being confirmed" title="Your payment has arrived" actions={<LookAgainLink />}>
        <p role="status">Your membership is being confirmed. You need not pay again.</p>
      </State>
    );
  return (
    <State
      tone="warn"
      badge="Not confirmed"
      title="You have begun to join"
      actions={
        <>
          <ButtonLink to="/checkout">Continue to the checkout</ButtonLink>
          <LookAgainLink variant="secondary" />
        </>
      }
    >
      <p>
        We have not heard{canOf(provider).cardChange ? null : ` from ${canOf(provider).title}`} yet that the
        payment went through. If you have just paid, that usually takes a few seconds, and you need not pay
        again. If you stopped half-way, nothing has been charged.
      </p>
    </State>
  );
}

function Active({
  canPayYearly,
  canPayMonthly,
  ...state
}: Of<'active'> & { canPayYearly: boolean; canPayMonthly: boolean }) {
  return (
    <State
      tone="good"
      badge="Active"
      title="Your membership is active"
      actions={
        <>
          <CardButton
            variant="secondary"
            label={canOf(state.provider).cardChange ? 'Replace card' : 'Change at PayPal'}
          />
          {canPayMonthly && state.nextPayment.switchesFrom === undefined ? (
            <ButtonLink variant="secondary" to="/profile/billing/monthly">
              Pay by the month
            </ButtonLink>
          ) : null}
          {canPayYearly &&
          state.nextPayment.interval === 'month' &&
          state.nextPayment.switchesFrom === undefined ? (
            <ButtonLink variant="secondary" to="/profile/billing/yearly">
              Pay by the year
            </ButtonLink>
          ) : null}
          {state.nextPayment.switchesFrom === undefined ? (
            <ButtonLink variant="secondary" to="/profile/billing/pause">
              Pause
            </ButtonLink>
          ) : (
            <ButtonLink variant="secondary" to="/profile/billing/monthly">
              Keep paying by the year
            </ButtonLink>
          )}
          <CancelLink />
        </>
      }
    >
      <NextPayment {...state} />
    </State>
  );
}

function PastDue({ provider, card, amountCents, currency, until }: Of<'past_due'> & { until: Date }) {
  const isCard = canOf(provider).cardChange;
  const amount = formatMoney(amountCents, currency);
  return (
    <State
      tone="danger"
      badge="Payment failed"
      title="Your last payment did not go through"
      actions={
        <>
          <CardButton variant="primary" label={isCard ? 'Use another card' : 'Open PayPal'} />
          {isCard ? <PayButton of="membership" amount={amount} /> : null}
          <CancelLink />
        </>
      }
    >
      <p>
        We could not collect {amount}
        {card ? ` from your ${cardText(card)}` : null}. Everything stays open to you until <Day at={until} />,
        and the payment is tried again until then. If it has not come by that day, the membership ends, and
        nothing more is charged.
      </p>
      <p>
        {isCard
          ? 'If the card has expired or you would rather use another one, replace it. Then pay now, or wait for the next attempt.'
          : 'Check in PayPal that your payment method is still valid, and choose another one if not. PayPal will try again automatically.'}
      </p>
    </State>
  );
}

function Stopped({ provider }: Of<'stopped'>) {
  return (
    <State
      tone="danger"
      badge="On hold"
      title="Your membership is on hold"
      actions={
        <>
          <ButtonLink variant="secondary" to="/support">
            Ask support
          </ButtonLink>
          <CancelLink />
        </>
      }
    >
      <p>
        {!canOf(provider).cardChange
          ? 'PayPal has suspended the automatic payment. Take it up again in your PayPal account, under automatic payments, and your membership goes on.'
          : 'The payment could not be collected, and it is not tried again. Support can take it up again with you; or cancel, and join again with another card.'}
      </p>
      <p>Until then lessons are closed to you. Your progress is kept.</p>
    </State>
  );
}
