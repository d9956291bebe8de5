import {
  baseCurrency,
  type FurtherCurrency,
  furtherCurrencies,
  isSoldInCurrencies,
} from '#app/domain/core/catalogue/currencies.ts';
import { priceInWords, productOf } from '#app/domain/core/catalogue/products.ts';
import { setPriceAmounts } from '#app/domain/operating/products/currencies.server.ts';
import { priceAmountsSchema } from '#app/domain/operating/products/product-forms.ts';
import { findProduct } from '#app/domain/operating/products/products.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { ReasonField } from '#app/routes/admin/reason-field.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/currencies';

export const middleware: Route.MiddlewareFunction[] = [allow('products:change')];

const list = { to: '/admin/products', label: 'Products' };

export async function loader({ params, url }: Route.LoaderArgs) {
  const details = await findProduct(params.productKey);
  if (!details) throw notFound('There is no such product.', list);
  const { product } = details;
  const path = `${list.to}/${product.key}`;
  const prices = product.prices.filter(({ key, currency, archivedAt }) => {
    const offer = productOf(key);
    return currency === baseCurrency && archivedAt === null && offer && isSoldInCurrencies(offer);
  });
  const chosenPrice = prices.find(({ key }) => key === url.searchParams.get('price')) ?? prices[0];
  if (!chosenPrice)
    throw notFound('This product has no price that can be sold in other currencies.', {
      to: path,
      label: product.name,
    });
  return {
    path,
    name: product.name,
    isTeam: product.gives === 'team',
    price: { key: chosenPrice.key, text: priceInWords(chosenPrice) },
    prices: prices.map((price) => ({ key: price.key, text: priceInWords(price) })),
    initial: Object.fromEntries(
      product.prices
        .filter(({ key }) => key === chosenPrice.key)
        .map(({ currency, amountCents }) => [
          currency,
          (amountCents / 100).toFixed(amountCents % 100 === 0 ? 0 : 2),
        ]),
    ),
  };
}

export const action = formAction(async ({ params, context }: Route.ActionArgs, form) => {
  const amounts = parseForm(form, priceAmountsSchema, { disableAutoCoercion: true });
  await setPriceAmounts(actorOf(context), params.productKey, amounts);
  return redirectWithFlash(
    `${list.to}/${params.productKey}`,
    'The prices are saved. Subscribers keep theirs.',
  );
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Other currencies')];

export default function CurrenciesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { path, name, price, prices, isTeam, initial } = loaderData;
  const form = formFields<Record<FurtherCurrency | 'reason', string>>('amounts', actionData, initial);
  return (
    <div className="grid max-w-2xl gap-5">
      <Breadcrumb crumbs={[list, { to: path, label: name }]} current="Other currencies" />
      <PageHeading title={`${name} in other currencies`}>
        Enter what {price.text} costs in each currency that you want to sell it in. We never convert prices:
        buyers choose a currency at checkout and pay exactly what you enter here. Leave a field empty to not
        sell in that currency. Subscribers keep the price and the currency they joined at.
      </PageHeading>
      <p className="max-w-prose text-sm text-muted">
        Affiliates are paid in US dollars. A sale in another currency counts for their commission as{' '}
        {price.text}: keep the amounts close to each other in value. A promotion code that takes an amount off
        works in the currencies that you give it an amount in.
      </p>
      {prices.length > 1 ? (
        <nav aria-label="Prices" className="flex flex-wrap gap-x-5">
          {prices.map(({ key, text }) => (
            <Link
              key={key}
              to={`${path}/currencies?price=${key}`}
              aria-current={key === price.key ? 'page' : undefined}
              className="link inline-flex min-h-11 items-center aria-[current]:font-semibold aria-[current]:no-underline"
            >
              {text}
            </Link>
          ))}
        </nav>
      ) : null}
      <Card>
        <form
          key={price.key}
          method="post"
          action={`${path}/currencies?price=${price.key}`}
          noValidate
          id={form.id}
          className="grid gap-5"
        >
          <FormErrors id={form.errorId} errors={form.errors} />
          <input type="hidden" name="price" value={price.key} />
          <fieldset className="grid gap-4">
            <legend className="pb-3 text-sm text-muted">
              Before tax{isTeam ? ', for one seat' : ''}. Currencies without decimals, such as the yen, aren’t
              supported.
            </legend>
            <div className="grid items-start gap-4 sm:grid-cols-2">
              {Object.entries(furtherCurrencies).map(([currency, label]) => (
                <TextField
                  key={currency}
                  {...form.field(currency as FurtherCurrency)}
                  label={`${label} (${currency.toUpperCase()})`}
                  inputMode="decimal"
                  autoComplete="off"
                />
              ))}
            </div>
          </fieldset>
          <ReasonField {...form.field('reason')} required />
          <div className="flex flex-wrap gap-3">
            <SubmitButton pendingLabel="Saving...">Save prices</SubmitButton>
            <ButtonLink variant="secondary" to={path}>
              Cancel
            </ButtonLink>
          </div>
        </form>
      </Card>
    </div>
  );
}
