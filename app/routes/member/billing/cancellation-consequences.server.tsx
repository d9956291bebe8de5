import type { planCancellation } from '#app/domain/selling/billing/cancellation.server.ts';
import type { Subscribed } from '#app/domain/selling/billing/membership-state.ts';
import { paidPeriodNoun } from '#app/platform/payments/interval-words.ts';
import { canOf } from '#app/platform/payments/port.ts';
import { pagePart } from '#app/routes/http/page-text.server.ts';
import { Consequence } from '#app/routes/member/billing/consequence.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';
import { Link } from '#app/ui/link.tsx';

type Plan = NonNullable<Awaited<ReturnType<typeof planCancellation>>>;

/** What canceling would do, as HTML. */
export function renderConsequences(
  request: Request,
  { plan, gives, name }: { plan: Plan; gives: Subscribed; name: string },
) {
  return pagePart(
    request,
    gives.startsWith('only:') ? (
      <InstallmentConsequences plan={plan} name={name} />
    ) : gives === 'team' ? (
      <TeamConsequences plan={plan} />
    ) : gives === 'reseller_pro' ? (
      <ProConsequences plan={plan} />
    ) : (
      <Consequences plan={plan} />
    ),
  );
}

function Consequences({ plan }: { plan: Plan }) {
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">What happens when you cancel</h2>
      <ul className="grid gap-3">
        <Consequence>
          {plan.endsAtOnce ? (
            `Your membership ends at once, because there is no paid ${paidPeriodNoun(plan.interval)} left to use.`
          ) : (
            <>
              {plan.isDisputed
                ? 'Nothing is open to you while your last payment is in dispute. If it is found to be right, everything opens again until'
                : 'Everything stays open to you until'}{' '}
              {plan.accessEndsAt ? (
                <Day at={plan.accessEndsAt} />
              ) : (
                `the end of the ${paidPeriodNoun(plan.interval)} you have paid for`
              )}
              .
            </>
          )}
        </Consequence>
        <Consequence>No further payment is taken.</Consequence>
        <Consequence>Your account, your progress and your list of payments are kept.</Consequence>
        {plan.canBeKept ? (
          <Consequence>Until that day you can change your mind, with one button.</Consequence>
        ) : (
          <Consequence>
            {!canOf(plan.provider).cancelAtPeriodEnd
              ? 'PayPal ends the automatic payment for good. You can join again once your membership has ended.'
              : 'You can join again at any time.'}
          </Consequence>
        )}
      </ul>
      <p className="border-t border-line pt-4 text-sm text-muted">
        Canceling gives no money back by itself. When you get a refund is in the{' '}
        <Link className="link" to="/legal/refund-policy">
          refund policy
        </Link>
        .
      </p>
    </Card>
  );
}

function ProConsequences({ plan }: { plan: Plan }) {
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">What happens when you cancel</h2>
      <ul className="grid gap-3">
        <Consequence>
          {plan.endsAtOnce ? (
            `Reseller PRO ends at once, because there is no paid ${paidPeriodNoun(plan.interval)} left to use.`
          ) : (
            <>
              Reseller PRO is yours until{' '}
              {plan.accessEndsAt ? (
                <Day at={plan.accessEndsAt} />
              ) : (
                `the end of the ${paidPeriodNoun(plan.interval)} you have paid for`
              )}
              .
            </>
          )}
        </Consequence>
        <Consequence>No further payment is taken for it.</Consequence>
        <Consequence>
          Your membership, the reseller program and what you have earned stay as they are.
        </Consequence>
        {plan.canBeKept ? (
          <Consequence>Until that day you can change your mind, with one button.</Consequence>
        ) : null}
      </ul>
    </Card>
  );
}

function TeamConsequences({ plan }: { plan: Plan }) {
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">What happens when you cancel</h2>
      <ul className="grid gap-3">
        <Consequence>
          {plan.endsAtOnce ? (
            `The seats end at once, because there is no paid ${paidPeriodNoun(plan.interval)} left to use.`
          ) : (
            <>
              The people in your team keep their access until{' '}
              {plan.accessEndsAt ? (
                <Day at={plan.accessEndsAt} />
              ) : (
                `the end of the ${paidPeriodNoun(plan.interval)} you have paid for`
              )}
              .
            </>
          )}
        </Consequence>
        <Consequence>No further payment is taken for the team.</Consequence>
        <Consequence>
          Their accounts and their progress are kept. A membership that one of them pays for goes on.
        </Consequence>
        {plan.canBeKept ? (
          <Consequence>Until that day you can change your mind, with one button.</Consequence>
        ) : null}
      </ul>
    </Card>
  );
}

function InstallmentConsequences({ plan, name }: { plan: Plan; name: string }) {
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">What happens when you cancel</h2>
      <ul className="grid gap-3">
        <Consequence>
          No further payment is taken. Nobody asks you for the payments that are left.
        </Consequence>
        <Consequence>
          {plan.endsAtOnce ? (
            `Your ${name} ends at once, because there is no paid month left to use.`
          ) : (
            <>
              {plan.isDisputed
                ? `Your ${name} is closed while your last payment is in dispute. If that is found to be right, it is open again until`
                : `Your ${name} stays open to you until`}{' '}
              {plan.accessEndsAt ? <Day at={plan.accessEndsAt} /> : 'the end of the month you have paid for'}.
              After that you can’t open it any more: it is yours for good only when all payments are made.
            </>
          )}
        </Consequence>
        <Consequence>Your account and your progress are kept.</Consequence>
        {plan.canBeKept ? (
          <Consequence>Until that day you can change your mind, with one button.</Consequence>
        ) : null}
      </ul>
      <p className="border-t border-line pt-4 text-sm text-muted">
        Canceling gives no money back by itself. When you get a refund is in the{' '}
        <Link className="link" to="/legal/refund-policy">
          refund policy
        </Link>
        .
      </p>
    </Card>
  );
}
