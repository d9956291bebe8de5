import { redirect, redirectDocument } from 'react-router';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { claimSale } from '#app/domain/programme/affiliates/sale-referrals.server.ts';
import { openPaymentPage, startPurchase } from '#app/domain/selling/billing/purchase.server.ts';
import { approvedUrl } from '#app/domain/selling/billing/purchase-input.server.ts';
import { broughtBy, tickedAt, withCode } from '#app/routes/checkout/checkout-context.server.ts';
import { hasPaid } from '#app/routes/checkout/has-paid.server.ts';
import { checkoutOf, productAt } from '#app/routes/checkout/product-address.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { wordsOf } from '#app/routes/http/domain-errors.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { answerOfError, jsonError } from '#app/routes/http/json-error.server.ts';
import type { Route } from './+types/paypal';

/** There is no page here: whoever follows the address, as those do who sign in again on the way, lands on its product's checkout. */
export function loader({ url }: Pick<Route.LoaderArgs, 'url'>) {
  return redirect(`/checkout${url.search}`, 303);
}

type Args = Pick<Route.ActionArgs, 'request' | 'url' | 'context'>;

/**
 * Leads to PayPal, where the buyer approves the subscription or the payment; who has paid already, to how far that is. PayPal's own
 * button on the page asks for JSON, and is told what was begun (P173).
 */
export async function action(args: Args) {
  const { request, url, context } = args;
  const product = productAt(url);
  if (request.headers.get('Accept') === 'application/json') return beginForButton(args, product);
  if (!product) return redirect('/checkout', 303);
  const { path, donePath } = checkoutOf(product);
  const viewer = context.get(memberContext);
  try {
    const promotion = await claimSale(viewer, product, broughtBy(request, url));
    // The sandbox's PayPal has the site's own origin, and yet its pages are none of the router's.
    return redirectDocument(await openPaymentPage(viewer, product, 'wallet', promotion, tickedAt(url)), 303);
  } catch (error) {
    if (hasPaid(error)) return redirect(donePath, 303);
    return redirectWithFlash(withCode(path, url), wordsOf(error), 'error');
  }
}

/** Begins the same purchase, and tells its id and where the browser goes once it is approved, or why it was not begun. */
async function beginForButton({ request, url, context }: Args, product: Product | undefined) {
  if (!product) return jsonError(404, 'unknown_product', 'There is no such product.');
  const viewer = context.get(memberContext);
  try {
    const promotion = await claimSale(viewer, product, broughtBy(request, url));
    const { id } = await startPurchase(viewer, product, 'wallet', promotion, tickedAt(url));
    if (!id) return jsonError(503, 'unavailable', 'Error creating checkout session.');
    const approved = approvedUrl(product, id);
    return Response.json({ id, approvedUrl: approved }, { headers: { 'Cache-Control': 'no-store' } });
  } catch (error) {
    return answerOfError(error, context);
  }
}
