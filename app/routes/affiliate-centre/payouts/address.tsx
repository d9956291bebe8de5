import { addressHoldDays } from '#app/domain/core/catalogue/programme.ts';
import {
  type PayoutAddressForm,
  payoutAddressSchema,
} from '#app/domain/programme/payouts/address-schema.server.ts';
import { findPayoutProfile, requestPayoutAddress } from '#app/domain/programme/payouts/addresses.server.ts';
import { countries } from '#app/domain/programme/payouts/countries.ts';
import { config } from '#app/platform/config.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { confirmedMember } from '#app/routes/http/confirmed.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/address';

const back = '/affiliate-centre/payouts';

export async function loader(args: Route.LoaderArgs) {
  const { userId } = confirmedMember(args);
  return { profile: await findPayoutProfile(userId), countries, operator: config().operator.name };
}

export const action = formAction(async (args: Route.ActionArgs, form) => {
  const viewer = confirmedMember(args);
  const values = parseForm(form, payoutAddressSchema);
  const outcome = await requestPayoutAddress(viewer, values);
  return redirectWithFlash(
    back,
    outcome === 'kept'
      ? 'Saved.'
      : `We have emailed a link to ${values.email}. Open it to confirm the address.`,
  );
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Where you are paid')];

export default function PayoutAddress({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, operator } = loaderData;
  const fields = formFields<PayoutAddressForm>('payout-address', actionData, {
    email: profile.email ?? profile.suggestion ?? undefined,
    country: profile.country ?? undefined,
  });
  return (
    <div className="page page-narrow grid gap-8 py-8 sm:py-12">
      <header className="grid gap-4">
        <Breadcrumb
          crumbs={[
            { to: '/affiliate-centre', label: 'Affiliate center' },
            { to: back, label: 'Payouts' },
          ]}
          current="Where you are paid"
        />
        <h1>Where you are paid</h1>
      </header>
      <form method="post" noValidate className="grid gap-5">
        <FormErrors id={fields.errorId} errors={fields.errors} />
        <TextField
          {...fields.field('email')}
          label="PayPal address"
          type="email"
          autoComplete="email"
          required
          maxLength={127}
          hint="The address of a PayPal account that can receive payments. We email a link to it."
        />
        <SelectField {...fields.field('country')} label="Country you live in" autoComplete="country" required>
          <option value="">Please choose</option>
          {loaderData.countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <div>
          <SubmitButton pendingLabel="Saving...">Save</SubmitButton>
        </div>
      </form>
      <section aria-labelledby="changes" className="grid max-w-prose gap-2">
        <h2 id="changes" className="text-lg">
          When it changes
        </h2>
        <p className="text-muted">
          Your first address is used as soon as you confirm it. If you change it later, the new one is used
          after {addressHoldDays} days, and we tell your old address and your account of it, so that nobody
          can redirect your payouts without you noticing.
        </p>
      </section>
      <section aria-labelledby="taxes" className="grid max-w-prose gap-2">
        <h2 id="taxes" className="text-lg">
          Taxes
        </h2>
        <p className="text-muted">
          Commission is income, and you pay the taxes on it. {operator} keeps your name, your country and
          every statement, as the law requires. If your country requires a form or a tax number, we email you
          before your next payout. Don&apos;t enter one here.
        </p>
      </section>
    </div>
  );
}
