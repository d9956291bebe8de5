import type { MembershipState } from '#app/domain/billing/membership-state.ts';
import { canOf } from '#app/platform/payments/port.ts';
import { CancelLink, CardButton, State } from '#app/routes/member/billing/state.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Day } from '#app/ui/day.tsx';

/** The bank has taken the last payment back, for now or for good. */
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
