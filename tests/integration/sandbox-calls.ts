import { provider } from '#app/platform/payments/payments.server.ts';
import type { Promotion, PurchaseWay, SoldProduct } from '#app/platform/payments/port.ts';
import { base, received, sandbox, stripe } from '#tests/integration/card-buyers.ts';

export const product = {
  key: 'membership',
  name: 'Membership <b>&</b>',
  amountCents: 4_700,
  currency: 'usd',
  interval: 'month',
  freeIntervals: 0,
  lookupKey: 'membership_usd_4700_month',
  planSetting: null,
} as const;
const metadata = { user_id: 'u-1', product: 'membership' };
/** The same by the year. */
export const yearly = {
  ...product,
  key: 'membership_year',
  amountCents: 47_000,
  interval: 'year',
  lookupKey: 'membership_year_usd_47000_year',
} as const;
export const cards = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  confirms: '4000 0025 0000 3155',
  neverPays: '4000 0000 0000 0341',
  refusesRefund: '4000 0000 0000 5126',
  refundsLater: '4000 0000 0000 7726',
  disputed: '4000 0000 0000 0259',
  inquired: '4000 0000 0000 1976',
};

let runs = 0;

/** A customer of the sandbox's that the site does not know. */
export const newCustomer = async (): Promise<string> => {
  runs += 1;
  const user = { userId: `${Date.now()}-${runs}`, email: 'ada@example.com', name: 'Ada', replaces: null };
  return String(await provider('stripe').createCustomer(user));
};

/** Begins a purchase of a customer's, as billing does. */
export const startAs = (
  way: PurchaseWay,
  sold: SoldProduct,
  customerId: string,
  metadata: Record<string, string>,
  promotion: Promotion | null = null,
) =>
  provider('stripe').startPurchase({
    way,
    userId: customerId,
    customerId,
    product: sold,
    metadata,
    promotion,
    brandName: 'Academy',
    approvedUrl: 'http://localhost:3000/approved',
    doneUrl: `${base}/thank-you?session={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${base}/checkout`,
    idempotencyKey: `${way}-${customerId}`,
  });

/** Begins the subscription of a new customer, to what is sold by the month if not said otherwise. */
export async function begin(sold: SoldProduct = product) {
  const customerId = await newCustomer();
  const { id, clientSecret } = await startAs('card_form', sold, customerId, metadata);
  return { customerId, subscriptionId: String(id), clientSecret: String(clientSecret) };
}

/** What the site's own card form does. */
export async function confirm(clientSecret: string, number: string, change: Record<string, unknown> = {}) {
  const intentId = clientSecret.split('_secret')[0];
  const response = await fetch(`${base}/sandbox/v1/payment_intents/${intentId}/confirm`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      client_secret: clientSecret,
      return_url: `${base}/thank-you`,
      card: { number, expiry: '12 / 34', cvc: '123' },
      ...change,
    }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Sends a form of the sandbox's pages. */
export const post = (path: string, form: Record<string, string>) =>
  fetch(new URL(path, base), { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

export const locationOf = (response: Response) => response.headers.get('location') ?? '';

/** The names of the events that came, once everything due is delivered. */
export async function events(): Promise<string[]> {
  await sandbox.deliverDue();
  return received.map(({ type }) => type);
}

/** The address of a hosted checkout of a new customer. */
export const openCheckout = async (sold: SoldProduct = product) => {
  const customerId = await newCustomer();
  return String((await startAs('card_page', sold, customerId, metadata)).url);
};

export const statusOf = async (id: string) => (await stripe.subscriptions.retrieve(id)).status;

/** Replaces the card that pays a subscription, on the provider's page. */
export async function payOnFile(subscriptionId: string, customer: string, number: string): Promise<void> {
  await stripe.subscriptions.update(subscriptionId, { default_payment_method: '' });
  const session = await stripe.billingPortal.sessions.create({
    customer,
    return_url: `${base}/profile/billing`,
    flow_data: { type: 'payment_method_update' },
  });
  await post(session.url, { number, expiry: '12 / 34', cvc: '123' });
}
