import { baseCurrency } from '#app/domain/core/catalogue/currencies.ts';
import { formatMoney, priceInWords } from '#app/domain/core/catalogue/products.ts';
import { addPrice } from '#app/domain/operating/products/prices.server.ts';
import { newPriceSchema } from '#app/domain/operating/products/product-forms.ts';
import { findProduct } from '#app/domain/operating/products/products.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { PriceFields } from '#app/routes/admin/products/product-fields.tsx';
import { ReasonField } from '#app/routes/admin/reason-field.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/new-price';

export const middleware: Route.MiddlewareFunction[] = [allow('products:change')];

const list = { to: '/admin/products', label: 'Products' };

export async function loader({ params }: Route.LoaderArgs) {
  const details = await findProduct(params.productKey);
  if (!details) throw notFound('There is no such product.', list);
  const { product } = details;
  const [first] = product.prices;
  return {
    path: `${list.to}/${product.key}`,
    name: product.name,
    prices: product.prices
      .filter(
        ({ archivedAt, freeIntervals, currency }) =>
          archivedAt === null && freeIntervals === 0 && currency === baseCurrency,
      )
      .map(({ amountCents, currency, interval, installments }) => ({
        text: priceInWords({ amountCents, currency, interval, installments }),
      })),
    interval: first?.installments ? 'installments' : (first?.interval ?? 'once'),
  };
}

export const action = formAction(async ({ params, context }: Route.ActionArgs, form) => {
  const price = parseForm(form, newPriceSchema, { disableAutoCoercion: true });
  await addPrice(actorOf(context), params.productKey, price);
  return redirectWithFlash(
    `${list.to}/${params.productKey}`,
    `New buyers pay ${formatMoney(price.amount)}. Subscribers keep their price.`,
  );
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'New price')];

export default function NewPricePage({ loaderData, actionData }: Route.ComponentProps) {
  const { path, name, prices, interval } = loaderData;
  const form = formFields<Record<string, string>>('price', actionData, { interval });
  return (
    <div className="grid max-w-2xl gap-5">
      <Breadcrumb crumbs={[list, { to: path, label: name }]} current="New price" />
      <PageHeading title={`New price for ${name}`}>
        {prices.length > 0 ? `It costs ${prices.map(({ text }) => text).join(' or ')} today. ` : ''}New buyers
        pay the new price instead of one that is paid as often, and can choose between the others. Subscribers
        keep their price.
      </PageHeading>
      <Card>
        <form method="post" noValidate id={form.id} className="grid gap-5">
          <FormErrors id={form.errorId} errors={form.errors} />
          <PriceFields form={form} />
          <ReasonField {...form.field('reason')} required />
          <div className="flex flex-wrap gap-3">
            <SubmitButton pendingLabel="Saving...">Add price</SubmitButton>
            <ButtonLink variant="secondary" to={path}>
              Cancel
            </ButtonLink>
          </div>
        </form>
      </Card>
    </div>
  );
}
