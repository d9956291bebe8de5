import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { billingChangeLimit } from '#app/domain/selling/billing/limits.ts';
import { type PausePress, pausePressSchema } from '#app/domain/selling/pausing/pause-schema.server.ts';
import { pauseMembership, planPause } from '#app/domain/selling/pausing/pausing.server.ts';
import { consumeRateLimit } from '#app/platform/rate-limit.server.ts';
import { monthsText } from '#app/routes/frame/months-text.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Consequence } from '#app/routes/member/billing/consequence.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';
import { RadioGroup } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/pause';

/** Always a page: it may be the one that shows what became of the form before. */
export async function loader({ context }: Route.LoaderArgs) {
  return { chance: await planPause(context.get(memberContext).id) };
}

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const viewer = context.get(memberContext);
  const press = parseForm(form, pausePressSchema);
  await consumeRateLimit(billingChangeLimit, viewer.id);
  const isNew = await pauseMembership(viewer, press);
  return redirectWithFlash(
    '/profile/billing',
    isNew
      ? `Your membership will be paused for ${monthsText(press.months)}. We have sent you an email about it.`
      : 'Your membership is paused already, or about to be.',
  );
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Pause')];

export default function Pause({ loaderData: { chance }, actionData }: Route.ComponentProps) {
  const form = formFields<PausePress>('pause', actionData);
  return (
    <div className="page page-narrow grid gap-6 py-8 sm:py-12">
      <header className="grid gap-6">
        <Breadcrumb crumbs={[{ to: '/profile/billing', label: 'Billing' }]} current="Pause" />
        <h1>Pause your membership</h1>
      </header>
      <FormErrors id={form.errorId} errors={form.errors} />
      {chance.kind === 'offered' ? (
        <>
          <Consequences plan={chance.plan} />
          <form method="post" noValidate id={form.id} className="grid gap-6">
            <input type="hidden" name="from" value={Math.floor(chance.plan.from.getTime() / 1000)} />
            <RadioGroup
              {...form.field('months')}
              label="For how long?"
              options={chance.plan.options.map((option) => ({
                value: String(option.months),
                label: (
                  <>
                    {monthsText(option.months)}, until <Day at={option.until} />
                  </>
                ),
              }))}
            />
            <div className="flex flex-wrap gap-3">
              <SubmitButton pendingLabel="Pausing...">Pause my membership</SubmitButton>
              <ButtonLink variant="secondary" to="/profile/billing">
                Back to billing
              </ButtonLink>
            </div>
          </form>
        </>
      ) : (
        <>
          <p>{chance.kind === 'refused' ? chance.text : 'You have no membership that could be paused.'}</p>
          <p>
            <ButtonLink to="/profile/billing">Back to billing</ButtonLink>
          </p>
        </>
      )}
    </div>
  );
}

type Plan = Extract<Route.ComponentProps['loaderData']['chance'], { kind: 'offered' }>['plan'];

function Consequences({ plan: { from, amountCents, currency, hasTaxOnTop, isDiscounted } }: { plan: Plan }) {
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">What happens when you pause</h2>
      <ul className="grid gap-3">
        <Consequence>
          Everything stays open to you until <Day at={from} />, the end of the month you have paid for. Then
          the pause begins.
        </Consequence>
        <Consequence>
          During the pause nothing is charged, and lessons are closed. Your account, your progress and your
          certificates are kept.
        </Consequence>
        <Consequence>
          When the pause is over your membership resumes by itself: we take{' '}
          {formatMoney(amountCents, currency)}
          {hasTaxOnTop ? ' plus tax' : ''} from your card, as every month. We email you a week before.
        </Consequence>
        <Consequence>
          You can resume sooner, or cancel, at any time, each with one button. You can pause once in 12
          months.
        </Consequence>
        {isDiscounted ? (
          <Consequence>
            The months of your discount go by during the pause too. If any are left when it resumes, we take
            the discounted price until they are over.
          </Consequence>
        ) : null}
      </ul>
      <p className="border-t border-line pt-4 text-sm text-muted">
        If you earn commissions by being a member, you earn none while your membership is paused.
      </p>
    </Card>
  );
}
