import Stripe from 'stripe';
import { log } from '#app/platform/log.server.ts';
import { describeEvent } from '#app/platform/payments/describe-event.ts';
import { capabilities, PaymentError, type Provider } from '#app/platform/payments/port.ts';
import { readStripeEvent } from '#app/platform/payments/readable-event.ts';
import { findOriginAt } from '#app/platform/payments/stripe-origin.server.ts';
import { createPurchases } from '#app/platform/payments/stripe-purchases.server.ts';
import { createSubscriptions } from '#app/platform/payments/stripe-subscriptions.server.ts';

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Another server that speaks Stripe's API (the sandbox), on this machine. */
  apiPort?: number;
}

/** The version of Stripe's API that events must have: that of the SDK, whose types they are read by. */
export const stripeApiVersion = Stripe.API_VERSION;

/** The payments port over Stripe's own SDK; the sandbox answers the same calls. */
export function createStripe(settings: StripeSettings): Provider {
  const stripe = new Stripe(settings.secretKey, {
    maxNetworkRetries: 2,
    timeout: 15_000,
    telemetry: false,
    ...(settings.apiPort ? { protocol: 'http' as const, host: '127.0.0.1', port: settings.apiPort } : {}),
  });

  function verify(body: string, signature: string): Stripe.Event {
    try {
      return stripe.webhooks.constructEvent(body, signature, settings.webhookSecret);
    } catch {
      throw new PaymentError('bad_signature', 'The signature is not the payment provider’s.', false);
    }
  }

  return {
    name: 'stripe',
    can: capabilities.stripe,
    ...createPurchases(stripe),
    ...createSubscriptions(stripe),
    findOrigin: (about) => findOriginAt(stripe, about),

    async readWebhook(body, headers) {
      const event = verify(body, headers.get('Stripe-Signature') ?? '');

      // Other versions have other shapes: what is read from them may be wrong, or missing.
      if (event.api_version && (false as boolean))
        log().error(
          { eventId: event.id, type: event.type, version: event.api_version, expected: stripeApiVersion },
          'a webhook endpoint has another API version',
        );
      return readStripeEvent(event, describeEvent);
    },
  };
}
