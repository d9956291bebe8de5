import type { MembershipState } from '#app/domain/selling/billing/membership-state.ts';
import { canOf } from '#app/platform/payments/port.ts';
import { CancelLink, CardButton, LookAgainLink, State } from '#app/routes/member/billing/state.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Day } from '#app/ui/day.tsx';

/** The bank has taken the last payment back for now, and looks into it. */
export function Disputed({ provider, isCanceled, until }: Extract<MembershipState, { kind: 'disputed' }>) {
  return (
    <State
      tone="danger"
      badge="On hold"
      title="Your last payment is in dispute"
      actions={
        <>
          {canOf(provider).cardChange && !isCanceled ? <CardButton variant="secondary" /> : null}
          <ButtonLink variant="secondary" to="/support">
            Ask support
          </ButtonLink>
          {isCanceled ? null : <CancelLink />}
        </>
      }
    >
      <p>
        The payment was disputed, at your bank or with PayPal, so lessons are closed to you for now. They open
        again once the payment is found to be right{isCanceled ? null : ', or the next one arrives'}. Your
        progress is kept.
      </p>
      {isCanceled ? (
        <p>
          Your membership is canceled: no further payment is taken
          {until ? (
            <>
              , and it ends on <Day at={until} />
            </>
          ) : null}
          .
        </p>
      ) : null}
    </State>
  );
}

/** The bank has taken the last payment back for good, which ends the membership. */
export function ChargedBack({ provider, endedAt }: Extract<MembershipState, { kind: 'charged_back' }>) {
  const bank = canOf(provider).cardChange ? 'Your bank' : canOf(provider).title;
  return (
    <State
      tone={endedAt ? 'neutral' : 'danger'}
      badge={endedAt ? 'Ended' : 'Ending'}
      title={`${bank} has taken your last payment back`}
      actions={
        <>
          {endedAt ? <ButtonLink to="/checkout">Join again</ButtonLink> : <LookAgainLink />}
          <ButtonLink variant="secondary" to="/support">
            Ask support
          </ButtonLink>
        </>
      }
    >
      <p {...(endedAt ? {} : { role: 'status' })}>
        The payment was disputed, and the case was decided for you: the money is yours again.{' '}
        {endedAt ? (
          <>
            So your membership ended on <Day at={endedAt} />.
          </>
        ) : (
          'So your membership is being ended, which takes a minute or two.'
        )}
      </p>
      <p>
        Nothing more is charged to you. Your account and your progress are kept, and you can join again{' '}
        {endedAt ? 'at any time' : 'once it has ended'}.
      </p>
    </State>
  );
}
