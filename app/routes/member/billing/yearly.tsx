import { data } from 'react-router';
import { z } from 'zod';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import {
  planSwitch,
  type ShownSwitch,
  type SwitchChance,
  switchToYearly,
} from '#app/domain/selling/billing/interval-switch.server.ts';
import { billingChangeLimit } from '#app/domain/selling/billing/limits.ts';
import type { SwitchOutcome } from '#app/platform/payments/port.ts';
import { consumeRateLimit } from '#app/platform/rate-limit.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { statusOfRefusal } from '#app/routes/http/domain-errors.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, readAction } from '#app/routes/http/form-action.server.ts';
import { SwitchConsequences, SwitchCost } from '#app/routes/member/billing/yearly-parts.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/yearly';

type Shown = Exclude<SwitchChance, { kind: 'none' }>;

const refused = (text: string, status = 200) =>
  data<{ chance: Shown }>({ chance: { kind: 'refused', text } }, status);

/** Always a page: it may be the one that shows what became of the form before. */
export async function loader({ context }: Route.LoaderArgs) {
  try {
    const chance = await planSwitch(context.get(memberContext).id);
    if (chance.kind === 'none') return refused('You have no membership that could be paid by the year.');
    return data<{ chance: Shown }>({ chance });
  } catch (error) {
    if (error instanceof Refusal) return refused(error.message, statusOfRefusal(error));
    throw error;
  }
}

const schema = z.object({
  price: z.string().max(200),
  due: z.coerce.number().pipe(z.int().min(0)),
  at: z.coerce.number().pipe(z.int().min(0).max(1e11)),
});

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const viewer = context.get(memberContext);
  const { price, due: dueCents, at } = readAction(form, schema);
  await consumeRateLimit(billingChangeLimit, viewer.id);
  const shown: ShownSwitch = { price, dueCents, prorationAt: new Date(at * 1000) };
  return redirectWithFlash('/profile/billing', words[await switchToYearly(viewer, shown)]);
});

const words: Record<SwitchOutcome, string> = {
  paid: 'Thank you. Your payment has gone through, and you now pay by the year. It may take a moment to show here.',
  pending: 'Thank you. Your payment is being confirmed. Once it is, you see here that you pay by the year.',
  unchanged: 'You pay by the year already.',
};

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Pay by the year')];

export default function Yearly({ loaderData: { chance }, actionData }: Route.ComponentProps) {
  return (
    <div className="page page-narrow grid gap-6 py-8 sm:py-12">
      <header className="grid gap-6">
        <Breadcrumb crumbs={[{ to: '/profile/billing', label: 'Billing' }]} current="Pay by the year" />
        <h1>Pay by the year</h1>
      </header>
      <FormErrors id="yearly-error" errors={actionData?.lastResult?.error?.['']} />
      {chance.kind === 'offered' ? <Offer plan={chance.plan} /> : <Refused text={chance.text} />}
    </div>
  );
}

function Refused({ text }: { text: string }) {
  return (
    <>
      <p>{text}</p>
      <p>
        <ButtonLink to="/profile/billing">Back to billing</ButtonLink>
      </p>
    </>
  );
}

type Plan = Parameters<typeof SwitchCost>[0]['plan'];

function Offer({ plan }: { plan: Plan }) {
  const { to, preview } = plan;
  return (
    <>
      <SwitchCost plan={plan} />
      <SwitchConsequences plan={plan} />
      <form method="post" className="flex flex-wrap gap-3">
        <input type="hidden" name="price" value={to.lookupKey} />
        <input type="hidden" name="due" value={preview.dueCents} />
        <input type="hidden" name="at" value={Math.floor(preview.prorationAt.getTime() / 1000)} />
        <SubmitButton pendingLabel="Paying...">
          {`Pay ${formatMoney(preview.dueCents, preview.currency)} and switch`}
        </SubmitButton>
        <ButtonLink variant="secondary" to="/profile/billing">
          Keep paying by the month
        </ButtonLink>
      </form>
    </>
  );
}
