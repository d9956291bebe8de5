import { z } from 'zod';
import { baseCurrency, isSoldInCurrencies } from '#app/domain/core/catalogue/currencies.ts';
import { salesPath } from '#app/domain/core/catalogue/product-rows.ts';
import { allProducts, formatMoney, priceInWords } from '#app/domain/core/catalogue/products.ts';
import {
  editProduct,
  isOfSite,
  retryProviders,
  setProductArchived,
} from '#app/domain/operating/products/change-products.server.ts';
import { setPriceArchived } from '#app/domain/operating/products/prices.server.ts';
import { commissionLabels, editProductSchema, kindOf } from '#app/domain/operating/products/product-forms.ts';
import { findProduct, otherProducts } from '#app/domain/operating/products/products.server.ts';
import { movablePrices } from '#app/domain/selling/price-changes/moving.server.ts';
import { canOf } from '#app/platform/payments/port.ts';
import { actorOf, allow, confirmFirst, hasConfirmed, may } from '#app/routes/admin/access.server.ts';
import { ConfirmFirst } from '#app/routes/admin/confirm-first.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { EditProduct } from '#app/routes/admin/products/edit-product.tsx';
import { PriceTable } from '#app/routes/admin/products/price-table.tsx';
import { ProductBadge } from '#app/routes/admin/products/product-badges.tsx';
import { Facts, Part } from '#app/routes/admin/users/facts.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm, readAction } from '#app/routes/http/form-action.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/product';

export const middleware: Route.MiddlewareFunction[] = [allow('products:read', 'products:change')];

const list = { to: '/admin/products', label: 'Products' };

const typedMoment = (at: Date | null) => at?.toISOString().slice(0, 16) ?? '';

export async function loader({ params, context }: Route.LoaderArgs) {
  const details = await findProduct(params.productKey);
  if (!details) throw notFound('There is no such product.', list);
  const { product, earlier, subscribers, buyers } = details;
  const { key, name, noun, gives, unlocks, commission, commissionPercent, tagline, description } = product;
  const courses = unlocks.filter((name) => name.startsWith('course:')).map((name) => name.slice(7));
  return {
    key,
    path: `${list.to}/${key}`,
    name,
    kind: kindOf(gives) ?? 'selection',
    isOfSite: isOfSite(key),
    salesPath: salesPath(key),
    editPage: may(context, 'content:edit') ? `/admin/content/sales-pages/${key.replaceAll('_', '-')}` : null,
    version: product.version,
    sale: {
      isArchived: product.archivedAt !== null,
      saleStartsAt: product.saleStartsAt,
      saleEndsAt: product.saleEndsAt,
    },
    facts: {
      earns: `${commissionLabels[commission as keyof typeof commissionLabels]}${commissionPercent ? `, ${commissionPercent}%` : ''}`,
      subscribers,
      buyers,
    },
    prices: product.prices.map(({ provisions, ...price }) => ({
      key: price.key,
      currency: price.currency,
      isBase: price.currency === baseCurrency,
      version: price.version,
      text:
        gives === 'team'
          ? `${formatMoney(price.amountCents, price.currency)} a seat a ${price.interval}`
          : priceInWords(price),
      isArchived: price.archivedAt !== null,
      providers: provisions.map(({ provider, state, problem }) => ({
        title: canOf(provider).title,
        state,
        problem,
      })),
    })),
    earlier: earlier.map(({ id, amountCents, currency, interval, installments, replacedAt }) => ({
      id,
      text: priceInWords({ amountCents, currency, interval, installments }),
      replacedAt,
    })),
    initial: {
      name,
      noun,
      courses: courses.join('\n'),
      guides: unlocks.includes('guides') ? 'on' : '',
      commission,
      commissionPercent: String(commissionPercent ?? ''),
      isGuaranteed: product.isGuaranteed ? 'on' : '',
      tagline,
      description,
      saleStartsAt: typedMoment(product.saleStartsAt),
      saleEndsAt: typedMoment(product.saleEndsAt),
      stock: String(product.stock ?? ''),
      offeredAfter: product.offeredAfter ?? '',
      bumpFor: product.bumpFor ?? '',
      minSeats: String(product.minSeats ?? ''),
      maxSeats: String(product.maxSeats ?? ''),
    },
    others: otherProducts(key),
    hasCurrencies: allProducts().some(
      (price) => price.productKey === key && !price.isArchived && isSoldInCurrencies(price),
    ),
    canMove: movablePrices(key).length > 0,
    mayChange: may(context, 'products:change'),
    wantsConfirmation: !hasConfirmed(context),
  };
}

const buttons = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('archive') }),
  z.object({ intent: z.literal('restore') }),
  z.object({ intent: z.literal('retry') }),
  z.object({ intent: z.literal('archive-price'), price: z.string() }),
  z.object({ intent: z.literal('restore-price'), price: z.string() }),
]);

const outcomes = {
  archive: 'The product is archived. Buyers keep what they have.',
  restore: 'The product is for sale again.',
  retry: 'We are trying the payment providers again.',
  'archive-price': 'The price is archived. Subscribers keep it.',
  'restore-price': 'The price is for sale again.',
} as const;

export const action = formAction(async ({ params, context }: Route.ActionArgs, form) => {
  const [actor, key, path] = [actorOf(context), params.productKey, `${list.to}/${params.productKey}`];
  if (!form.has('intent')) {
    await editProduct(actor, key, parseForm(form, editProductSchema, { disableAutoCoercion: true }));
    return redirectWithFlash(path, 'The product is saved.');
  }
  const pressed = readAction(form, buttons);
  try {
    if (pressed.intent === 'archive' || pressed.intent === 'restore')
      await setProductArchived(actor, key, pressed.intent === 'archive');
    else if (pressed.intent === 'retry') await retryProviders(actor, key);
    else await setPriceArchived(actor, key, pressed.price, pressed.intent === 'archive-price');
  } catch (error) {
    return confirmFirst(error, path);
  }
  return redirectWithFlash(path, outcomes[pressed.intent]);
});

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.name ?? 'Product'),
];

export default function ProductPage({ loaderData, actionData }: Route.ComponentProps) {
  const { path, name, sale, facts, prices, earlier, isOfSite, mayChange, wantsConfirmation } = loaderData;
  return (
    <div className="grid max-w-4xl gap-6">
      <Breadcrumb crumbs={[list]} current={name} />
      <PageHeading
        title={name}
        actions={
          mayChange && !sale.isArchived ? (
            <>
              <ButtonLink to={`${path}/prices`}>New price</ButtonLink>
              {loaderData.hasCurrencies ? (
                <ButtonLink variant="secondary" to={`${path}/currencies`}>
                  Other currencies
                </ButtonLink>
              ) : null}
              {loaderData.canMove ? (
                <ButtonLink variant="secondary" to={`${path}/move`}>
                  Move subscribers
                </ButtonLink>
              ) : null}
            </>
          ) : null
        }
      />
      {mayChange && wantsConfirmation ? <ConfirmFirst returnTo={path} what="Products" /> : null}
      <Facts
        facts={[
          ['State', <ProductBadge key="state" {...sale} />],
          ['Subscribers', facts.subscribers.toLocaleString('en-US')],
          ['One-time buyers', facts.buyers.toLocaleString('en-US')],
          ['Commission for', facts.earns],
          [
            'Sales page',
            isOfSite ? null : (
              <span key="page" className="flex flex-wrap gap-x-5">
                <Link to={loaderData.salesPath} className="link" reloadDocument>
                  {loaderData.salesPath}
                </Link>
                {loaderData.editPage ? (
                  <Link to={loaderData.editPage} className="link">
                    Edit its blocks
                  </Link>
                ) : null}
              </span>
            ),
          ],
        ]}
      />
      <PriceTable path={path} name={name} prices={prices} mayChange={mayChange} />
      {earlier.length > 0 ? (
        <Part id="earlier" title="Earlier prices">
          <ul className="grid gap-1 text-sm text-muted">
            {earlier.map(({ id, text, replacedAt }) => (
              <li key={id}>
                {text}, until {replacedAt ? <Moment at={replacedAt} /> : null}
              </li>
            ))}
          </ul>
        </Part>
      ) : null}
      {mayChange && !isOfSite ? (
        <>
          <EditProduct {...loaderData} reply={actionData} />
          <Part id="sale" title={sale.isArchived ? 'Sell this product again' : 'Stop selling this product'}>
            <form method="post" action={path} className="flex flex-wrap items-center gap-4">
              <p className="min-w-60 grow basis-0 text-sm text-muted">
                {sale.isArchived
                  ? 'Its sales page and checkout open again.'
                  : 'Its sales page and checkout close. Buyers keep what they have, and subscriptions go on.'}
              </p>
              <SubmitButton
                intent={sale.isArchived ? 'restore' : 'archive'}
                variant="secondary"
                pendingLabel="Saving..."
              >
                {sale.isArchived ? `Sell ${name} again` : `Archive ${name}`}
              </SubmitButton>
            </form>
          </Part>
        </>
      ) : null}
      {isOfSite ? (
        <p className="text-sm text-muted">
          This product has its own pages on the site, so you can change only its price here.
        </p>
      ) : null}
    </div>
  );
}
