import { fetchDirectly } from '#app/platform/outgoing/direct-fetch.server.ts';
import { callMs, deadlineSignal } from '#app/platform/payments/deadline.server.ts';
import { capabilities, type Provider } from '#app/platform/payments/port.ts';
import { createPresent } from '#app/platform/payments/stripe/current-facts.server.ts';
import { createEvents } from '#app/platform/payments/stripe/events.server.ts';
import { findFeeAt } from '#app/platform/payments/stripe/fees.server.ts';
import { createForeign } from '#app/platform/payments/stripe/foreign.server.ts';
import { createNextPrices } from '#app/platform/payments/stripe/next-price.server.ts';
import { findOriginAt } from '#app/platform/payments/stripe/origin.server.ts';
import { createPauses } from '#app/platform/payments/stripe/pauses.server.ts';
import { createPeriodEnds } from '#app/platform/payments/stripe/period-ends.server.ts';
import { createSwitches } from '#app/platform/payments/stripe/price-switch.server.ts';
import { createPurchases } from '#app/platform/payments/stripe/purchases.server.ts';
import { createQuantityChanges } from '#app/platform/payments/stripe/quantity-change.server.ts';
import { createRenewalPrices } from '#app/platform/payments/stripe/renewal-price.server.ts';
import { stripeSdk } from '#app/platform/payments/stripe/sdk.server.ts';
import { createSetup } from '#app/platform/payments/stripe/setup.server.ts';
import { createDiscounts } from '#app/platform/payments/stripe/subscription-discounts.server.ts';
import { createSubscriptions } from '#app/platform/payments/stripe/subscriptions.server.ts';

interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Has Stripe compute tax, on top of what is sold. */
  collectsTax: boolean;
  /** Another server that speaks Stripe's API (the sandbox), on this machine. */
  apiPort?: number;
  /** How often a call that did not get through is made again, after a pause. */
  retries: number;
}

/** Fetches, unless the deadline of the request is over. */
function fetchBeforeDeadline(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const signals = [init.signal, deadlineSignal()].filter((signal) => signal != null);
  return fetchDirectly(input, { ...init, signal: AbortSignal.any(signals) });
}

/** The payments port over Stripe's own SDK; the sandbox answers the same calls. */
export function createStripe(settings: StripeSettings): Provider {
  const Stripe = stripeSdk();
  const isSandbox = settings.apiPort !== undefined;
  const stripe = new Stripe(settings.secretKey, {
    maxNetworkRetries: settings.retries,
    timeout: callMs,
    // Its limit goes for the whole answer, where that of Node's client begins anew with each byte.
    httpClient: Stripe.createFetchHttpClient(fetchBeforeDeadline),
    telemetry: false,
    ...(settings.apiPort ? { protocol: 'http' as const, host: '127.0.0.1', port: settings.apiPort } : {}),
  });

  return {
    name: 'stripe',
    // Tax depends on where the buyer is, and is shown before paying: that the form on the site cannot do, and the page can.
    can: settings.collectsTax ? { ...capabilities.stripe, ways: ['card_page'] } : capabilities.stripe,
    ...createPurchases(stripe, { collectsTax: settings.collectsTax, isSandbox }),
    ...createSubscriptions(stripe, { isSandbox }),
    ...createPeriodEnds(stripe),
    ...createSwitches(stripe, settings.collectsTax),
    ...createNextPrices(stripe, settings.collectsTax),
    ...createPauses(stripe),
    ...createRenewalPrices(stripe, settings.collectsTax),
    ...createQuantityChanges(stripe),
    ...createDiscounts(stripe, settings.collectsTax),
    ...createEvents(stripe, settings.webhookSecret),
    ...createPresent(stripe),
    ...createForeign(stripe),
    ...createSetup(stripe, settings.collectsTax),
    findOrigin: (about) => findOriginAt(stripe, about),
    findFee: (of) => findFeeAt(stripe, of),
  };
}
