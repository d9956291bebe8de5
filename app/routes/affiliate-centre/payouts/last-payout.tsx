import { data, redirect } from 'react-router';
import { readOf } from '#app/domain/core/access/reads.server.ts';
import { requestLastPayoutAddress } from '#app/domain/people/personal-data/last-payout-address.server.ts';
import {
  type PayoutAddressForm,
  payoutAddressSchema,
} from '#app/domain/programme/payouts/address-schema.server.ts';
import { countries } from '#app/domain/programme/payouts/countries.ts';
import { readLastPayoutLink } from '#app/domain/programme/payouts/last-payout-link.server.ts';
import { payeeRead } from '#app/domain/programme/payouts/payout-batches.server.ts';
import { Closing } from '#app/routes/affiliate-centre/payouts/last-payout-status.tsx';
import { OwedAmounts } from '#app/routes/frame/owed-amounts.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/last-payout';

export async function loader({ params }: Route.LoaderArgs) {
  const closing = await readLastPayoutLink(params.token);
  if (!closing) return data(null, { status: 410 });
  // Who can sign in sees all of it there, and proves who they are before an address changes.
  if (closing.user.status === 'active') throw redirect('/affiliate-centre/payouts', 303);
  const payee = await readOf(closing.userId, payeeRead());
  return data({ ...payee, isOpen: closing.endedAt === null, countries }, { status: 200 });
}

export const action = formAction(async ({ params }: Route.ActionArgs, form) => {
  const values = parseForm(form, payoutAddressSchema);
  const outcome = await requestLastPayoutAddress(params.token, values);
  return redirectWithFlash(
    `/last-payout/${params.token}`,
    outcome === 'kept'
      ? 'Your PayPal address is saved.'
      : `We have sent a link to ${values.email}. Open it to confirm the address.`,
  );
});

export const meta: Route.MetaFunction = ({ matches }) => [
  pageTitle(matches, 'Your last payout'),
  { name: 'referrer', content: 'same-origin' },
  { name: 'robots', content: 'noindex' },
];

export default function LastPayout({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="page page-narrow grid gap-6 py-10 sm:py-16">
      {loaderData ? (
        <Shown loaderData={loaderData} actionData={actionData} />
      ) : (
        <Card className="grid gap-4">
          <h1>This link no longer works</h1>
          <p>
            Your email address has changed since, or the link is incomplete.{' '}
            <Link to="/support" className="link">
              Write to support
            </Link>{' '}
            and we’ll send you a new one.
          </p>
        </Card>
      )}
    </div>
  );
}

type Loaded = NonNullable<Route.ComponentProps['loaderData']>;

function Shown({
  loaderData: { account, profile, closing, isOpen, countries: list },
  actionData,
}: {
  loaderData: Loaded;
  actionData: Route.ComponentProps['actionData'];
}) {
  const fields = formFields<PayoutAddressForm>('last-payout', actionData, {
    email: profile.email ?? profile.suggestion ?? undefined,
    country: profile.country ?? undefined,
  });
  return (
    <>
      <h1>Your last payout</h1>
      {closing ? <Closing account={account} closing={closing} profile={profile} /> : null}
      <OwedAmounts account={account} />
      {isOpen ? (
        <Card className="grid gap-5">
          <h2 className="text-xl">Where it goes</h2>
          {profile.unconfirmed ? (
            <Notice tone="warn">
              We have sent a link to <strong className="wrap-anywhere">{profile.unconfirmed.email}</strong>.
              Open it to confirm the address.
            </Notice>
          ) : null}
          <form method="post" noValidate className="grid gap-5">
            <FormErrors id={fields.errorId} errors={fields.errors} />
            <TextField
              {...fields.field('email')}
              label="PayPal address"
              type="email"
              autoComplete="email"
              required
              maxLength={127}
              hint="The address of a PayPal account that can receive payments. We send a link to it."
            />
            <SelectField
              {...fields.field('country')}
              label="Country you live in"
              autoComplete="country"
              required
            >
              <option value="">Please choose</option>
              {list.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </SelectField>
            <div>
              <SubmitButton pendingLabel="Saving...">Save PayPal address</SubmitButton>
            </div>
          </form>
        </Card>
      ) : null}
      <p className="text-sm text-muted">
        A question about it?{' '}
        <Link to="/support" className="link">
          Write to support
        </Link>
        .
      </p>
    </>
  );
}
