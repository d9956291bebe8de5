import { randomUUID } from 'node:crypto';
import { currencyName } from '#app/domain/core/catalogue/currencies.ts';
import {
  amountField,
  makeOperatorCode,
  promotableCurrencies,
  promotableProducts,
} from '#app/domain/selling/promotions/making.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { audienceWords } from '#app/routes/admin/promotions/promotion-words.ts';
import { codeSchema, productField } from '#app/routes/admin/promotions/read-code.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { CheckboxField, SelectField, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/new-code';

export const middleware: Route.MiddlewareFunction[] = [allow('promotions:manage')];

const list = { to: '/admin/promotion-codes', label: 'Promotion codes' };

export const loader = () => ({
  // Sent with the form: however often it is sent, it makes one code.
  formKey: randomUUID(),
  currencies: promotableCurrencies().map((currency) => ({
    field: amountField(currency),
    label: `${currencyName(currency)} off each payment`,
  })),
  products: promotableProducts().map(({ key, name }) => ({ name, field: productField(key) })),
});

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const { formKey, ...terms } = parseForm(form, codeSchema(), { disableAutoCoercion: true });
  const id = await makeOperatorCode(actorOf(context), terms, formKey);
  return redirectWithFlash(`${list.to}/${id}`, 'The promotion code is created.');
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'New promotion code')];

interface Fields {
  promotionCode: string;
  purpose: string;
  percentOff: string;
  amountOff: string;
  months: string;
  products: string;
  from: string;
  until: string;
  maxUses: string;
  maxUsesPerPerson: string;
  audience: string;
  affiliate: string;
}

export default function NewCode({
  loaderData: { formKey, currencies, products },
  actionData,
}: Route.ComponentProps) {
  const form = formFields<Fields>('new-code', actionData);
  const further = formFields<Record<string, string>>('new-code', actionData);
  const typed = actionData?.lastResult.initialValue;
  return (
    <div className="grid grid-cols-1 gap-5">
      <Breadcrumb crumbs={[list]} current="New promotion code" />
      <PageHeading title="New promotion code">
        You can’t change a code later, but you can end it and create another one.
      </PageHeading>
      <Card className="max-w-3xl">
        <form method="post" noValidate action={`${list.to}/new`} id={form.id} className="grid gap-5">
          <FormErrors id={form.errorId} errors={form.errors} />
          <input type="hidden" name="formKey" value={formKey} />
          <TextField
            {...form.field('promotionCode')}
            label="Code"
            hint="3 to 30 letters, digits and hyphens, such as SPRING-20. Buyers can type it in capitals or not."
            maxLength={30}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
          />
          <TextField
            {...form.field('purpose')}
            label="Internal note (optional)"
            hint="What the code is for. Buyers don’t see it."
            maxLength={200}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField {...form.field('percentOff')} label="Percent off" hint="1 to 90" inputMode="decimal" />
            <TextField
              {...form.field('amountOff')}
              label="Or USD off each payment"
              hint="Fill in one of the two."
              inputMode="decimal"
            />
          </div>
          {currencies.length > 0 ? (
            <fieldset className="grid gap-4">
              <legend className="pb-1 text-sm font-semibold">Amounts in other currencies (optional)</legend>
              <p className="text-xs text-muted">
                We never convert an amount: where you leave a currency empty, a code of an amount can’t be
                used in it. A percentage counts in every currency.
              </p>
              <div className="grid gap-4 sm:grid-cols-2">
                {currencies.map(({ field, label }) => (
                  <TextField key={field} {...further.field(field)} label={label} inputMode="decimal" />
                ))}
              </div>
            </fieldset>
          ) : null}
          <TextField
            {...form.field('months')}
            label="For how many months (optional)"
            hint="1 to 36. Leave empty to discount the first payment only."
            inputMode="numeric"
          />
          <fieldset className="grid">
            <legend className="pb-1 text-sm font-semibold">Products</legend>
            <p className="text-xs text-muted">Leave all unchecked to include everything you sell.</p>
            {products.map(({ name, field }) => (
              <CheckboxField
                key={field}
                id={`new-code-${field}`}
                name={field}
                label={name}
                defaultChecked={typed?.[field] === 'on'}
              />
            ))}
            {form.field('products').errors?.map((error) => (
              <p key={error} className="text-sm font-medium text-danger">
                {error}
              </p>
            ))}
          </fieldset>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              {...form.field('from')}
              type="date"
              label="First day (optional)"
              hint="Starts at midnight UTC."
            />
            <TextField
              {...form.field('until')}
              type="date"
              label="Last day (optional)"
              hint="Ends at midnight UTC after this day."
            />
            <TextField
              {...form.field('maxUses')}
              label="Uses in all (optional)"
              hint="Leave empty for no limit."
              inputMode="numeric"
            />
            <TextField
              {...form.field('maxUsesPerPerson')}
              label="Uses per person (optional)"
              hint="Leave empty for no limit."
              inputMode="numeric"
            />
          </div>
          <SelectField {...form.field('audience')} label="Who can use it">
            {Object.entries(audienceWords).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <TextField
            {...form.field('affiliate')}
            label="Affiliate’s username (optional)"
            hint="Sales with the code count for this affiliate, who can’t use it themselves."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <SubmitButton pendingLabel="Making..." className="justify-self-start">
            Make the promotion code
          </SubmitButton>
        </form>
      </Card>
    </div>
  );
}
