import { config } from '#app/platform/config.server.ts';
import { createPaypal, type Paypal } from '#app/platform/payments/paypal.server.ts';
import { createStripePayments, type Payments } from '#app/platform/payments/stripe.server.ts';

let current: Payments | undefined;

/** Connects the provider of this process; with a sandbox, by the port its API listens on. */
export function connectPayments(sandboxPort?: number): Payments {
  const { secretKey, webhookSecret } = config().stripe;
  current = createStripePayments({
    secretKey,
    webhookSecret,
    ...(sandboxPort ? { apiPort: sandboxPort } : {}),
  });
  return current;
}

/** The payment provider. */
export function payments(): Payments {
  return current ?? connectPayments();
}

let currentPaypal: Paypal | null | undefined;

/** Connects PayPal with the configuration's settings, or with others (tests); null where it is not offered. */
export function connectPaypal(settings = config().paypal): Paypal | null {
  currentPaypal = settings ? createPaypal(settings) : null;
  return currentPaypal;
}

/** PayPal, beside the payment provider; null where it is not offered. */
export function paypal(): Paypal | null {
  return currentPaypal === undefined ? connectPaypal() : currentPaypal;
}
