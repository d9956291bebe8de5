import {
  findBillingDetails,
  saveBillingDetails,
} from '#app/domain/selling/receipts/billing-details.server.ts';
import {
  type BillingDetailsForm,
  billingDetailsSchema,
} from '#app/domain/selling/receipts/billing-details-schema.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextArea, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/details';

export async function loader({ context }: Route.LoaderArgs) {
  return { details: await findBillingDetails(context.get(memberContext).id) };
}

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  await saveBillingDetails(context.get(memberContext).id, parseForm(form, billingDetailsSchema));
  return redirectWithFlash('/profile/billing', 'Saved. Your next receipts will say so.');
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Name and address on receipts')];

export default function Details({ loaderData: { details }, actionData }: Route.ComponentProps) {
  const form = formFields<BillingDetailsForm>('details', actionData, { ...details });
  return (
    <div className="page page-narrow grid gap-6 py-8 sm:py-12">
      <header className="grid gap-6">
        <Breadcrumb crumbs={[{ to: '/profile/billing', label: 'Billing' }]} current="Receipts" />
        <h1>Name and address on receipts</h1>
        <p className="max-w-prose text-muted">
          New receipts show these details. A receipt that was already issued stays as it is; you can replace
          it on its page.
        </p>
      </header>
      <Card>
        <form method="post" noValidate id={form.id} className="grid gap-5">
          <FormErrors id={form.errorId} errors={form.errors} />
          <TextField
            {...form.field('name')}
            label="Name or company"
            autoComplete="organization"
            required
            maxLength={120}
          />
          <TextArea
            {...form.field('address')}
            label="Postal address (optional)"
            hint="Up to six lines."
            autoComplete="street-address"
            rows={4}
            maxLength={400}
          />
          <TextField
            {...form.field('taxId')}
            label="Tax or VAT ID (optional)"
            hint="For example DE123456789. We print it exactly as you enter it."
            maxLength={40}
          />
          <div className="flex flex-wrap gap-3">
            <SubmitButton pendingLabel="Saving...">Save</SubmitButton>
            <ButtonLink variant="secondary" to="/profile/billing">
              Cancel
            </ButtonLink>
          </div>
        </form>
      </Card>
    </div>
  );
}
