import { redirect } from 'react-router';
import { claimSale } from '#app/domain/programme/affiliates/sale-referrals.server.ts';
import { isSoldBy, startPurchase } from '#app/domain/selling/billing/purchase.server.ts';
import { SoldOut } from '#app/domain/selling/billing/stock.server.ts';
import { broughtBy, tickedAt } from '#app/routes/checkout/checkout-context.server.ts';
import { isForm, openSession } from '#app/routes/checkout/open-session.server.ts';
import { productAt } from '#app/routes/checkout/product-address.server.ts';
import { viewerContext } from '#app/routes/http/context.server.ts';
import { readJson } from '#app/routes/http/json-body.server.ts';
import { answerOfError, jsonError, jsonProblem } from '#app/routes/http/json-error.server.ts';
import type { Route } from './+types/create-payment-intent';

export function loader() {
  return jsonError(405, 'method_not_allowed', 'Post to this address.');
}

/**
 * Begins the payment of the membership, or of the product the address names, and answers { clientSecret } (P22). A plain form, which
 * could do nothing with one, is led to the provider's own page.
 */
export async function action(args: Route.ActionArgs) {
  const { request, url, context } = args;
  const product = productAt(url);
  if (isForm(request))
    return product
      ? openSession(args, 'create-payment-intent', () => product)
      : redirect(`/checkout${url.search}`, 303);
  const viewer = context.get(viewerContext);
  if (!viewer) return jsonError(401, 'not_signed_in', 'Please sign in first.');
  const { problem } = await readJson(request, 'create-payment-intent');
  if (problem) return jsonProblem(problem);
  if (!product) return jsonError(404, 'unknown_product', 'There is no such product.');
  if (!isSoldBy(product, 'card_form'))
    return jsonError(422, 'not_offered', 'This is paid on the page of the payment provider.');
  try {
    const promotion = await claimSale(viewer, product, broughtBy(request, url));
    const { clientSecret } = await startPurchase(viewer, product, 'card_form', promotion, tickedAt(url));
    if (!clientSecret) return jsonError(409, 'conflict', 'There is nothing to pay: your credit has paid it.');
    return Response.json({ clientSecret }, { headers: { 'Cache-Control': 'no-store' } });
  } catch (error) {
    if (error instanceof SoldOut) return jsonError(409, 'sold_out', error.message);
    return answerOfError(error, context);
  }
}
