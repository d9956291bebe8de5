import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import type { MembershipState, NextPayment } from '#app/domain/selling/billing/membership-state.ts';
import { everyInterval } from '#app/platform/payments/interval-words.ts';
import { CancelLink, CardButton, cardText, Fact, State } from '#app/routes/member/billing/state.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Day } from '#app/ui/day.tsx';

type Of<K extends MembershipState['kind']> = Extract<MembershipState, { kind: K }>;

/** Ends a pause. `dueCents` is what that takes now; null where it takes nothing. */
function ResumeButton({ label, dueCents }: { label: string; dueCents: number | null }) {
  return (
    <form method="post" className="grid justify-items-start gap-3">
      {dueCents === null ? null : <input type="hidden" name="due" value={dueCents} />}
      <SubmitButton intent="resume" pendingLabel={dueCents === null ? 'Resuming...' : 'Paying...'}>
        {label}
      </SubmitButton>
    </form>
  );
}

/** When it resumes by itself, what is taken then, and from what. */
function Resumption({ until, card, nextPayment }: Pick<Of<'paused'>, 'until' | 'card' | 'nextPayment'>) {
  return (
    <>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <Fact name="Resumes automatically">
          <Day at={until} />
        </Fact>
        <Fact name="Charged that day">
          {amountOf(nextPayment)}
          {card ? `, from ${cardText(card)}` : null}
        </Fact>
      </dl>
      <p className="text-sm">
        After that it renews {everyInterval(nextPayment.interval)} until you cancel. We email you a week
        before it resumes.
      </p>
    </>
  );
}

const amountOf = ({ amountCents, currency }: NextPayment) => formatMoney(amountCents, currency);

/** Paid, and to be paused when the paid month is over. */
export function Pausing({ from, ...state }: Of<'pausing'>) {
  return (
    <State
      tone="warn"
      badge="Pausing"
      title={
        <>
          Your membership pauses on <Day at={from} />
        </>
      }
      actions={
        <>
          <ResumeButton label="Don’t pause" dueCents={null} />
          <CancelLink />
        </>
      }
    >
      <p>
        Everything stays open to you until then. During the pause nothing is charged and lessons are closed.
        Your account and your progress are kept.
      </p>
      <Resumption {...state} />
    </State>
  );
}

/** Nothing is charged and nothing is open, until a day or until they resume. */
export function Paused({ hasTaxOnTop, ...state }: Of<'paused'> & { hasTaxOnTop: boolean }) {
  const { until, nextPayment, dueNowCents } = state;
  const dueNow = `${formatMoney(dueNowCents, nextPayment.currency)}${hasTaxOnTop ? ' plus tax' : ''}`;
  return (
    <State
      tone="warn"
      badge="Paused"
      title={
        <>
          Your membership is paused until <Day at={until} />
        </>
      }
      actions={
        <>
          <ResumeButton label={`Resume now and pay ${dueNow}`} dueCents={dueNowCents} />
          <CardButton variant="secondary" />
          <CancelLink />
        </>
      }
    >
      <p>
        Nothing is charged, and lessons are closed to you. Your account and your progress are kept. If you
        resume now, a month begins today.
      </p>
      <Resumption {...state} />
    </State>
  );
}
