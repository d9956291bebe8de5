import { data, redirect, redirectDocument } from 'react-router';
import { hasAnyOf } from '#app/domain/core/access/entitlements.server.ts';
import { namedCurrency } from '#app/domain/core/catalogue/currencies.ts';
import { guaranteeOf } from '#app/domain/core/catalogue/guarantee.ts';
import { formatMoney, isFree, unitCents } from '#app/domain/core/catalogue/products.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { withFacts } from '#app/domain/learning/facts/facts.server.ts';
import { reducedPayments, reductionText } from '#app/domain/programme/affiliates/promotion-rules.ts';
import { claimSale } from '#app/domain/programme/affiliates/sale-referrals.server.ts';
import { claimFree } from '#app/domain/selling/billing/free-purchase.server.ts';
import { isMadeFree } from '#app/domain/selling/billing/order-bump.server.ts';
import { isSoldBy, openPaymentPage, startPurchase } from '#app/domain/selling/billing/purchase.server.ts';
import { canceledParam } from '#app/domain/selling/billing/purchase-input.server.ts';
import { findGiftEnd } from '#app/domain/selling/gifts/listing.server.ts';
import { findSeatCover } from '#app/domain/selling/teams/accepting.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { formatLongDay } from '#app/platform/date-format.ts';
import { periodAfter } from '#app/platform/payments/interval.ts';
import { discounted } from '#app/platform/payments/port.ts';
import { CardForm } from '#app/routes/checkout/card-form.tsx';
import { broughtBy, bumpAt, promotionAt, tickedAt } from '#app/routes/checkout/checkout-context.server.ts';
import { keepChosenCurrency, unknownAt } from '#app/routes/checkout/checkout-currency.server.ts';
import { renderCheckoutParts } from '#app/routes/checkout/checkout-parts.server.tsx';
import { FreeCheckout } from '#app/routes/checkout/free-checkout.tsx';
import { HostedCheckoutForm } from '#app/routes/checkout/hosted-checkout-form.tsx';
import {
  checkoutOf,
  namedProductAt,
  productAt,
  seatsAt,
  walletOf,
} from '#app/routes/checkout/product-address.server.ts';
import { shownBump } from '#app/routes/checkout/shown-offer.server.ts';
import { Wallet } from '#app/routes/checkout/wallet.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { currencyChoices } from '#app/routes/frame/sales/currency-choices.ts';
import { currencyContext, memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { refuseInForm } from '#app/routes/http/form-action.server.ts';
import { checkoutPage } from '#app/routes/http/page-handle.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Day } from '#app/ui/day.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { PageHtml } from '#app/ui/page-html.tsx';
import type { Route } from './+types/checkout';

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const product = productAt(url);
  if (!product) throw await unknownAt(request, url);
  // What has an offer page of its own is paid from there.
  if (!product.pages.checkout.startsWith('/checkout')) throw redirect(product.pages.checkout);
  const currencyNote = keepChosenCurrency(url, product, context.get(currencyContext));
  const viewer = context.get(memberContext);
  const { payments, checkout, appUrl } = config();
  const { promotion, ...code } = await promotionAt(url, viewer, product);
  const { offered, added, problem: bumpProblem } = await bumpAt(url, viewer, product);
  // Beside what costs nothing today nothing is added.
  const isFreeToday = isMadeFree(product, promotion);
  const bump = isFreeToday ? null : added;
  const { path, intentPath, donePath, price, priceLabel } = checkoutOf(product, promotion, bump);
  const { key, slug, amountCents, currency, interval, includedIn, gives, alreadyThere, pages, summary } =
    product;
  const isIncluded = await hasAnyOf(viewer, includedIn);
  // Whoever has it as a gift may pay for their own: what is left of the gift follows.
  const giftEndsAt = interval && gives === 'membership' ? await findGiftEnd(viewer.id) : null;
  // So may whoever has a seat: it ends when somebody else decides, and earns no commission.
  const isSeatable = giftEndsAt === null && interval && gives === 'membership' && viewer.hasMembership;
  const seat = isSeatable ? await findSeatCover(viewer.id) : null;
  const isCovered = giftEndsAt !== null || seat !== null;
  const hasIt = isIncluded || (!isCovered && (await hasAnyOf(viewer, [gives])));
  const { owned, included, text, label } = alreadyThere;
  // No second membership is sold while the first one is paused (P275).
  const pausedUntil = gives === 'membership' && !viewer.hasMembership ? viewer.pausedUntil : null;
  const dueCents = discounted(amountCents, promotion);
  const fullWallet = walletOf(product, promotion);
  // PayPal's payments name one amount: it takes the order without what was added.
  const wallet = bump ? null : fullWallet;
  const { quantity = null, seats: limits } = product;
  const { count: _, ...typedSeats } = limits ? seatsAt(url, limits) : { count: 1, typed: '', error: null };
  const each = `${formatMoney(unitCents(product), currency)}${interval ? ` a ${interval}` : ''}`;
  const currencyNamed = namedCurrency(product);
  const loaded = {
    /** Another product is another payment. */
    purchase: `${key} ${currency} ${quantity} ${promotion?.code} ${bump?.key}`,
    bumpProblem,
    currencyNote,
    withoutBump: bump && fullWallet ? checkoutOf(product, promotion).path : null,
    has: hasIt
      ? { title: isIncluded ? included : owned, text, label, to: pages.open }
      : pausedUntil && {
          title: 'Your membership is paused',
          text: `It resumes by itself on ${formatLongDay(pausedUntil)}. To go on sooner, resume it on your billing page: you don’t need a second one.`,
          label: 'Resume your membership',
          to: '/profile/billing',
        },
    parts: renderCheckoutParts(request, {
      summary: {
        ...summary,
        title:
          quantity === null
            ? summary.title
            : `${summary.title}, ${quantity} ${quantity === 1 ? 'seat' : 'seats'}`,
        included: summary.included.map((item) => withFacts(item)),
        price,
        interval,
        installments:
          product.installments === null
            ? null
            : {
                count: product.installments,
                total: formatMoney(product.installments * amountCents, currency),
              },
        guarantee: guaranteeOf(product),
        hasTaxOnTop: checkout.hasTaxOnTop && !isFree(product),
        email: viewer.email,
        nextChargeAt: interval && periodAfter(now(), interval),
        discount:
          promotion && dueCents < amountCents
            ? {
                code: promotion.code,
                off: formatMoney(amountCents - dueCents, currency),
                due: formatMoney(dueCents, currency),
                payments: reducedPayments(promotion, interval),
              }
            : null,
        added: bump && {
          name: bump.name,
          price: formatMoney(bump.amountCents, currency),
          total: formatMoney(dueCents + bump.amountCents, currency),
        },
      },
      currencies: currencyChoices(url, [namedProductAt(url) ?? product], currency, product.seats === null),
      bump: offered && {
        product: slug,
        currency: currencyNamed,
        bump: shownBump(offered),
        isAdded: bump !== null,
        code: promotion?.code ?? null,
        isFreeToday,
        hasWallet: fullWallet !== null,
      },
      seats: limits && {
        product: slug,
        currency: currencyNamed,
        code: promotion?.code ?? null,
        ...limits,
        ...typedSeats,
        each,
      },
      promotion:
        isFree(product) || (product.installments !== null && code.typed === '')
          ? null
          : {
              ...code,
              product: slug,
              currency: currencyNamed,
              seats: quantity,
              taken: promotion && { code: promotion.code, reduction: reductionText(promotion, currency) },
              bump: bump && { key: bump.key, amountCents: bump.amountCents },
              without: checkoutOf(product, null, bump).path,
            },
      wallet,
      isSandbox: payments === 'sandbox' && !isFree(product),
    }),
    hasTaxOnTop: checkout.hasTaxOnTop,
    freeName: isFree(product) ? product.name : null,
    giftEndsAt,
    seat,
    isCanceled: url.searchParams.has(canceledParam),
    wallet,
    walletButtons: checkout.walletButtons && {
      ...checkout.walletButtons,
      currency: currency.toUpperCase(),
    },
    hasForm: isSoldBy(product, 'card_form'),
    form: {
      provider: payments,
      publishableKey: checkout.cardFormKey,
      path,
      intentPath,
      donePath,
      priceLabel,
      due:
        formatMoney(dueCents + (bump?.amountCents ?? 0), currency) +
        (checkout.hasTaxOnTop && !isFree(product) ? ' plus tax' : ''),
      returnUrl: `${appUrl}${donePath}`,
      hasFailed: url.searchParams.get('redirect_status') === 'failed',
    },
  };
  return data(loaded, { status: code.errors.length > 0 || typedSeats.error ? 422 : bumpProblem ? 409 : 200 });
}

/** Coming from another page of React's, the page is loaded anew: by its own policy providers' scripts may run, by that page's not. */
export function clientLoader({ request }: Route.ClientLoaderArgs): never {
  throw redirectDocument(request.url);
}

/** Without scripts, or without the card form, the card is asked for on the provider's hosted page. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const product = productAt(url);
  if (!product) throw await unknownAt(request, url);
  const viewer = context.get(memberContext);
  // A post of nothing asks for the hosted page, as the button without scripts does.
  const form = request.headers.has('Content-Type') ? await readForm(request) : new FormData();
  return refuseInForm(form, async () => {
    // Offered right after another purchase: the card that pays the subscription pays this too.
    if (form.get('intent') === 'saved') {
      if (Number(form.get('due')) !== product.amountCents)
        throw new Refusal('conflict', 'The price has changed since you opened that page. Check it here.');
      await startPurchase(
        viewer,
        product,
        'saved_card',
        await claimSale(viewer, product, broughtBy(request, url)),
      );
      return redirectWithFlash(
        product.pages.done,
        'Thank you. We email you as soon as the payment is confirmed.',
      );
    }
    if (isFree(product)) {
      const isNew = await claimFree(viewer, product);
      const words = isNew
        ? `${product.name} is yours. We have sent you an email about it.`
        : 'You have it already.';
      return redirectWithFlash(product.pages.open, words);
    }
    const promotion = await claimSale(viewer, product, broughtBy(request, url));
    // The sandbox's page has the site's own origin, and yet is none of the router's.
    const page = await openPaymentPage(viewer, product, 'card_page', promotion, tickedAt(url));
    return redirectDocument(page, 303);
  });
}

export const handle = checkoutPage;

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Complete Your Purchase')];

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  const { purchase, has, parts, hasTaxOnTop, hasForm, form, wallet, walletButtons, isCanceled } = loaderData;
  const { giftEndsAt, seat, freeName, bumpProblem, currencyNote, withoutBump } = loaderData;
  if (has) return <AlreadyThere {...has} />;
  return (
    <div className="page grid grid-cols-1 gap-6 py-8 sm:py-12 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-14">
      <h1>Complete Your Purchase</h1>
      {/* Before the form: on a phone, too, one sees what is paid before one pays. */}
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <PageHtml id={parts.summary.id} html={parts.summary.html} />
      </div>
      <section aria-label="Payment" className="grid grid-cols-1 gap-6">
        {isCanceled && !actionData ? (
          <Notice live>You have come back without paying, and nothing was charged.</Notice>
        ) : null}
        {bumpProblem && !actionData ? (
          <Notice tone="error" live>
            {bumpProblem}
          </Notice>
        ) : null}
        {currencyNote ? <Notice>{currencyNote}</Notice> : null}
        {parts.sandbox ? <PageHtml id={parts.sandbox.id} html={parts.sandbox.html} /> : null}
        {giftEndsAt ? (
          <Notice>
            You have a gift membership until <Day at={giftEndsAt} />. If you pay now, your own membership
            starts today, and what is left of the gift follows when it ends. You can also wait: we email you a
            week before the gift ends.
          </Notice>
        ) : null}
        {seat === null ? null : (
          <Notice>
            <span className="wrap-anywhere">
              You have a seat in {seat.isOwn ? 'your own team' : <TeamOf owner={seat.ownerName} />}, so
              everything is open to you already. If you pay now, a membership of your own starts today. It
              goes on when you no longer have the seat.
            </span>
          </Notice>
        )}
        <FormErrors id="checkout-error" errors={errorsOf(actionData)} />
        {freeName ? (
          <FreeCheckout path={form.path} name={freeName} />
        ) : hasForm ? (
          <>
            <CardForm key={purchase} {...form} hasWallet={wallet !== null} />
            <noscript>
              <HostedCheckoutForm path={form.path} priceLabel={form.priceLabel} />
            </noscript>
          </>
        ) : (
          <HostedCheckoutForm path={form.path} priceLabel={form.priceLabel} hasTaxOnTop={hasTaxOnTop} />
        )}
        {wallet && parts.wallet ? (
          <Wallet key={`wallet ${purchase}`} {...wallet} part={parts.wallet} buttons={walletButtons} />
        ) : null}
        {withoutBump ? (
          <p className="text-sm text-muted">
            PayPal can’t take two products in one payment.{' '}
            <Link to={withoutBump} reloadDocument className="link">
              Remove what you added to pay with PayPal
            </Link>
          </p>
        ) : null}
        <PageHtml id={parts.terms.id} html={parts.terms.html} />
      </section>
    </div>
  );
}

/** What is wrong with the form as a whole, or with the code that came with it. */
function errorsOf(reply: Route.ComponentProps['actionData']): string[] {
  const { error } = reply?.lastResult ?? {};
  return [...(error?.[''] ?? []), ...(error?.code ?? [])];
}

function TeamOf({ owner }: { owner: string }) {
  return (
    <>
      the team of <bdi>{owner}</bdi>
    </>
  );
}

type AlreadyThereProps = NonNullable<Route.ComponentProps['loaderData']['has']>;

function AlreadyThere({ title, text, label, to }: AlreadyThereProps) {
  return (
    <div className="page page-narrow grid justify-items-start gap-4 py-16">
      <h1>{title}</h1>
      <p className="text-muted">{text}</p>
      <ButtonLink to={to} reloadDocument>
        {label}
      </ButtonLink>
    </div>
  );
}
