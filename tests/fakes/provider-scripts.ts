import { join } from 'node:path';
import type { APIResponse, Page, Route } from '@playwright/test';
import { pageHeaders } from '#app/platform/http/security-headers.server.ts';

// Live settings in a browser: the demo's checkout as it would be with them, and what would answer at the providers' addresses. Behind
// that stands the demo's sandbox, so that what is begun, paid and told is so at the site too.

const cors = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' };

const scriptOf = (name: string) => (route: Route) =>
  route.fulfill({ contentType: 'text/javascript', path: join(import.meta.dirname, name) });

const page = (body: string) => ({ contentType: 'text/html', body: `<!doctype html><html lang="en">${body}` });

const live = {
  payments: 'stripe',
  isSecure: false,
  paypal: { approvalOrigin: 'https://www.sandbox.paypal.com' },
  checkout: { hasTaxOnTop: false, walletButtons: { clientId: 'test-client', environment: 'sandbox' } },
} as const;

/** Sets a property, by its name, of the data that a page is handed over with: a list in which objects and strings name others by index. */
function handOver(list: unknown[], name: string, value: string | Record<string, string>): void {
  const add = (item: unknown) => list.push(item) - 1;
  const key = `_${list.indexOf(name)}`;
  const owner = list.find((item) => typeof item === 'object' && item !== null && Object.hasOwn(item, key));
  if (!owner) throw new Error(`The page is handed over no ${name}.`);
  const entries = (fields: Record<string, string>) =>
    Object.fromEntries(Object.entries(fields).map(([field, of]) => [`_${add(field)}`, add(of)]));
  (owner as Record<string, number>)[key] = add(typeof value === 'string' ? value : entries(value));
}

declare global {
  interface Window {
    /** Lets the page have waited long enough for PayPal's button. */
    endPatience?: () => void;
  }
}

/**
 * Makes the checkout what it is with live settings of both providers: the same page, with their data and their headers. How long it
 * waits for PayPal's button the test decides, and no slow machine.
 */
export async function withLiveSettings(visitor: Page): Promise<void> {
  await visitor.addInitScript(() => {
    const later = window.setTimeout.bind(window);
    const patiently = (run: TimerHandler, ms?: number, ...rest: unknown[]) => {
      if (ms !== 5_000) return later(run, ms, ...rest);
      window.endPatience = run as () => void;
      return 0;
    };
    window.setTimeout = patiently as typeof window.setTimeout;
  });
  await visitor.route(/\/checkout(?:\?.*)?$/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const headers = response.headers();
    const nonce = /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1];
    if (!nonce) return route.fulfill({ response });
    for (const [name, value] of Object.entries(pageHeaders({ nonce, takesPayments: true }, live)))
      headers[name.toLowerCase()] = value;
    const body = (await response.text())
      .replace(/<div class="[^"]*"><strong>Sandbox.*?<\/div>/, '')
      .replace(/(?<=enqueue\()("(?:[^"\\]|\\.)*")/, (text) => {
        const [first = '', ...rest] = (JSON.parse(text) as string).split('\n');
        const list = JSON.parse(first) as unknown[];
        // Of an owner of what is offered there is neither.
        if (list.includes('walletButtons')) {
          handOver(list, 'provider', 'stripe');
          handOver(list, 'walletButtons', { ...live.checkout.walletButtons, currency: 'USD' });
        }
        return JSON.stringify([JSON.stringify(list), ...rest].join('\n')).replaceAll('<', '\\u003c');
      });
    return route.fulfill({ response, headers, body });
  });
}

/** The frame of Stripe's in which a card is typed. */
const cardFrame = `<title>Card</title>
  <label>Card number <input name="number"></label>
  <label>Expiry (MM / YY) <input name="expiry"></label>
  <label>CVC <input name="cvc"></label>
  <script>
    addEventListener('message', ({ ports: [port] }) => port.postMessage(
      Object.fromEntries([...document.querySelectorAll('input')].map(({ name, value }) => [name, value]))));
  </script>`;

/** Answers at Stripe's addresses; what is confirmed there is tried by the demo's sandbox. */
export async function answerForStripe(visitor: Page): Promise<void> {
  await visitor.route('https://js.stripe.com/endive/stripe.js*', scriptOf('stripe.js'));
  await visitor.route('https://js.stripe.com/**/*.html', (route) => route.fulfill(page(cardFrame)));
  await visitor.route('https://api.stripe.com/v1/payment_intents/*/confirm', async (route) => {
    const asked = route.request();
    if (asked.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: cors });
    const sent = asked.postDataJSON() as { return_url: string };
    const answer = await visitor.request.post(`/sandbox${new URL(asked.url()).pathname}`, { data: sent });
    const { error, url } = (await answer.json()) as { error?: unknown; url?: string };
    const next = new URL(url ?? `${sent.return_url}?redirect_status=succeeded`, visitor.url()).href;
    return route.fulfill({ status: answer.status(), headers: cors, json: error ? { error } : { next } });
  });
}

/** The sandbox's page of what somebody is to approve, by how PayPal's script calls its id. */
const approvalOf = (url: URL) => {
  const id = encodeURIComponent(url.searchParams.get('id') ?? '');
  return url.searchParams.get('kind') === 'orderId'
    ? `/sandbox/paypal/checkoutnow?token=${id}`
    : `/sandbox/paypal/approve?ba_token=${id}`;
};

/** The end of PayPal's page: it tells the page that opened it how it went. */
const saying = (said: string) =>
  page(`<title>PayPal</title><p>${said}</p><script>opener.postMessage('${said}', '*')</script>`);

/** Answers at PayPal's addresses, in the windows that are opened too; what is approved there is approved at the demo's sandbox. */
export async function answerForPaypal(visitor: Page): Promise<void> {
  const context = visitor.context();
  await context.route('https://www.paypalobjects.com/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  await context.route('https://www.sandbox.paypal.com/web-sdk/v6/core*', scriptOf('paypal.js'));
  await context.route('https://www.sandbox.paypal.com/eligible*', (route) => {
    const isKnown =
      new URL(route.request().url()).searchParams.get('client') === live.checkout.walletButtons.clientId;
    return route.fulfill({ headers: cors, json: isKnown ? ['paypal'] : [] });
  });
  await context.route('https://www.sandbox.paypal.com/checkoutnow*', async (route) => {
    const asked = route.request();
    const approval = approvalOf(new URL(asked.url()));
    const isOk = (answer: APIResponse) => answer.status() < 400;
    if (asked.method() === 'POST') {
      if (asked.postData() === 'answer=cancel') return route.fulfill(saying('canceled'));
      const form = { funding: 'pays' };
      const approved = await visitor.request.post(approval, { form, maxRedirects: 0 });
      return route.fulfill(saying(isOk(approved) ? 'approved' : 'unknown'));
    }
    const shown = await visitor.request.get(approval, { maxRedirects: 0 });
    if (!isOk(shown)) return route.fulfill(saying('unknown'));
    return route.fulfill(
      page(`<title>PayPal</title><form method="post">
        <button name="answer" value="approve">Agree and pay</button>
        <button name="answer" value="cancel">Cancel</button></form>`),
    );
  });
}
