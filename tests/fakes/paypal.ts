import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PaypalSettings } from '#app/platform/config.server.ts';
import { createLedger, find, newId } from '#tests/fakes/paypal-ledger.ts';
import { bodies, isSigned, Refused, readBody, readText, signed } from '#tests/fakes/paypal-requests.ts';

/** A webhook as it is sent. */
export interface Delivery {
  type: string;
  body: string;
  headers: Record<string, string>;
}

/** The settings that the fake is called with; the origins are filled in once it listens. */
export const fakeSettings = (): PaypalSettings => ({
  clientId: 'fake-client',
  clientSecret: 'fake-secret',
  planId: 'P-FAKE1234',
  webhookId: 'WHFAKE1234',
  apiBase: '',
  approvalOrigin: '',
});

/**
 * A PayPal of our own for tests, over real HTTP: as much of the REST API as the site calls, strict about credentials and fields, the
 * page where a buyer approves, and signed webhooks. `send` delivers them; by default they wait in `deliveries`.
 */
export async function startPaypalFake(send?: (delivery: Delivery) => Promise<void>, port = 0) {
  const settings = fakeSettings();
  const ledger = createLedger(settings, emit);
  const { begin, approve, cancel, refund, refundJson } = ledger;
  const answers = new Map<string, { status: number; json: unknown }>();
  const deliveries: Delivery[] = [];
  const tokens = new Set<string>();
  const health = { isDown: false };
  let tokenCount = 0;

  function emit(type: string, resource: object): void {
    const event = { id: newId('WH-'), event_version: '1.0', create_time: new Date().toISOString() };
    // PayPal escapes slashes, which writing the event anew would not.
    const body = JSON.stringify({ ...event, event_type: type, resource }).replaceAll('/', '\\/');
    const delivery = { type, body, headers: signed(body, settings.webhookId, randomUUID()) };
    if (send) void send(delivery);
    else deliveries.push(delivery);
  }

  function giveToken(request: IncomingMessage, text: string) {
    const { clientId, clientSecret } = settings;
    const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    if (request.headers.authorization !== `Basic ${credentials}`) throw new Refused(401, 'invalid_client');
    if (text !== 'grant_type=client_credentials') throw new Refused(400, 'unsupported_grant_type');
    const token = newId('A21');
    tokens.add(token);
    tokenCount += 1;
    return { access_token: token, token_type: 'Bearer', expires_in: 32_400 };
  }

  function create(request: IncomingMessage, text: string) {
    const { plan_id, custom_id, application_context } = readBody(request, text, bodies.subscription);
    const { return_url: returnUrl, cancel_url: cancelUrl } = application_context;
    return begin({ planId: plan_id, customId: custom_id, returnUrl, cancelUrl });
  }

  function transactionsOf(id: string, query: URLSearchParams) {
    for (const name of ['start_time', 'end_time'])
      if (!/^\d{4}-.*T.*\.\d{3}Z$/.test(query.get(name) ?? ''))
        throw new Refused(400, 'INVALID_PARAMETER_VALUE');
    return ledger.transactionsJson(id);
  }

  /** One call of the API: its status and what it answers. */
  function answer(request: IncomingMessage, url: URL, text: string): { status: number; json?: unknown } {
    if (health.isDown) throw new Refused(503, 'SERVICE_UNAVAILABLE');
    const called = `${request.method} ${url.pathname}`;
    if (called === 'POST /v1/oauth2/token') return { status: 200, json: giveToken(request, text) };
    if (!tokens.has(request.headers.authorization?.replace('Bearer ', '') ?? ''))
      throw new Refused(401, 'AUTHENTICATION_FAILURE');
    const requestId = String(request.headers['paypal-request-id'] ?? '');
    if (requestId.length > 38) throw new Refused(400, 'INVALID_REQUEST_ID');
    const once = (status: number, json: () => unknown) => {
      const earlier = answers.get(`${called} ${requestId}`);
      if (earlier) return earlier;
      const given = { status, json: json() };
      if (requestId) answers.set(`${called} ${requestId}`, given);
      return given;
    };
    const id = url.pathname.split('/')[4] ?? '';
    switch (called.replace(id || '\0', ':id')) {
      case 'GET /v1/billing/plans/:id':
        if (id !== settings.planId) throw new Refused(404, 'INVALID_RESOURCE_ID');
        return { status: 200, json: ledger.planJson() };
      case 'POST /v1/billing/subscriptions':
        return once(201, () => create(request, text));
      case 'GET /v1/billing/subscriptions/:id':
        return { status: 200, json: ledger.subscriptionJson(id) };
      case 'GET /v1/billing/subscriptions/:id/transactions':
        return { status: 200, json: transactionsOf(id, url.searchParams) };
      case 'POST /v1/billing/subscriptions/:id/cancel':
        readBody(request, text, bodies.cancellation);
        cancel(id);
        return { status: 204 };
      case 'POST /v2/payments/captures/:id/refund':
        return once(201, () => refund(id, readBody(request, text, bodies.refund).amount?.value));
      case 'GET /v1/payments/sale/:id':
        return { status: 200, json: ledger.saleJson(id) };
      case 'GET /v1/payments/refund/:id':
        return { status: 200, json: refundJson(id) };
      case 'POST /v1/notifications/verify-webhook-signature': {
        const asked = readBody(request, text, bodies.verification);
        const isOurs = asked.webhook_id === settings.webhookId && isSigned(text, asked);
        return { status: 200, json: { verification_status: isOurs ? 'SUCCESS' : 'FAILURE' } };
      }
      default:
        throw new Refused(404, `NO_SUCH_CALL ${called}`);
    }
  }

  /** The page where the buyer approves, and its button. */
  function showPage(request: IncomingMessage, response: ServerResponse, url: URL): void {
    const id = url.searchParams.get('ba_token') ?? '';
    if (request.method === 'POST') {
      response.writeHead(303, { Location: approve(id) }).end();
      return;
    }
    const { cancelUrl } = find(ledger.subscriptions, id);
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="en"><title>Wallet</title><h1>Approve the subscription</h1>
      <form method="post"><button>Agree and subscribe</button></form>
      <a href="${cancelUrl}">Cancel and go back</a></html>`);
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', settings.apiBase);
    const text = await readText(request);
    try {
      if (url.pathname === '/approve') return showPage(request, response, url);
      const { status, json } = answer(request, url, text);
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(json && JSON.stringify(json));
    } catch (error) {
      const { status, issue } = error instanceof Refused ? error : new Refused(500, 'INTERNAL_SERVER_ERROR');
      response.writeHead(status, { 'Content-Type': 'application/json', 'PayPal-Debug-Id': newId() });
      response.end(JSON.stringify({ name: 'REFUSED', details: [{ issue }] }));
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  settings.apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  settings.approvalOrigin = settings.apiBase;

  return {
    ...ledger,
    settings,
    health,
    emit,
    /** The webhooks since the last time, the oldest first. */
    take: () => deliveries.splice(0),
    tokenCount: () => tokenCount,
    revokeTokens: () => tokens.clear(),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export type PaypalFake = Awaited<ReturnType<typeof startPaypalFake>>;
