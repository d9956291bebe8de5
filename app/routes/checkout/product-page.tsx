import { findSalesPage } from '#app/domain/site/sales-pages/sales-pages.server.ts';
import { renderOnce } from '#app/platform/content/markdown.server.ts';
import { publicHead } from '#app/routes/frame/public-head.ts';
import { PriceBox } from '#app/routes/frame/sales/price-box.tsx';
import { SalesBlock } from '#app/routes/frame/sales/sales-block.tsx';
import { pricesAt, shownBlock, shownPrices } from '#app/routes/frame/sales/shown-page.server.ts';
import { currencyContext } from '#app/routes/http/context.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { indexed } from '#app/routes/http/page-handle.ts';
import { sharedPage } from '#app/routes/http/shared-page.ts';
import { Prose } from '#app/ui/prose.tsx';
import type { Route } from './+types/product-page';

export const handle = indexed;
export const headers = sharedPage;

/**
 * The page that sells a product which has none of its own: its blocks (P327), or its own words while it has none. It is the same for everybody:
 * what somebody may buy is said by the checkout.
 */
export function loader({ params, url, context }: Route.LoaderArgs) {
  const prices = pricesAt(params.productSlug);
  const [product] = prices;
  if (!product || prices.every(({ isArchived }) => isArchived))
    throw notFound('This product is no longer for sale.', { to: '/pricing', label: 'See the membership' });
  const page = findSalesPage(params.productSlug);
  const shown = shownPrices(product, prices, { url, currency: context.get(currencyContext) });
  const headline = page?.blocks.find((block) => block.block === 'headline');
  const blocks = page?.blocks.map((block, index) => shownBlock(block, `block-${index + 1}`, shown)) ?? null;
  return {
    path: product.pages.sales,
    title: headline?.searchTitle ?? product.name,
    description: headline?.searchDescription ?? (product.tagline || headline?.text || undefined),
    tagline: product.tagline,
    html: page || product.description === '' ? null : renderOnce(product, product.description).html,
    blocks,
    priceId: blocks?.find(({ block }) => block === 'price')?.id ?? null,
    prices: shown,
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData ? publicHead(matches, loaderData) : [];

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { blocks, prices, priceId, tagline, html } = loaderData;
  if (blocks)
    return (
      <div className="pb-12">
        {blocks.map((block) => (
          <SalesBlock key={block.id} block={block} prices={prices} priceId={priceId} />
        ))}
      </div>
    );
  return (
    <div className="page grid gap-10 py-12 sm:py-16 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] lg:items-start lg:gap-16">
      <header className="grid content-start gap-5">
        <h1 className="display hyphens-auto wrap-anywhere">{prices.name}</h1>
        {tagline ? <p className="max-w-xl text-xl text-muted">{tagline}</p> : null}
      </header>
      <PriceBox {...prices} id="offers" className="lg:row-span-2" />
      {html ? <Prose html={html} /> : null}
    </div>
  );
}
