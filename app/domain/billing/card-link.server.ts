import { createHmac, timingSafeEqual } from 'node:crypto';
import { config } from '#app/platform/config.server.ts';

// Mails about a payment lead to where it is mended by one click. The link opens nothing by itself: whoever follows it is signed in, and
// the subscription theirs. That it is signed keeps other pages from making somebody's browser open the provider's page.

const signatureOf = (subscriptionId: string) =>
  createHmac('sha256', config().sessionSecret)
    .update(`card link\n${subscriptionId}`)
    .digest()
    .subarray(0, 16);

/** The link by which the member mends how a subscription is paid. */
export function cardLink(subscriptionId: string): string {
  const token = `${subscriptionId}.${signatureOf(subscriptionId).toString('base64url')}`;
  return `${config().appUrl}/profile/billing/card/${token}`;
}

/** The subscription that a link is about; null for one that was not made here. */
export function readCardLink(token: string): string | null {
  const [subscriptionId = '', signature = '', ...rest] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(subscriptionId);
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return subscriptionId;
}
