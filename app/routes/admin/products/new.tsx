import { addProduct } from '#app/domain/operating/products/change-products.server.ts';
import { newProductSchema, unlockKinds } from '#app/domain/operating/products/product-forms.ts';
import { otherProducts } from '#app/domain/operating/products/products.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { PriceFields, ProductFields } from '#app/routes/admin/products/product-fields.tsx';
import { ReasonField } from '#app/routes/admin/reason-field.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/new';

export const middleware: Route.MiddlewareFunction[] = [allow('products:change')];

const list = { to: '/admin/products', label: 'Products' };

export const loader = () => ({ others: otherProducts(null) });

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const product = parseForm(form, newProductSchema, { disableAutoCoercion: true });
  const key = await addProduct(actorOf(context), product);
  return redirectWithFlash(`${list.to}/${key}`, `${product.name} is added.`);
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Add a product')];

export default function NewProductPage({ loaderData, actionData }: Route.ComponentProps) {
  const form = formFields<Record<string, string>>('product', actionData, { commission: 'all_sellers' });
  return (
    <div className="grid max-w-3xl gap-5">
      <Breadcrumb crumbs={[list]} current="Add a product" />
      <PageHeading title="Add a product">
        It gets its own sales page and checkout. We create it at your payment providers.
      </PageHeading>
      <Card>
        <form method="post" noValidate id={form.id} className="grid gap-5">
          <FormErrors id={form.errorId} errors={form.errors} />
          <ProductFields
            form={form}
            kind={null}
            others={loaderData.others}
            address={
              <TextField
                {...form.field('address')}
                label="Address"
                hint="The last part of its page’s address: seo-bundle for /products/seo-bundle. You can’t change it later."
                required
                maxLength={40}
                autoComplete="off"
              />
            }
            unlocks={
              <SelectField
                {...form.field('kind')}
                label="What it unlocks"
                hint="A membership or a team is paid every month or year, everything else once."
              >
                {Object.entries(unlockKinds).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </SelectField>
            }
            price={<PriceFields form={form} />}
          />
          <ReasonField {...form.field('reason')} required />
          <div className="flex flex-wrap gap-3">
            <SubmitButton pendingLabel="Adding...">Add product</SubmitButton>
            <ButtonLink variant="secondary" to={list.to}>
              Cancel
            </ButtonLink>
          </div>
        </form>
      </Card>
    </div>
  );
}
