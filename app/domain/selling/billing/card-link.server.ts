import { config } from '#app/platform/config.server.ts';
import { isSignatureOf, signatureOf } from '#app/platform/secrets/signing.server.ts';

// Mails about a payment lead to where it is mended by one click. The link opens nothing by itself: whoever follows it is signed in, and
// the subscription theirs. That it is signed keeps other pages from making somebody's browser open the provider's page.

/** The link by which the member mends how a subscription is paid. */
export function cardLink(subscriptionId: string): string {
  const token = `${subscriptionId}.${signatureOf('card link', subscriptionId)}`;
  return `${config().appUrl}/profile/billing/card/${token}`;
}

/** The subscription that a link is about; null for one that was not made here. */
export function readCardLink(token: string): string | null {
  const [subscriptionId = '', signature = '', ...rest] = token.split('.');
  return rest.length === 0 && isSignatureOf('card link', subscriptionId, signature) ? subscriptionId : null;
}
