import { hasAnyOf } from '#app/domain/core/access/entitlements.server.ts';
import { unlockedBy } from '#app/domain/learning/courses/unlocked.server.ts';
import { findAfterOffer } from '#app/domain/selling/billing/after-offer.server.ts';
import { config } from '#app/platform/config.server.ts';
import { AfterOfferCard } from '#app/routes/checkout/after-offer.tsx';
import { findPurchaseState } from '#app/routes/checkout/purchase-state.server.ts';
import { shownOffer } from '#app/routes/checkout/shown-offer.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { LookAgain } from '#app/routes/frame/polling.tsx';
import { pricesAt } from '#app/routes/frame/sales/shown-page.server.ts';
import { currencyContext, memberContext } from '#app/routes/http/context.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { interactive } from '#app/routes/http/page-handle.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Check, Clock } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/product-yours';

/** Where buyers of a product come back to, and find what it unlocks: how far the payment is, or what is theirs. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const prices = pricesAt(params.productSlug);
  const priceSlug = url.searchParams.get('price');
  const product = prices.find(({ slug }) => slug === priceSlug) ?? prices[0];
  if (!product)
    throw notFound('There is no such product.', { to: '/dashboard', label: 'Go to the dashboard' });
  const viewer = context.get(memberContext);
  const hasIt = await hasAnyOf(viewer, [product.gives, ...product.includedIn]);
  const state = await findPurchaseState(url, viewer, product, hasIt);
  const currency = context.get(currencyContext);
  const offer = state === 'active' ? await findAfterOffer(viewer, product.productKey, currency) : null;
  return {
    name: product.name,
    offer: offer && shownOffer(offer, config().checkout.hasTaxOnTop),
    here: `${url.pathname}${url.search}`,
    state,
    sales: product.pages.sales,
    checkout: product.pages.checkout,
    open: product.pages.open === url.pathname ? null : product.pages.open,
    unlocks: unlockedBy(product),
  };
}

export const handle = interactive;

type Shown = Route.ComponentProps['loaderData'];

function titleOf({ name, state }: Pick<Shown, 'name' | 'state'>): string {
  if (state === 'failed') return 'Your payment did not go through';
  if (state === 'none') return `You don’t have ${name} yet`;
  return state === 'active' ? name : 'Thank you!';
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData && titleOf(loaderData)),
];

export default function ProductYours({ loaderData }: Route.ComponentProps) {
  const { state, name, sales, checkout } = loaderData;
  return (
    <div className="page page-narrow grid justify-items-start gap-6 py-12 sm:py-16">
      <h1 className="wrap-anywhere">{titleOf(loaderData)}</h1>
      {state === 'active' ? <Unlocked {...loaderData} /> : null}
      {loaderData.offer ? <AfterOfferCard offer={loaderData.offer} /> : null}
      {state === 'pending' ? (
        <Card className="grid justify-items-start gap-2">
          <p role="status" className="flex items-start gap-2 font-display text-xl leading-snug">
            <Clock className="mt-1" /> Your payment is being confirmed
          </p>
          <p className="text-muted">This usually takes a few seconds. You don’t need to pay again.</p>
          <LookAgain to={loaderData.here} />
        </Card>
      ) : null}
      {state === 'failed' ? (
        <>
          <p className="text-muted">Nothing was charged. You can try again with another payment method.</p>
          <ButtonLink to={checkout}>Try again</ButtonLink>
        </>
      ) : null}
      {state === 'none' ? <ButtonLink to={sales}>See {name}</ButtonLink> : null}
    </div>
  );
}

function Unlocked({ name, open, unlocks }: Shown) {
  return (
    <>
      <p className="flex items-start gap-2 font-display text-xl leading-snug text-good">
        <Check className="mt-1" /> {name} is yours.
      </p>
      <ul className="w-full border-t border-line-strong">
        {unlocks.map(({ title, to }) => (
          <li key={to} className="border-b border-line">
            <Link to={to} className="link inline-flex min-h-11 items-center">
              {title}
            </Link>
          </li>
        ))}
      </ul>
      {open ? <ButtonLink to={open}>Start now</ButtonLink> : null}
    </>
  );
}
