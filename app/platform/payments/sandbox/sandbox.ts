import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import qs from 'qs';
import Stripe from 'stripe';
import { log } from '#app/platform/log.server.ts';
import { answerCall } from '#app/platform/payments/sandbox/api.ts';
import type { CardInput } from '#app/platform/payments/sandbox/cards.ts';
import { createCourier } from '#app/platform/payments/sandbox/events.ts';
import { stylesheet } from '#app/platform/payments/sandbox/html.ts';
import { need } from '#app/platform/payments/sandbox/lifecycle.ts';
import { checkoutPage, confirmPage, notFoundPage } from '#app/platform/payments/sandbox/pages.ts';
import { ApiError, asRecord, type Params } from '#app/platform/payments/sandbox/parameters.ts';
import {
  completeAction,
  completeSession,
  intentOfSession,
  tryCard,
} from '#app/platform/payments/sandbox/payment.ts';
import { prepareStore, withStore } from '#app/platform/payments/sandbox/store.ts';

export interface SandboxOptions {
  pool: pg.Pool;
  secretKey: string;
  webhookSecret: string;
  /** The site's webhook, e.g. http://127.0.0.1:3000/webhooks/stripe. */
  webhookUrl: string;
  /** Where browsers reach the hosted pages, e.g. http://localhost:3000. */
  publicBase: string;
}

export interface Sandbox {
  /** The port of the API, on this machine alone. */
  apiPort: number;
  /** Answers everything below /sandbox/ of the site. */
  handlePage: RequestListener;
  /** Sends the events that are due and waits for them (tests). */
  deliverDue(): Promise<void>;
  close(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // A body left half read must not close the connection its answer goes to.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > 100_000)
      throw new ApiError(413, 'request_too_large', 'That is more than the sandbox accepts.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    .end(JSON.stringify(body));
}

function sendPage(response: ServerResponse, status: number, markup: string): void {
  response
    .writeHead(status, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    })
    .end(markup);
}

const redirect = (response: ServerResponse, to: string) =>
  response.writeHead(303, { Location: to, 'Cache-Control': 'no-store' }).end();

const errorBody = ({ type, code, message, param }: ApiError) => ({
  error: { type, code, message, ...(param ? { param } : {}) },
});

const asCard = (form: Params): CardInput => ({
  number: String(form.number ?? ''),
  expiry: String(form.expiry ?? ''),
  cvc: String(form.cvc ?? ''),
});

/** A small server that speaks as much of Stripe's API as the site uses, and refuses what Stripe would refuse. No money moves. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { pool, publicBase } = options;
  await prepareStore(pool);
  const stripe = new Stripe(options.secretKey);
  const courier = createCourier(pool, stripe, { url: options.webhookUrl, secret: options.webhookSecret });

  async function answerApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers.authorization !== `Bearer ${options.secretKey}`)
      throw new ApiError(401, 'api_key_invalid', 'Invalid API Key provided.');
    const url = new URL(request.url ?? '/', 'http://sandbox');
    const body = await readBody(request);
    const method = request.method ?? 'GET';
    const params = qs.parse(method === 'GET' ? url.search.slice(1) : body, { depth: 8 }) as Params;
    const key = method === 'POST' ? request.headers['idempotency-key'] : undefined;
    const fingerprint = createHash('sha256').update(`${method} ${url.pathname} ${body}`).digest('hex');
    const answer = await withStore(pool, async (store) => {
      if (typeof key === 'string') {
        const { rows } = await store.query<{ request: string; body: unknown }>(
          'SELECT request, body FROM sandbox.idempotency WHERE key = $1',
          [key],
        );
        if (rows[0] && rows[0].request !== fingerprint)
          throw new ApiError(
            400,
            'idempotency_key_in_use',
            'Keys for idempotent requests can only be used with the same parameters they were first used with.',
            undefined,
            'idempotency_error',
          );
        if (rows[0]) return rows[0].body;
      }
      const result = await answerCall(store, method, url.pathname, params, publicBase);
      if (typeof key === 'string')
        await store.query(
          'INSERT INTO sandbox.idempotency (key, request, status, body) VALUES ($1, $2, 200, $3)',
          [key, fingerprint, result],
        );
      return result;
    });
    sendJson(response, 200, answer);
    void courier.deliverDue();
  }

  /** The hosted checkout. */
  async function answerCheckout(
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
  ): Promise<void> {
    const form = request.method === 'POST' ? (qs.parse(await readBody(request)) as Params) : undefined;
    const reply = await withStore(pool, async (store) => {
      const session = await store.get(id);
      if (session?.object !== 'checkout.session') return { status: 404, markup: notFoundPage() };
      const successUrl = String(session.success_url).replaceAll('{CHECKOUT_SESSION_ID}', session.id);
      if (session.status === 'complete') return { to: successUrl };
      if (session.status === 'expired') return { status: 410, markup: notFoundPage() };
      const price = await need(store, session.sandbox_price);
      const name = String((await need(store, price.product)).name);
      if (!form) return { status: 200, markup: checkoutPage(session, name) };
      const card = asCard(form);
      const outcome = await tryCard(
        store,
        await intentOfSession(store, session),
        card,
        `${publicBase}/sandbox/checkout/${id}/finish`,
      );
      if (outcome.kind === 'refused')
        return { status: 422, markup: checkoutPage(session, name, card, outcome.problems) };
      if (outcome.kind === 'requires_action') return { to: `/sandbox/confirm/${outcome.intentId}` };
      await completeSession(store, session);
      return { to: successUrl };
    });
    if ('to' in reply && reply.to) redirect(response, reply.to);
    else if (reply.markup) sendPage(response, reply.status, reply.markup);
    void courier.deliverDue();
  }

  /** Where the confirmation step returns to: the checkout ends, or is shown again. */
  async function finishCheckout(response: ServerResponse, id: string): Promise<void> {
    const to = await withStore(pool, async (store) => {
      const session = await store.get(id);
      if (session?.object !== 'checkout.session' || session.status === 'expired') return '/';
      const intent = await intentOfSession(store, session);
      if (intent.status !== 'succeeded') return `/sandbox/checkout/${id}`;
      await completeSession(store, session);
      return String(session.success_url).replaceAll('{CHECKOUT_SESSION_ID}', session.id);
    });
    redirect(response, to);
    void courier.deliverDue();
  }

  async function answerConfirm(
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
  ): Promise<void> {
    const form = request.method === 'POST' ? (qs.parse(await readBody(request)) as Params) : undefined;
    const reply = await withStore(pool, async (store) => {
      const intent = await store.get(id);
      if (intent?.object !== 'payment_intent' || !intent.sandbox_return_url || intent.status === 'canceled')
        return { status: 404, markup: notFoundPage() };
      if (!form && intent.status === 'requires_action') return { status: 200, markup: confirmPage(intent) };
      // A reload or a second press finds the step done, and goes on to where the first one went.
      if (form) await completeAction(store, intent, form.answer === 'complete');
      const back = new URL(String(intent.sandbox_return_url), publicBase);
      back.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
      return { to: back.href };
    });
    if ('to' in reply && reply.to) redirect(response, reply.to);
    else if (reply.markup) sendPage(response, reply.status, reply.markup);
    void courier.deliverDue();
  }

  /** What the provider's own script does in life: tries the card typed on the site against a payment intent. */
  async function confirmIntent(
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
  ): Promise<void> {
    const params = asRecord(JSON.parse((await readBody(request)) || '{}'));
    const returnUrl = String(params.return_url ?? '');
    if (!URL.canParse(returnUrl) || new URL(returnUrl).origin !== new URL(publicBase).origin)
      throw new ApiError(400, 'url_invalid', 'Not a valid URL.', 'return_url');
    const outcome = await withStore(pool, async (store) => {
      const intent = await store.get(id);
      if (intent?.object !== 'payment_intent' || intent.client_secret !== params.client_secret)
        throw new ApiError(404, 'resource_missing', `No such payment_intent: '${id}'`, 'intent');
      if (intent.status === 'canceled')
        throw new ApiError(
          400,
          'payment_intent_unexpected_state',
          'This payment was cancelled. Please reload the page to begin again.',
        );
      return tryCard(store, intent, asCard(asRecord(params.card)), returnUrl);
    });
    void courier.deliverDue();
    if (outcome.kind === 'refused') {
      const [first] = outcome.problems;
      sendJson(response, 402, {
        error: { type: 'card_error', code: first?.code, message: first?.message, problems: outcome.problems },
      });
    } else if (outcome.kind === 'requires_action')
      sendJson(response, 200, { status: 'requires_action', url: `/sandbox/confirm/${id}` });
    else sendJson(response, 200, { status: 'succeeded' });
  }

  async function answerPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (path === '/sandbox/sandbox.css') {
      response
        .writeHead(200, { 'Content-Type': 'text/css', 'Cache-Control': 'public, max-age=3600' })
        .end(stylesheet);
      return;
    }
    const match = /^\/sandbox\/(?:v1\/payment_intents|checkout|confirm)\/(\w+)(\/confirm|\/finish)?$/.exec(
      path,
    );
    const id = match?.[1] ?? '';
    if (path.startsWith('/sandbox/v1/') && match?.[2] === '/confirm' && request.method === 'POST')
      await confirmIntent(request, response, id);
    else if (path.startsWith('/sandbox/checkout/') && match)
      await (match[2] === '/finish' ? finishCheckout(response, id) : answerCheckout(request, response, id));
    else if (path.startsWith('/sandbox/confirm/') && match) await answerConfirm(request, response, id);
    else sendPage(response, 404, notFoundPage());
  }

  const guarded =
    (answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>): RequestListener =>
    (request, response) => {
      answer(request, response).catch((error: unknown) => {
        const known =
          error instanceof ApiError
            ? error
            : error instanceof SyntaxError
              ? new ApiError(400, 'parse_error', 'Invalid JSON.')
              : undefined;
        if (!known) log().error({ error: error instanceof Error ? error.stack : String(error) }, 'sandbox');
        if (known) sendJson(response, known.status, errorBody(known));
        else sendJson(response, 500, { error: { type: 'api_error', message: 'The sandbox failed.' } });
      });
    };

  const server = createServer(guarded(answerApi));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  void courier.deliverDue();
  return {
    apiPort: (server.address() as AddressInfo).port,
    handlePage: guarded(answerPage),
    deliverDue: () => courier.deliverDue(),
    async close() {
      await courier.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
