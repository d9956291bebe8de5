import { formatMoney, productOf } from '#app/domain/core/catalogue/products.ts';
import type { InstallmentPlan } from '#app/domain/selling/billing/billing-overview.server.ts';
import { installmentWords } from '#app/routes/member/billing/installment-words.ts';
import { Actions } from '#app/routes/member/billing/subscription-card.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';

/** What is paid in installments: how many payments are left, the next one, and what can be done about it. */
export function InstallmentCard({ plan }: { plan: InstallmentPlan }) {
  const { gives, state, installments, installmentsTaken, amountCents, currency } = plan;
  const product = productOf(plan.product);
  const words = installmentWords(plan);
  if (!product || !words) return null;
  const leftCount = Math.max(0, installments - installmentsTaken);
  const id = `plan-${plan.product}`;
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-4">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h2 id={id} className="min-w-0 text-xl wrap-anywhere">
            {product.name}
          </h2>
          <Badge tone={words.tone}>{words.badge}</Badge>
        </div>
        <div className="grid max-w-prose gap-3 text-muted">
          {words.text === null && state.kind === 'active' ? (
            <p>
              {leftCount === 1 ? '1 payment left' : `${leftCount} payments left`},{' '}
              {formatMoney(state.nextPayment.amountCents, currency)}
              {state.nextPayment.at ? (
                <>
                  {' '}
                  on <Day at={state.nextPayment.at} />
                </>
              ) : (
                ', being collected'
              )}
              {leftCount > 1 ? `; ${formatMoney(leftCount * amountCents, currency)} remain in all` : null}.
              After the last payment it is yours for good.
            </p>
          ) : (
            <p>{words.text}</p>
          )}
          {plan.paidOffAt ? null : (
            <p className="text-sm">{`${installmentsTaken} of ${installments} payments made.`}</p>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 pt-2 empty:hidden">
          {plan.paidOffAt || state.kind === 'active' ? (
            <ButtonLink variant="secondary" to={product.pages.open}>
              Open it
            </ButtonLink>
          ) : null}
          {leftCount > 0 ? (
            <Actions of={gives} product={product} state={state} keepLabel="Go on with the payments" />
          ) : null}
        </div>
      </Card>
    </section>
  );
}
