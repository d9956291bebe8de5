import { redirect, redirectDocument } from 'react-router';
import { claimSale } from '#app/domain/affiliates/sale-referrals.server.ts';
import { openPaymentPage } from '#app/domain/billing/purchase.server.ts';
import { Refusal } from '#app/domain/errors.ts';
import { broughtBy } from '#app/routes/checkout/brought.server.ts';
import { checkoutOf, productAt } from '#app/routes/checkout/product-address.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { wordsOf } from '#app/routes/http/domain-errors.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import type { Route } from './+types/paypal';

/** There is no page here: whoever follows the address, as those do who sign in again on the way, lands on its product's checkout. */
export function loader({ url }: Pick<Route.LoaderArgs, 'url'>) {
  return redirect(`/checkout${url.search}`, 303);
}

/** Leads to PayPal, where the buyer approves the subscription or the payment; who has paid already, to how far that is. */
export async function action({
  request,
  url,
  context,
}: Pick<Route.ActionArgs, 'request' | 'url' | 'context'>) {
  const product = productAt(url);
  if (!product) return redirect('/checkout', 303);
  const { path, donePath } = checkoutOf(product);
  const viewer = context.get(memberContext);
  try {
    const promotion = await claimSale(viewer, product.key, broughtBy(request, url));
    // The sandbox's PayPal has the site's own origin, and yet its pages are none of the router's.
    return redirectDocument(await openPaymentPage(viewer, product, 'wallet', promotion), 303);
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'conflict') return redirect(donePath, 303);
    return redirectWithFlash(path, wordsOf(error), 'error');
  }
}
