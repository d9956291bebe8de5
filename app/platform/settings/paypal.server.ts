/** What is given together, or not at all. */
export const paypalSettings = ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'] as const;

/** The settings of plans at PayPal: of the membership, and of what else is sold by subscription. */
const planSetting = /^PAYPAL_PLAN_ID(?:_[A-Z0-9_]+)?$/;

export const planIdsIn = (env: Record<string, string | undefined>): [name: string, id: string][] =>
  Object.entries(env).flatMap(([name, id]) => (planSetting.test(name) && id ? [[name, id]] : []));

export const livePaypal = 'https://api-m.paypal.com';

/** What it takes to sell through PayPal. */
export interface PaypalSettings {
  clientId: string;
  clientSecret: string;
  /** The plans that subscriptions are sold by, by the names of their settings (PAYPAL_PLAN_ID...). */
  planIds: Readonly<Record<string, string>>;
  webhookId: string;
  /** Origin of the REST API; empty where the sandbox stands in for it, which has one once it listens. */
  apiBase: string;
  /** Origin of the pages on which a buyer approves. */
  approvalOrigin: string;
  /** The page on which a payer sees to what pays their subscriptions. */
  autopayUrl: string;
  /** Whose buttons PayPal's script draws: null where something stands in for PayPal, which has no script. */
  buttons: 'production' | 'sandbox' | null;
}

const paypalPlaces: Record<string, { pages: string; buttons: 'production' | 'sandbox' }> = {
  [livePaypal]: { pages: 'https://www.paypal.com', buttons: 'production' },
  'https://api-m.sandbox.paypal.com': { pages: 'https://www.sandbox.paypal.com', buttons: 'sandbox' },
};

/** The settings of PayPal in the environment; null where they are not given. */
export function paypalOf(
  values: { [Name in (typeof paypalSettings)[number] | 'PAYPAL_API_BASE']?: string | undefined },
  env: Record<string, string | undefined>,
): PaypalSettings | null {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret } = values;
  const { PAYPAL_WEBHOOK_ID: webhookId } = values;
  if (!clientId || !clientSecret || !webhookId) return null;
  const apiBase = new URL(values.PAYPAL_API_BASE ?? livePaypal).origin;
  const place = paypalPlaces[apiBase];
  const approvalOrigin = place?.pages ?? apiBase;
  const planIds = Object.fromEntries(planIdsIn(env));
  const autopayUrl = `${approvalOrigin}/myaccount/autopay/`;
  return {
    clientId,
    clientSecret,
    planIds,
    webhookId,
    apiBase,
    approvalOrigin,
    autopayUrl,
    buttons: place?.buttons ?? null,
  };
}

/** PayPal where the sandbox stands in for it: its pages are the site's own, and it has a plan of whatever is sold. */
export const sandboxPaypal = (appUrl: string): PaypalSettings => ({
  clientId: 'sandbox-client',
  clientSecret: 'sandbox-secret',
  planIds: {},
  webhookId: 'WHSANDBOX1',
  apiBase: '',
  approvalOrigin: new URL(appUrl).origin,
  autopayUrl: `${appUrl}/sandbox/paypal/autopay`,
  buttons: null,
});
