interface Keys {
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_PUBLISHABLE_KEY?: string | undefined;
  PAYPAL_CLIENT_ID?: string | undefined;
}

const modeOf = (key: string): 'live' | 'test' => (/^[a-z]k_live_/.test(key) ? 'live' : 'test');

/**
 * What is wrong with keys of which some move money and some do not: a buyer who pays with play money would get what others pay for,
 * and one who tries the site out would be charged.
 */
export function problemsOfMode(env: Keys, isLivePaypal: boolean): [name: string, message: string][] {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable, PAYPAL_CLIENT_ID: paypal } = env;
  if (!secret) return [];
  const problems: [string, string][] = [];
  const mode = modeOf(secret);
  if (publishable && modeOf(publishable) !== mode)
    problems.push([
      'STRIPE_PUBLISHABLE_KEY',
      `is a ${modeOf(publishable)} key, and STRIPE_SECRET_KEY a ${mode} one: give two of one mode`,
    ]);
  if (paypal && isLivePaypal !== (mode === 'live'))
    problems.push([
      'PAYPAL_API_BASE',
      isLivePaypal
        ? "leads to PayPal's live API, and STRIPE_SECRET_KEY is a test key: for a rehearsal set it to https://api-m.sandbox.paypal.com"
        : 'leads to a PayPal that moves no money, and STRIPE_SECRET_KEY is a live key: leave it out to take money with both',
    ]);
  return problems;
}
