import { z } from 'zod';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { billingChangeLimit } from '#app/domain/selling/billing/limits.ts';
import {
  keepYearly,
  type MonthlyPlan,
  planMonthly,
  switchToMonthly,
} from '#app/domain/selling/price-changes/monthly-switch.server.ts';
import { config } from '#app/platform/config.server.ts';
import { consumeRateLimit } from '#app/platform/rate-limit.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, readAction } from '#app/routes/http/form-action.server.ts';
import { Consequence } from '#app/routes/member/billing/consequence.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Day } from '#app/ui/day.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/monthly';

/** Always a page: it may be the one that shows what became of the form before. */
export async function loader({ context }: Route.LoaderArgs) {
  return {
    chance: await planMonthly(context.get(memberContext).id),
    hasTaxOnTop: config().checkout.hasTaxOnTop,
  };
}

const schema = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('switch'),
    price: z.string().max(200),
    at: z.coerce.number().pipe(z.int().min(0).max(1e11)),
  }),
  z.object({ intent: z.literal('keep') }),
]);

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const viewer = context.get(memberContext);
  const press = readAction(form, schema);
  await consumeRateLimit(billingChangeLimit, viewer.id);
  if (press.intent === 'keep') {
    const isNew = await keepYearly(viewer);
    return redirectWithFlash(
      '/profile/billing',
      isNew ? 'You go on paying by the year.' : 'You pay by the year already.',
    );
  }
  const isNew = await switchToMonthly(viewer, {
    price: press.price,
    switchesAt: new Date(press.at * 1000),
  });
  return redirectWithFlash(
    '/profile/billing',
    isNew
      ? 'You pay by the month once your year is over. We have sent you an email about it.'
      : 'Your switch to monthly payment is arranged already.',
  );
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Pay by the month')];

export default function Monthly({ loaderData: { chance, hasTaxOnTop }, actionData }: Route.ComponentProps) {
  return (
    <div className="page page-narrow grid gap-6 py-8 sm:py-12">
      <header className="grid gap-6">
        <Breadcrumb crumbs={[{ to: '/profile/billing', label: 'Billing' }]} current="Pay by the month" />
        <h1>Pay by the month</h1>
      </header>
      <FormErrors id="monthly-error" errors={actionData?.lastResult?.error?.['']} />
      {chance.kind === 'refused' ? (
        <>
          <p>{chance.text}</p>
          <p>
            <ButtonLink to="/profile/billing">Back to billing</ButtonLink>
          </p>
        </>
      ) : chance.plan.isScheduled ? (
        <Scheduled plan={chance.plan} />
      ) : (
        <Offer plan={chance.plan} hasTaxOnTop={hasTaxOnTop} />
      )}
    </div>
  );
}

function Offer({ plan: { from, to, switchesAt }, hasTaxOnTop }: { plan: MonthlyPlan; hasTaxOnTop: boolean }) {
  const monthly = formatMoney(to.amountCents, to.currency);
  const aYear = formatMoney(to.amountCents * 12, to.currency);
  return (
    <>
      <section aria-labelledby="switching" className="grid gap-4">
        <h2 id="switching" className="text-xl">
          What happens when you switch
        </h2>
        <ul className="grid gap-3">
          <Consequence>
            Nothing is charged or credited today. Your year stays as it is until <Day at={switchesAt} />, and
            everything stays open to you.
          </Consequence>
          <Consequence>
            On <Day at={switchesAt} /> we take {monthly}
            {hasTaxOnTop ? ' plus tax' : null} from the card that pays your membership, and then the same
            every month until you cancel.
          </Consequence>
          <Consequence>
            Twelve months cost {aYear}. A year costs you {formatMoney(from.amountCents, from.currency)} today;
            if you pay by the year again later, you pay the yearly price of that time.
          </Consequence>
          <Consequence>
            You can take this back until that day at no cost, on your billing page. You can cancel at any
            time.
          </Consequence>
        </ul>
      </section>
      <form method="post" className="flex flex-wrap gap-3">
        <input type="hidden" name="price" value={to.lookupKey} />
        <input type="hidden" name="at" value={Math.floor(switchesAt.getTime() / 1000)} />
        <SubmitButton intent="switch" pendingLabel="Switching...">
          {`Pay ${monthly} a month after my year`}
        </SubmitButton>
        <ButtonLink variant="secondary" to="/profile/billing">
          Keep paying by the year
        </ButtonLink>
      </form>
    </>
  );
}

function Scheduled({ plan: { from, to, switchesAt } }: { plan: MonthlyPlan }) {
  return (
    <>
      <p>
        Your year runs until <Day at={switchesAt} />. From that day you pay{' '}
        {formatMoney(to.amountCents, to.currency)} a month.
      </p>
      <form method="post" className="flex flex-wrap gap-3">
        <SubmitButton intent="keep" pendingLabel="Keeping...">
          {`Keep paying ${formatMoney(from.amountCents, from.currency)} a year`}
        </SubmitButton>
        <ButtonLink variant="secondary" to="/profile/billing">
          Back to billing
        </ButtonLink>
      </form>
    </>
  );
}
