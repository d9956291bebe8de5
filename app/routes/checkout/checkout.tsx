import { redirectDocument } from 'react-router';
import { isFree } from '#app/domain/core/catalogue/products.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { claimSale } from '#app/domain/programme/affiliates/sale-referrals.server.ts';
import { claimFree } from '#app/domain/selling/billing/free-purchase.server.ts';
import { openPaymentPage, startPurchase } from '#app/domain/selling/billing/purchase.server.ts';
import { CardForm } from '#app/routes/checkout/card-form.tsx';
import { broughtBy, tickedAt } from '#app/routes/checkout/checkout-context.server.ts';
import { unknownAt } from '#app/routes/checkout/checkout-currency.server.ts';
import { loadCheckout } from '#app/routes/checkout/checkout-loader.server.ts';
import { AlreadyThere, TeamOf } from '#app/routes/checkout/checkout-notices.tsx';
import { FreeCheckout } from '#app/routes/checkout/free-checkout.tsx';
import { HostedCheckoutForm } from '#app/routes/checkout/hosted-checkout-form.tsx';
import { productAt } from '#app/routes/checkout/product-address.server.ts';
import { Wallet } from '#app/routes/checkout/wallet.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { refuseInForm } from '#app/routes/http/form-action.server.ts';
import { checkoutPage } from '#app/routes/http/page-handle.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { Day } from '#app/ui/day.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { PageHtml } from '#app/ui/page-html.tsx';
import type { Route } from './+types/checkout';

export const loader = (args: Route.LoaderArgs) => loadCheckout(args);

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
            . You can get it by itself after you have paid.
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
