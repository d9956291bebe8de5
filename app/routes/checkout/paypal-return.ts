import { data, redirect, redirectDocument } from 'react-router';
import { finishPurchase } from '#app/domain/selling/payment-events/collect.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import type { Route } from './+types/paypal-return';

/**
 * Whether somebody is led to this address: by PayPal, or after signing in by the site's own scripts, which ask for a page's data alone.
 * What another site fetches, what shows it in a frame or as a picture, or a browser that reads ahead takes no money. Text browsers, and
 * browsers of years ago, say nothing of it.
 */
function isVisit({ method, headers }: Request): boolean {
  if (method !== 'GET' || headers.get('Sec-Purpose') !== null) return false;
  const destination = headers.get('Sec-Fetch-Dest') ?? 'document';
  if (destination === 'empty') return headers.get('Sec-Fetch-Site') === 'same-origin';
  return destination === 'document' && (headers.get('Sec-Fetch-Mode') ?? 'navigate') === 'navigate';
}

/**
 * Where PayPal leads a buyer who has approved what is paid once: the money is taken, and the page of what was bought says so. Only the
 * buyer's own purchase is touched, and a second visit takes nothing twice. Who never comes here is heard of by webhook.
 */
export async function loader({
  request,
  url,
  context,
}: Pick<Route.LoaderArgs, 'request' | 'url' | 'context'>) {
  if (!isVisit(request)) throw data('Open this page in your browser to finish the payment.', { status: 403 });
  const begunId = url.searchParams.get('token') ?? '';
  const finished = /^[\w-]{1,64}$/.test(begunId)
    ? await finishPurchase(context.get(memberContext), begunId)
    : null;
  if (!finished)
    return redirectWithFlash('/checkout', 'There is no payment of yours to finish here.', 'error');
  const { state, product } = finished;
  const { checkout: path, done: donePath } = product.pages;
  switch (state) {
    // PayPal's page says why; the sandbox's has the site's own origin, and yet is none of the router's.
    case 'open':
      return redirectDocument(finished.url, 303);
    case 'pending':
      return redirectWithFlash(
        donePath,
        'PayPal is still checking your payment, which can take some days. You will get an email once it has gone through.',
      );
    case 'refused':
      return redirectWithFlash(
        path,
        'PayPal did not take the payment, and you have not been charged. Please pay in another way.',
        'error',
      );
    case 'code_gone':
      return redirectWithFlash(
        path,
        'You approved this PayPal payment late, and its promotion code is not available any more. You have not been charged. Please start again.',
        'error',
      );
    case 'gone':
      return redirectWithFlash(
        path,
        'This PayPal payment has expired, and you have not been charged. Please start again.',
        'error',
      );
    default:
      return redirect(donePath, 303);
  }
}
