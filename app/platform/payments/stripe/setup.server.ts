import type Stripe from 'stripe';
import { PaymentError, type SetupSite, type SoldProduct } from '#app/platform/payments/port.ts';
import { createCatalogue } from '#app/platform/payments/stripe/catalogue.server.ts';
import { stripeEventTypes } from '#app/platform/payments/stripe/describe-event.ts';
import { asking } from '#app/platform/payments/stripe/errors.server.ts';
import { stripeSdk } from '#app/platform/payments/stripe/sdk.server.ts';

/** What differs between a price at Stripe and what the catalogue sells; null where nothing does. */
function differenceOf(price: Stripe.Price, product: SoldProduct, collectsTax: boolean): string | null {
  const { unit_amount, currency, recurring, tax_behavior } = price;
  if (unit_amount !== product.amountCents || currency !== product.currency) return 'takes another amount';
  if ((recurring?.interval ?? null) !== product.interval || (recurring?.interval_count ?? 1) !== 1)
    return 'is for another interval';
  return collectsTax && tax_behavior !== 'exclusive' ? 'does not say that tax comes on top' : null;
}

/** How what is sold is made at Stripe, and what is missing there, in words for the operator. */
export function createSetup(stripe: Stripe, collectsTax: boolean) {
  async function problemsOfPrices(products: readonly SoldProduct[]): Promise<string[]> {
    const problems: string[] = [];
    const keys = [...new Map(products.map((product) => [product.lookupKey, product]))];
    for (const [lookupKey, product] of keys) {
      const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], limit: 1 });
      const [price] = data;
      if (!price) {
        problems.push(`There is no price with the lookup key ${lookupKey}: npm run make-products makes it.`);
        continue;
      }
      if (!price.active) problems.push(`The price ${lookupKey} is archived: activate it (${price.id}).`);
      const difference = differenceOf(price, product, collectsTax);
      if (difference) problems.push(`The price ${lookupKey} ${difference} (${price.id}).`);
    }
    return problems;
  }

  /** The endpoint that brings the site its news, and what it leaves out. */
  async function problemsOfEndpoint(url: string): Promise<string[]> {
    const endpoints: Stripe.WebhookEndpoint[] = [];
    for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) endpoints.push(endpoint);
    const ours = endpoints.filter((endpoint) => endpoint.url === url);
    const [endpoint] = ours.toSorted(
      (a, b) => Number(b.status === 'enabled') - Number(a.status === 'enabled'),
    );
    if (!endpoint) return [`There is no webhook endpoint at ${url}.`];
    if (endpoint.status !== 'enabled') return [`The webhook endpoint at ${url} is disabled.`];
    const { enabled_events: subscribedTypes, api_version } = endpoint;
    const version = stripeSdk().API_VERSION;
    const missing = subscribedTypes.includes('*')
      ? []
      : stripeEventTypes.filter((type) => !subscribedTypes.includes(type));
    return [
      ...missing.map((type) => `The webhook endpoint at ${url} is not sent ${type}.`),
      ...(api_version === version
        ? []
        : [
            `The webhook endpoint at ${url} has the API version ${api_version ?? 'of the account'}, not ${version}.`,
          ]),
    ];
  }

  return {
    /** Makes prices and coupons that are not there. Safe to repeat. No setting holds any of it. @throws {PaymentError} */
    makeProducts: (_site: SetupSite, products: readonly SoldProduct[]): Promise<Record<string, string>> =>
      asking(async () => {
        const { priceOf, couponOf } = createCatalogue(stripe, collectsTax);
        for (const product of products) {
          await priceOf(product);
          await couponOf(product);
        }
        return {};
      }),

    /** What keeps the site from selling by Stripe, or from hearing of it; empty where nothing does. @throws {PaymentError} */
    findProblems: (site: SetupSite, products: readonly SoldProduct[]): Promise<string[]> =>
      asking(async () => {
        try {
          return [
            ...(await problemsOfPrices(products)),
            ...(await problemsOfEndpoint(`${site.url}/webhooks/stripe`)),
          ];
        } catch (error) {
          const { StripeAuthenticationError, StripePermissionError } = stripeSdk().errors;
          if (error instanceof StripeAuthenticationError)
            return ['Stripe does not accept STRIPE_SECRET_KEY.'];
          if (error instanceof StripePermissionError)
            return [
              'STRIPE_SECRET_KEY may not read prices and webhook endpoints: take the secret key itself.',
            ];
          throw error;
        }
      }).catch((error: unknown) => {
        if (error instanceof PaymentError)
          throw new PaymentError(error.code, 'Stripe could not be asked.', true);
        throw error;
      }),
  };
}
