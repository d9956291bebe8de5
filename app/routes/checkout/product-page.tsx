import { data } from 'react-router';
import { guaranteeOf } from '#app/domain/core/catalogue/guarantee.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { formatMoney, isFree, isOnSale } from '#app/domain/core/catalogue/products.ts';
import { unlockedBy } from '#app/domain/learning/courses/unlocked.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { renderOnce } from '#app/platform/content/markdown.server.ts';
import { pricesAt } from '#app/routes/checkout/product-address.server.ts';
import { publicHead } from '#app/routes/frame/public-head.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Check } from '#app/ui/icon.tsx';
import { Prose } from '#app/ui/prose.tsx';
import type { Route } from './+types/product-page';

/** How a price is said: "$470 a year". */
const priceText = ({ amountCents, currency, interval, seats }: Product) =>
  amountCents === 0
    ? 'Free'
    : `${formatMoney(amountCents, currency)} ${seats ? 'for each seat ' : ''}${interval ? `a ${interval}` : 'once'}`;

/** The page that sells a product which has none of its own. What somebody may buy is said by the checkout. */
export function loader({ params }: Route.LoaderArgs) {
  const prices = pricesAt(params.productSlug);
  const [product] = prices;
  if (!product || prices.every(({ isArchived }) => isArchived))
    throw notFound('This product is no longer for sale.', { to: '/pricing', label: 'See the membership' });
  const at = now();
  const sold = prices.filter((price) => isOnSale(price, at));
  const loaded = {
    path: product.pages.sales,
    name: product.name,
    tagline: product.tagline,
    html: product.description === '' ? null : renderOnce(product, product.description).html,
    unlocks: unlockedBy(product).map(({ title }) => title),
    guarantee: guaranteeOf(product),
    isEarly: product.saleStartsAt !== null && at < product.saleStartsAt,
    offers: sold.map((price) => ({
      to: price.pages.checkout,
      slug: price.slug,
      seats: price.seats,
      price: priceText(price),
      isFree: isFree(price),
      terms: price.interval
        ? `Renews every ${price.interval} until you cancel.`
        : isFree(price)
          ? 'You need an account, but no card.'
          : 'One payment. We never charge you again.',
    })),
  };
  return data(loaded, { headers: { 'Cache-Control': 'private, no-store' } });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? publicHead(matches, {
        path: loaderData.path,
        title: loaderData.name,
        description: loaderData.tagline || undefined,
      })
    : [];

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { name, tagline, html, unlocks, guarantee, offers, isEarly } = loaderData;
  return (
    <div className="page grid gap-10 py-12 sm:py-16 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] lg:items-start lg:gap-16">
      <header className="grid content-start gap-5">
        <h1 className="display hyphens-auto wrap-anywhere">{name}</h1>
        {tagline ? <p className="max-w-xl text-xl text-muted">{tagline}</p> : null}
      </header>
      <section
        aria-labelledby="offers"
        className="grid content-start gap-6 rounded-card border border-line bg-surface p-5 sm:p-8 lg:row-span-2"
      >
        <h2 id="offers" className="text-xl wrap-anywhere">
          {offers.length === 0 ? (isEarly ? 'Not on sale yet' : 'No longer on sale') : `Get ${name}`}
        </h2>
        {unlocks.length > 0 ? (
          <ul className="grid gap-2">
            {unlocks.map((title) => (
              <li key={title} className="flex items-start gap-2">
                <Check className="mt-1 shrink-0 text-good" /> {title}
              </li>
            ))}
          </ul>
        ) : null}
        {offers.map(({ to, slug, seats, price, terms, isFree }) => (
          <div key={to} className="grid gap-2">
            {seats ? (
              <SeatsForm slug={slug} seats={seats} price={price} />
            ) : (
              <ButtonLink size="large" to={to}>
                {isFree ? 'Get it for free' : `Begin Checkout - ${price}`}
              </ButtonLink>
            )}
            <p className="text-sm text-muted">{terms}</p>
          </div>
        ))}
        {guarantee && offers.length > 0 ? <p className="text-sm text-muted">{guarantee}</p> : null}
      </section>
      {html ? <Prose html={html} /> : null}
    </div>
  );
}

interface SeatsFormProps {
  slug: string | null;
  seats: { min: number; max: number };
  price: string;
}

/** Leads to the checkout of a team with as many seats as are wanted. */
function SeatsForm({ slug, seats: { min, max }, price }: SeatsFormProps) {
  return (
    <form method="get" action="/checkout" className="grid gap-4" noValidate>
      {slug ? <input type="hidden" name="product" value={slug} /> : null}
      <p className="font-display text-2xl">{price}</p>
      <TextField
        id={`seats-${slug}`}
        name="seats"
        label="Number of seats"
        hint={`From ${min} to ${max}. You can add seats later.`}
        defaultValue={String(min)}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        required
      />
      <SubmitButton size="large" pendingLabel="Opening...">
        Begin Checkout
      </SubmitButton>
    </form>
  );
}
