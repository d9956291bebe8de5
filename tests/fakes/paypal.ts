import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PaypalSettings } from '#app/platform/config.server.ts';
import { bodies, isSigned, Refused, readBody, readText, signed } from '#tests/fakes/paypal-requests.ts';

/** A webhook as it is sent. */
export interface Delivery {
  type: string;
  body: string;
  headers: Record<string, string>;
}

interface Subscription {
  id: string;
  status: 'APPROVAL_PENDING' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED';
  customId: string | undefined;
  createdAt: Date;
  returnUrl: string;
  saleIds: string[];
}

interface Sale {
  id: string;
  subscriptionId: string;
  cents: number;
  refundedCents: number;
}

const newId = (prefix = '') => `${prefix}${randomBytes(8).toString('hex').toUpperCase()}`;
const decimal = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
const cents = (amount: string) => Math.round(Number(amount) * 100);

/**
 * A PayPal of our own for tests, over real HTTP: as much of the REST API as the site calls, strict about credentials and fields, the
 * page where a buyer approves, and signed webhooks. `send` delivers them; by default they wait in `deliveries`.
 */
export async function startPaypalFake(send?: (delivery: Delivery) => Promise<void>) {
  const subscriptions = new Map<string, Subscription>();
  const sales = new Map<string, Sale>();
  const refunds = new Map<string, { saleId: string; cents: number }>();
  const answers = new Map<string, { status: number; json: unknown }>();
  const deliveries: Delivery[] = [];
  const tokens = new Set<string>();
  const plan = { price: '47.0', isDown: false };
  const settings: PaypalSettings = {
    clientId: 'fake-client',
    clientSecret: 'fake-secret',
    planId: newId('P-'),
    webhookId: newId('WH'),
    apiBase: '',
    approvalOrigin: '',
  };
  let tokenCount = 0;

  function emit(type: string, resource: object): void {
    const event = { id: newId('WH-'), event_version: '1.0', create_time: new Date().toISOString() };
    // PayPal escapes slashes, which writing the event anew would not.
    const body = JSON.stringify({ ...event, event_type: type, resource }).replaceAll('/', '\\/');
    const delivery = { type, body, headers: signed(body, settings.webhookId, randomUUID()) };
    deliveries.push(delivery);
    void send?.(delivery);
  }

  const subscriptionJson = ({ id, status, customId, createdAt, saleIds }: Subscription) => ({
    id,
    plan_id: settings.planId,
    status,
    custom_id: customId,
    create_time: createdAt.toISOString(),
    start_time: createdAt.toISOString(),
    billing_info: {
      outstanding_balance: { currency_code: 'USD', value: '0.0' },
      failed_payments_count: 0,
      ...(saleIds.length > 0
        ? {
            last_payment: {
              amount: { currency_code: 'USD', value: plan.price },
              time: createdAt.toISOString(),
            },
          }
        : {}),
      ...(status === 'ACTIVE'
        ? { next_billing_time: new Date(createdAt.getTime() + 30 * 864e5).toISOString() }
        : {}),
    },
    links: [
      { rel: 'self', method: 'GET', href: `${settings.apiBase}/v1/billing/subscriptions/${id}` },
      ...(status === 'APPROVAL_PENDING'
        ? [{ rel: 'approve', method: 'GET', href: `${settings.approvalOrigin}/approve?ba_token=${id}` }]
        : []),
    ],
  });

  function find<T>(things: Map<string, T>, id: string | undefined): T {
    const found = things.get(id ?? '');
    if (!found) throw new Refused(404, 'INVALID_RESOURCE_ID');
    return found;
  }

  /** Takes a month's money. */
  function charge(subscriptionId: string): string {
    const subscription = find(subscriptions, subscriptionId);
    const sale: Sale = { id: newId(), subscriptionId, cents: cents(plan.price), refundedCents: 0 };
    sales.set(sale.id, sale);
    subscription.saleIds.push(sale.id);
    emit('PAYMENT.SALE.COMPLETED', {
      id: sale.id,
      state: 'completed',
      billing_agreement_id: subscriptionId,
      custom: subscription.customId,
      amount: { total: decimal(sale.cents), currency: 'USD', details: { subtotal: decimal(sale.cents) } },
      create_time: new Date().toISOString(),
    });
    return sale.id;
  }

  function setStatus(id: string, status: Subscription['status'], event: string): void {
    const subscription = find(subscriptions, id);
    subscription.status = status;
    emit(`BILLING.SUBSCRIPTION.${event}`, subscriptionJson(subscription));
  }

  /** What the buyer's press of the button does. */
  function approve(id: string): string {
    const subscription = find(subscriptions, id);
    if (subscription.status !== 'APPROVAL_PENDING') throw new Refused(422, 'SUBSCRIPTION_STATUS_INVALID');
    const to = new URL(subscription.returnUrl);
    to.searchParams.set('subscription_id', id);
    setStatus(id, 'ACTIVE', 'ACTIVATED');
    charge(id);
    return to.href;
  }

  /** Gives a part of a sale back, or what is left of it. `isBare`: the event leaves out which sale it is of, as PayPal's may. */
  function refund(saleId: string, amount?: string, isBare = false) {
    const sale = find(sales, saleId);
    const given = amount ? cents(amount) : sale.cents - sale.refundedCents;
    if (sale.refundedCents === sale.cents) throw new Refused(422, 'CAPTURE_FULLY_REFUNDED');
    if (sale.refundedCents + given > sale.cents) throw new Refused(422, 'REFUND_AMOUNT_EXCEEDED');
    sale.refundedCents += given;
    const id = newId();
    refunds.set(id, { saleId, cents: given });
    emit('PAYMENT.SALE.REFUNDED', refundJson(id, isBare));
    return { id, status: 'COMPLETED' };
  }

  const refundJson = (id: string, isBare = false) => {
    const { saleId, cents: given } = find(refunds, id);
    return {
      id,
      state: 'completed',
      amount: { total: `-${decimal(given)}`, currency: 'USD' },
      links: [],
      ...(isBare ? {} : { sale_id: saleId }),
    };
  };

  function reverse(saleId: string): void {
    const { cents: taken } = find(sales, saleId);
    const amount = { total: `-${decimal(taken)}`, currency: 'USD' };
    emit('PAYMENT.SALE.REVERSED', { id: newId(), state: 'completed', amount, sale_id: saleId });
  }

  function transactionsOf(id: string | undefined, query: URLSearchParams) {
    for (const name of ['start_time', 'end_time'])
      if (!/^\d{4}-.*T.*\.\d{3}Z$/.test(query.get(name) ?? ''))
        throw new Refused(400, 'INVALID_PARAMETER_VALUE');
    const transactions = find(subscriptions, id).saleIds.map((saleId) => {
      const sale = find(sales, saleId);
      const status =
        sale.refundedCents === 0
          ? 'COMPLETED'
          : sale.refundedCents < sale.cents
            ? 'PARTIALLY_REFUNDED'
            : 'REFUNDED';
      return { id: saleId, status };
    });
    return { transactions };
  }

  function create(request: IncomingMessage, text: string) {
    const asked = readBody(request, text, bodies.subscription);
    if (asked.plan_id !== settings.planId) throw new Refused(404, 'INVALID_RESOURCE_ID');
    const subscription: Subscription = {
      id: newId('I-'),
      status: 'APPROVAL_PENDING',
      customId: asked.custom_id,
      createdAt: new Date(),
      returnUrl: asked.application_context.return_url,
      saleIds: [],
    };
    subscriptions.set(subscription.id, subscription);
    return subscriptionJson(subscription);
  }

  function cancel(id: string): void {
    const { status } = find(subscriptions, id);
    if (status !== 'ACTIVE' && status !== 'SUSPENDED') throw new Refused(422, 'SUBSCRIPTION_STATUS_INVALID');
    setStatus(id, 'CANCELLED', 'CANCELLED');
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

  const planJson = () => ({
    id: settings.planId,
    status: 'ACTIVE',
    billing_cycles: [
      {
        tenure_type: 'REGULAR',
        sequence: 1,
        total_cycles: 0,
        frequency: { interval_unit: 'MONTH', interval_count: 1 },
        pricing_scheme: { fixed_price: { value: plan.price, currency_code: 'USD' } },
      },
    ],
  });

  /** One call of the API: its status and what it answers. */
  function answer(request: IncomingMessage, url: URL, text: string): { status: number; json?: unknown } {
    if (plan.isDown) throw new Refused(503, 'SERVICE_UNAVAILABLE');
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
    const [, , , kind, id = '', verb] = url.pathname.split('/');
    const route = called.replace(id || '\0', ':id');
    switch (route) {
      case 'GET /v1/billing/plans/:id':
        if (id !== settings.planId) throw new Refused(404, 'INVALID_RESOURCE_ID');
        return { status: 200, json: planJson() };
      case 'POST /v1/billing/subscriptions':
        return once(201, () => create(request, text));
      case 'GET /v1/billing/subscriptions/:id':
        return { status: 200, json: subscriptionJson(find(subscriptions, id)) };
      case 'GET /v1/billing/subscriptions/:id/transactions':
        return { status: 200, json: transactionsOf(id, url.searchParams) };
      case 'POST /v1/billing/subscriptions/:id/cancel':
        readBody(request, text, bodies.cancellation);
        cancel(id);
        return { status: 204 };
      case 'POST /v2/payments/captures/:id/refund':
        return once(201, () => refund(id, readBody(request, text, bodies.refund).amount?.value));
      case 'GET /v1/payments/refund/:id':
        return { status: 200, json: refundJson(id) };
      case 'POST /v1/notifications/verify-webhook-signature': {
        const asked = readBody(request, text, bodies.verification);
        const isOurs = asked.webhook_id === settings.webhookId && isSigned(text, asked);
        return { status: 200, json: { verification_status: isOurs ? 'SUCCESS' : 'FAILURE' } };
      }
      default:
        throw new Refused(404, `NO_SUCH_CALL ${kind} ${verb}`);
    }
  }

  /** The page where the buyer approves, and its button. */
  function showPage(request: IncomingMessage, response: ServerResponse, url: URL): void {
    const id = url.searchParams.get('ba_token') ?? '';
    if (request.method === 'POST') {
      response.writeHead(303, { Location: approve(id) }).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="en"><title>Wallet</title><h1>Approve the subscription</h1>
      <form method="post"><button>Agree and subscribe</button></form></html>`);
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  settings.apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  settings.approvalOrigin = settings.apiBase;

  return {
    settings,
    plan,
    subscriptions,
    sales,
    approve,
    charge,
    refund,
    reverse,
    suspend: (id: string) => setStatus(id, 'SUSPENDED', 'SUSPENDED'),
    cancel,
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
