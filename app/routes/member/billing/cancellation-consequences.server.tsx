import type { ReactNode } from 'react';
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
      <MembershipConsequences plan={plan} />
    ),
  );
}

function MembershipConsequences({ plan }: { plan: Plan }) {
  return (
    <Consequences plan={plan} hasRefunds>
      <AccessEnd
        plan={plan}
        atOnce="Your membership ends"
        until={
          plan.isDisputed
            ? 'Nothing is open to you while your last payment is in dispute. If it is found to be right, everything opens again until'
            : 'Everything stays open to you until'
        }
      />
      <Consequence>No further payment is taken.</Consequence>
      <Consequence>Your account, your progress and your list of payments are kept.</Consequence>
      {plan.canBeKept ? null : (
        <Consequence>
          {!canOf(plan.provider).cancelAtPeriodEnd
            ? 'PayPal ends the automatic payment for good. You can join again once your membership has ended.'
            : 'You can join again at any time.'}
        </Consequence>
      )}
    </Consequences>
  );
}

function ProConsequences({ plan }: { plan: Plan }) {
  return (
    <Consequences plan={plan}>
      <AccessEnd plan={plan} atOnce="Reseller PRO ends" until="Reseller PRO is yours until" />
      <Consequence>No further payment is taken for it.</Consequence>
      <Consequence>
        Your membership, the reseller program and what you have earned stay as they are.
      </Consequence>
    </Consequences>
  );
}

function TeamConsequences({ plan }: { plan: Plan }) {
  return (
    <Consequences plan={plan}>
      <AccessEnd plan={plan} atOnce="The seats end" until="The people in your team keep their access until" />
      <Consequence>No further payment is taken for the team.</Consequence>
      <Consequence>
        Their accounts and their progress are kept. A membership that one of them pays for goes on.
      </Consequence>
    </Consequences>
  );
}

function InstallmentConsequences({ plan, name }: { plan: Plan; name: string }) {
  return (
    <Consequences plan={plan} hasRefunds>
      <Consequence>No further payment is taken. Nobody asks you for the payments that are left.</Consequence>
      <AccessEnd
        plan={plan}
        atOnce={`Your ${name} ends`}
        until={
          plan.isDisputed
            ? `Your ${name} is closed while your last payment is in dispute. If that is found to be right, it is open again until`
            : `Your ${name} stays open to you until`
        }
        afterwards=" After that you can’t open it any more: it is yours for good only when all payments are made."
      />
      <Consequence>Your account and your progress are kept.</Consequence>
    </Consequences>
  );
}

/** The card of what canceling does. `hasRefunds` where the refund policy is about what is canceled. */
function Consequences({
  plan,
  hasRefunds = false,
  children,
}: {
  plan: Plan;
  hasRefunds?: boolean;
  children: ReactNode;
}) {
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">What happens when you cancel</h2>
      <ul className="grid gap-3">
        {children}
        {plan.canBeKept ? (
          <Consequence>Until that day you can change your mind, with one button.</Consequence>
        ) : null}
      </ul>
      {hasRefunds ? (
        <p className="border-t border-line pt-4 text-sm text-muted">
          Canceling doesn’t refund what you’ve already paid. When you can get a refund is in the{' '}
          <Link className="link" to="/legal/refund-policy">
            refund policy
          </Link>
          .
        </p>
      ) : null}
    </Card>
  );
}

/** When it ends: at once, where nothing is paid for, or at the end of what is. */
function AccessEnd({
  plan: { interval, endsAtOnce, accessEndsAt },
  atOnce,
  until,
  afterwards = '',
}: {
  plan: Plan;
  /** "Your membership ends" */
  atOnce: string;
  /** "Everything stays open to you until" */
  until: string;
  afterwards?: string;
}) {
  const period = paidPeriodNoun(interval);
  if (endsAtOnce)
    return <Consequence>{`${atOnce} at once, because there is no paid ${period} left to use.`}</Consequence>;
  return (
    <Consequence>
      {until} {accessEndsAt ? <Day at={accessEndsAt} /> : `the end of the ${period} you have paid for`}.
      {afterwards}
    </Consequence>
  );
}
