import { config } from '#app/platform/config.server.ts';
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
