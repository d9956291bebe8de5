import { productOf, resellerPro } from '#app/domain/core/catalogue/products.ts';
import type { InstallmentPlan, RunningTrial } from '#app/domain/selling/billing/billing-overview.server.ts';
import { isAwaited, type MembershipState } from '#app/domain/selling/billing/membership-state.ts';
import { config } from '#app/platform/config.server.ts';
import { pagePart } from '#app/routes/http/page-text.server.ts';
import { InstallmentCard } from '#app/routes/member/billing/installment-card.tsx';
import { MembershipCard, type MembershipSeat } from '#app/routes/member/billing/membership-card.tsx';
import { PaymentList, type PaymentListProps } from '#app/routes/member/billing/payment-list.tsx';
import { proWords } from '#app/routes/member/billing/pro-words.server.ts';
import { SubscriptionCard } from '#app/routes/member/billing/subscription-card.tsx';
import { teamWords } from '#app/routes/member/billing/team-words.server.ts';
import { TrialCard } from '#app/routes/member/billing/trial-card.tsx';
import { trialWords } from '#app/routes/member/billing/trial-words.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';

/** What the billing page tells. */
interface Told {
  membership: MembershipState;
  /** A seat that gives them the membership; null without one. */
  seat: MembershipSeat | null;
  pro: MembershipState;
  team: MembershipState;
  /** The key of what they pay for it. */
  teamPrice: string | undefined;
  /** What they pay, or paid, in installments. */
  plans: readonly InstallmentPlan[];
  /** Of a reseller, while it runs. */
  trial: RunningTrial | null;
  /** The membership's. */
  price: string;
  /** What they pay by the month is sold by the year as well. */
  canPayYearly: boolean;
  canPayMonthly: boolean;
  payments: PaymentListProps;
}

/**
 * The billing page, as HTML: links and plain forms alone. What one has bought is apart from the membership, which changes while somebody
 * waits for news of it.
 */
export function renderBillingParts(
  request: Request,
  {
    membership,
    seat,
    pro,
    team,
    teamPrice,
    plans,
    trial,
    price,
    canPayYearly,
    canPayMonthly,
    payments,
  }: Told,
) {
  const teamProduct = productOf(teamPrice);
  return {
    isAwaited: isAwaited(membership),
    membership: pagePart(
      request,
      <MembershipCard
        membership={membership}
        seat={seat}
        price={price}
        canPayYearly={canPayYearly}
        hasTaxOnTop={config().checkout.hasTaxOnTop}
        canPayMonthly={canPayMonthly}
      />,
    ),
    others: pagePart(
      request,
      <div className="grid gap-8">
        <SubscriptionCard
          id="pro"
          of="reseller_pro"
          product={resellerPro}
          state={pro}
          words={proWords(pro)}
          keepLabel={`Keep ${resellerPro.name}`}
        />
        {teamProduct ? (
          <SubscriptionCard
            id="team"
            of="team"
            product={teamProduct}
            state={team}
            words={teamWords(team)}
            keepLabel="Keep the team"
            lead={
              <ButtonLink variant="secondary" to="/profile/team">
                Open your team
              </ButtonLink>
            }
          />
        ) : null}
        {plans.map((plan) => (
          <InstallmentCard key={plan.gives} plan={plan} />
        ))}
        {trial ? <TrialCard text={trialWords(trial)} /> : null}
        <PaymentList {...payments} />
      </div>,
    ),
  };
}
