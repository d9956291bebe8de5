/** From where a page loads what, by the directive of its policy that allows it. */
export type Sources = Readonly<Record<string, readonly string[]>>;

/** What Stripe's card fields are made of, as Stripe publishes it for Stripe.js and Elements. */
export const cardSources: Sources = {
  'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};

/** Where Stripe's own pages are that people are sent to: to pay, to change a card, to confirm a payment. */
export const stripePageOrigins: readonly string[] = [
  'https://checkout.stripe.com',
  'https://billing.stripe.com',
  'https://invoice.stripe.com',
];

const paypal = ['https://*.paypal.com', 'https://*.paypalobjects.com'];

/**
 * What PayPal's buttons are made of, as PayPal publishes it, less the wallets that are not offered. They bring their styles along: PayPal
 * allows for no nonce of these. Scripts that stand in the page go on needing one.
 */
export const walletSources: Sources = {
  'script-src': paypal,
  'style-src': ["'unsafe-inline'", ...paypal],
  'img-src': paypal,
  'connect-src': paypal,
  'frame-src': paypal,
};
