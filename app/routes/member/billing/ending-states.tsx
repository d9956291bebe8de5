import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import type { MembershipState } from '#app/domain/selling/billing/membership-state.ts';
import { canOf, type PaymentProvider } from '#app/platform/payments/port.ts';
import { KeepButton, LookAgainLink, State } from '#app/routes/member/billing/state.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Day } from '#app/ui/day.tsx';

type Of<K extends MembershipState['kind']> = Extract<MembershipState, { kind: K }>;

/** Who is named to buyers: where they have an account of their own. */
const sellerName = (provider: PaymentProvider) =>
  canOf(provider).cardChange ? 'the payment provider' : canOf(provider).title;

/** Asked to end; the provider is about to say so. */
export function Canceling({ provider, until }: Of<'canceling'>) {
  return (
    <State
      tone="warn"
      badge="Being canceled"
      title="Your membership is being canceled"
      actions={<LookAgainLink />}
    >
      <p>
        Your cancellation has been accepted, and {sellerName(provider)} is about to confirm it. No further
        payment is taken.
      </p>
      {until ? (
        <p>
          Everything stays open to you until <Day at={until} />.
        </p>
      ) : null}
    </State>
  );
}

/** Asked to go on after all; the provider is about to say so. */
export function Keeping({ provider, until }: Of<'keeping'>) {
  return (
    <State tone="warn" badge="Being kept" title="Your membership goes on" actions={<LookAgainLink />}>
      <p>
        You have taken your cancellation back, and {sellerName(provider)} is about to confirm it.
        {until ? (
          <>
            {' '}
            The next payment is due on <Day at={until} />.
          </>
        ) : null}
      </p>
    </State>
  );
}

/** Canceled, and to be used until a day. */
export function RunningOut({ until, canKeep }: Of<'running_out'>) {
  return (
    <State
      tone="warn"
      badge="Canceled"
      title={
        until ? (
          <>
            Your membership runs until <Day at={until} />
          </>
        ) : (
          'Your membership runs out'
        )
      }
      actions={canKeep ? <KeepButton of="membership" label="Keep my membership" /> : null}
    >
      <p>
        It is canceled: no further payment is taken, and everything stays open to you until then. Your account
        and your progress are kept.
      </p>
      <p>{canKeep ? 'Changed your mind? It goes on as before.' : 'You can join again once it has ended.'}</p>
    </State>
  );
}

/** The days in which a missing payment is waited for are over; the provider is about to say that it has ended. */
export function Overdue({ amountCents, currency }: Of<'past_due'>) {
  return (
    <State
      tone="danger"
      badge="Ending"
      title="Your membership is being ended"
      actions={
        <>
          <LookAgainLink />
          <ButtonLink variant="secondary" to="/support">
            Ask support
          </ButtonLink>
        </>
      }
    >
      <p>
        We could not collect {formatMoney(amountCents, currency)}, and the days in which it was tried again
        are over. Lessons are closed to you, and nothing more is charged.
      </p>
      <p>Your account and your progress are kept, and you can join again once it has ended.</p>
    </State>
  );
}

/** Over. */
export function Ended({ endedAt }: Of<'ended'>) {
  return (
    <State
      tone="neutral"
      badge="Ended"
      title={
        endedAt ? (
          <>
            Your membership ended on <Day at={endedAt} />
          </>
        ) : (
          'Your membership has ended'
        )
      }
      actions={<ButtonLink to="/checkout">Join again</ButtonLink>}
    >
      <p>
        Nothing more is charged to you. Your account and your progress are kept, and you are welcome back.
      </p>
    </State>
  );
}
