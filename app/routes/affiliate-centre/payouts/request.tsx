import { z } from 'zod';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import {
  obstacleIn,
  type Payee,
  payeeRead,
  requestPayout,
} from '#app/domain/programme/payouts/payout-batches.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, readAction } from '#app/routes/http/form-action.server.ts';
import { readOfMember } from '#app/routes/http/read-ahead.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/request';

const list = '/affiliate-centre/payouts';

export async function loader({ context }: Route.LoaderArgs) {
  const payee = await readOfMember(context, payeeRead());
  const obstacle = obstacleIn(payee);
  if (obstacle) throw await redirectWithFlash(list, obstacle, 'error');
  return shownOf(payee);
}

/** What is sent, and where to. Integer cents. */
const shownOf = ({ account, profile }: Payee) => ({
  cents: account.approvedCents,
  currency: account.currency,
  email: profile.email ?? '',
});

const schema = z.object({ cents: z.coerce.number().int().positive(), email: z.string().min(1).max(254) });

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const { cents, email } = readAction(form, schema);
  const { amountCents } = await requestPayout(context.get(memberContext), { cents, email });
  return redirectWithFlash(list, `Your payout of ${formatMoney(amountCents)} is on its way.`);
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Request a payout')];

/** The second look before money leaves: how much goes where. */
export default function RequestPayout({ loaderData, actionData }: Route.ComponentProps) {
  const { cents, currency, email } = loaderData;
  const money = formatMoney(cents, currency);
  return (
    <div className="page page-narrow grid grid-cols-1 gap-6 py-8 sm:py-12">
      <Breadcrumb
        crumbs={[
          { to: '/affiliate-centre', label: 'Affiliate center' },
          { to: list, label: 'Payouts' },
        ]}
        current="Request a payout"
      />
      <h1>Request a payout</h1>
      <FormErrors id="request-error" errors={actionData?.lastResult?.error?.['']} />
      <Card className="grid grid-cols-1 gap-6">
        <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
          <div className="grid content-start gap-1">
            <dt className="text-sm text-muted">Amount</dt>
            <dd className="font-display text-3xl leading-tight tabular-nums">{money}</dd>
            <dd className="text-sm text-muted">Everything that is approved now.</dd>
          </div>
          <div className="grid min-w-0 content-start gap-1">
            <dt className="text-sm text-muted">To this PayPal account</dt>
            <dd className="text-lg font-semibold wrap-anywhere">{email}</dd>
            <dd className="text-sm text-muted">
              Check the spelling: a payout that was sent can’t be called back.
            </dd>
          </div>
        </dl>
        <form method="post" className="flex flex-wrap gap-3 border-t border-line pt-5">
          {/* What is sent is what is shown here. */}
          <input type="hidden" name="cents" value={cents} />
          <input type="hidden" name="email" value={email} />
          <SubmitButton size="large" pendingLabel="Requesting...">{`Send ${money} to ${email}`}</SubmitButton>
          <ButtonLink size="large" variant="secondary" to={list}>
            Not now
          </ButtonLink>
        </form>
      </Card>
    </div>
  );
}
