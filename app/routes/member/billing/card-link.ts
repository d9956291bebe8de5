import { redirectDocument } from 'react-router';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { billingChangeLimit } from '#app/domain/selling/billing/limits.ts';
import { followCardLink } from '#app/domain/selling/billing/missing-payment.server.ts';
import { consumeRateLimit, RateLimitExceeded } from '#app/platform/rate-limit.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import type { Route } from './+types/card-link';

/** Where mails about a payment lead: on to the provider's page for the card, or to billing, which says why not. */
export async function loader({ params, context }: Pick<Route.LoaderArgs, 'params' | 'context'>) {
  const viewer = context.get(memberContext);
  try {
    await consumeRateLimit(billingChangeLimit, viewer.id);
    return redirectDocument(await followCardLink(viewer, params.token), 303);
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof RateLimitExceeded)) throw error;
    return redirectWithFlash('/profile/billing', error.message, 'error');
  }
}
