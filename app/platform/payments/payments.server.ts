import { type Config, config } from '#app/platform/config.server.ts';
import type { PaymentProvider } from '#app/platform/payments/facts.ts';
import type { PayoutProvider } from '#app/platform/payments/payouts.ts';
import { createPaypalPayouts } from '#app/platform/payments/paypal/payouts.server.ts';
import { createPaypal } from '#app/platform/payments/paypal/paypal.server.ts';
import { capabilities, PaymentError, type Provider, type PurchaseWay } from '#app/platform/payments/port.ts';
import { createStripe } from '#app/platform/payments/stripe/stripe.server.ts';
import type { PaypalSettings } from '#app/platform/settings/paypal.server.ts';

/** How the providers are connected, where that was said; and those that have been asked for. Null is one that is not offered. */
const connections = new Map<PaymentProvider, () => Provider | null>();
const connected = new Map<PaymentProvider, Provider | null>();
let paypalSettings: PaypalSettings | null | undefined;

/** A provider is connected when it is first asked for: its SDK is large. */
function setConnection(name: PaymentProvider, connect: () => Provider | null): void {
  connections.set(name, connect);
  connected.delete(name);
}

/** Connects Stripe with the configuration's settings, or with others (tests); with a sandbox, by the port its API listens on. */
export function connectPayments(
  sandboxPort?: number,
  {
    secretKey,
    webhookSecret,
    collectsTax = false,
    retries = 2,
  }: Pick<Config['stripe'], 'secretKey' | 'webhookSecret'> & {
    collectsTax?: boolean;
    retries?: number;
  } = config().stripe,
): void {
  const apiPort = sandboxPort ? { apiPort: sandboxPort } : {};
  setConnection('stripe', () => createStripe({ secretKey, webhookSecret, collectsTax, retries, ...apiPort }));
}

/** Connects PayPal with the configuration's settings, or with others (tests); null where it is not offered. */
export function connectPaypal(settings = config().paypal): void {
  setConnection('paypal', () => settings && createPaypal(settings));
  paypalSettings = settings;
  payouts = undefined;
}

const connectAsConfigured: Record<PaymentProvider, () => void> = {
  stripe: () => connectPayments(),
  paypal: () => connectPaypal(),
};

/** A provider; null where it is not offered. */
export function findProvider(name: PaymentProvider): Provider | null {
  const cachedProvider = connected.get(name);
  if (cachedProvider !== undefined) return cachedProvider;
  if (!connections.has(name)) connectAsConfigured[name]();
  const connection = connections.get(name)?.() ?? null;
  connected.set(name, connection);
  return connection;
}

/** The provider that sold something. @throws {PaymentError} where it is not connected to this site (any more). */
export function provider(name: PaymentProvider): Provider {
  const connection = findProvider(name);
  if (!connection)
    throw new PaymentError(
      'not_offered',
      `${capabilities[name].title} is not connected to this site.`,
      false,
    );
  return connection;
}

let payouts: PayoutProvider | null | undefined;

/** Who pays money out; null where nobody does but the operator by hand. */
export function payoutProvider(): PayoutProvider | null {
  if (payouts === undefined) {
    const settings = paypalSettings === undefined ? config().paypal : paypalSettings;
    payouts = settings ? createPaypalPayouts(settings) : null;
  }
  return payouts;
}

/** The providers that are offered. */
export function providers(): Provider[] {
  const names = Object.keys(capabilities) as PaymentProvider[];
  return names.map(findProvider).filter((connection) => connection !== null);
}

/** The provider by which a buyer pays in a way; null where that way is not offered. */
export function providerFor(way: PurchaseWay): Provider | null {
  return providers().find(({ can }) => can.ways.includes(way)) ?? null;
}
