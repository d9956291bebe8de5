import { redirect, redirectDocument } from 'react-router';
import { openPaypalApproval } from '#app/domain/billing/paypal-membership.server.ts';
import { Refusal } from '#app/domain/errors.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import type { Route } from './+types/paypal';

/** There is no page here: whoever follows the address lands on the checkout. */
export function loader() {
  return redirect('/checkout', 303);
}

/** Leads to PayPal, where the buyer approves the subscription; who has paid already, to how far that is. */
export async function action({ context }: Route.ActionArgs) {
  try {
    // The sandbox's PayPal has the site's own origin, and yet its pages are none of the router's.
    return redirectDocument(await openPaypalApproval(context.get(memberContext)), 303);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.kind === 'conflict') return redirect('/thank-you', 303);
    return redirectWithFlash('/checkout', error.message, 'error');
  }
}
