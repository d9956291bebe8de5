import type { IncomingMessage, ServerResponse } from 'node:http';
import type pg from 'pg';
import { log } from '#app/platform/log.server.ts';
import type { PaypalSettings } from '#app/platform/settings/paypal.server.ts';
import { BodyTooLong, readBody } from '#stand-ins/sandbox/http.ts';
import { type Answer, answerOnce } from '#stand-ins/sandbox/idempotent-answer.ts';
import { listEvents } from '#stand-ins/sandbox/paypal/event-list.ts';
import { find } from '#stand-ins/sandbox/paypal/find.ts';
import { ledgerOn } from '#stand-ins/sandbox/paypal/ledger.ts';
import { newPaypalId } from '#stand-ins/sandbox/paypal/money.ts';
import { moneyBackOn } from '#stand-ins/sandbox/paypal/money-back.ts';
import {
  type Addresses,
  planJson,
  saleJson,
  subscriptionJson,
  transactionJson,
} from '#stand-ins/sandbox/paypal/objects.ts';
import { captureBody, orderBody } from '#stand-ins/sandbox/paypal/order-body.ts';
import { ordersOn } from '#stand-ins/sandbox/paypal/orders.ts';
import { payoutBody } from '#stand-ins/sandbox/paypal/payout-objects.ts';
import { payoutsOn } from '#stand-ins/sandbox/paypal/payouts.ts';
import { createPlan, createProduct, listPlans, showProduct } from '#stand-ins/sandbox/paypal/plans.ts';
import { bodies, Refused, readJson } from '#stand-ins/sandbox/paypal/requests.ts';
import { isSigned } from '#stand-ins/sandbox/paypal/signature.ts';
import { createWebhook, showWebhook } from '#stand-ins/sandbox/paypal/webhooks.ts';
import { type Store, withStore } from '#stand-ins/sandbox/store.ts';

/** How long a token holds, in seconds. */
const tokenSeconds = 32_400;

interface Call {
  store: Store;
  request: IncomingMessage;
  url: URL;
  text: string;
  id: string;
}

/** What is wrong with PayPal (tests): it answers nothing but that it is unavailable, or refuses to pay anything out. */
export interface Health {
  isDown: boolean;
  payoutRefusal: { status: number; issue: string } | null;
}

interface PaypalApiOptions {
  pool: pg.Pool;
  settings: PaypalSettings;
  addresses: Addresses;
  health: Health;
  /** Called once a call's changes are committed. */
  onChange(): void;
}

/** As much of PayPal's REST API as the site calls, strict about credentials and fields. */
export function createPaypalApi({ pool, settings, addresses, health, onChange }: PaypalApiOptions) {
  const ownWebhook = { id: settings.webhookId, url: `${addresses.publicBase}/webhooks/paypal` };

  async function giveToken({ store, request, text }: Call) {
    const { clientId, clientSecret } = settings;
    const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    if (request.headers.authorization !== `Basic ${credentials}`) throw new Refused(401, 'invalid_client');
    if (text !== 'grant_type=client_credentials') throw new Refused(400, 'unsupported_grant_type');
    const token = newPaypalId('A21');
    await store.put({ id: token, object: 'paypal_token', created: store.now });
    return { access_token: token, token_type: 'Bearer', expires_in: tokenSeconds };
  }

  async function checkToken({ store, request }: Call): Promise<void> {
    const token = await store.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
    if (token?.object !== 'paypal_token' || token.created + tokenSeconds < store.now)
      throw new Refused(401, 'AUTHENTICATION_FAILURE');
  }

  async function transactionsOf({ store, url, id }: Call) {
    const times = ['start_time', 'end_time'].map((name) => url.searchParams.get(name) ?? '');
    if (!times.every((time) => /^\d{4}-[^T]*T[^T]*\.\d{3}Z$/.test(time)))
      throw new Refused(400, 'INVALID_PARAMETER_VALUE');
    const [from = 0, to = 0] = times.map((time) => Date.parse(time) / 1000);
    const { saleIds } = await find(store, 'paypal_subscription', id);
    const sales = [];
    for (const saleId of saleIds) sales.push(await find(store, 'paypal_sale', saleId));
    // The end asked for is of the asker's clock.
    const salesInRange = sales.filter(
      ({ created }) => created >= Math.floor(from) && created <= to + store.ahead,
    );
    return { transactions: salesInRange.map(transactionJson) };
  }

  async function begin({ store, request, text }: Call) {
    const { plan_id, custom_id, application_context } = readJson(request, text, bodies.subscription);
    return ledgerOn(store, addresses).begin({
      planId: plan_id,
      customId: custom_id ?? null,
      returnUrl: application_context.return_url,
      cancelUrl: application_context.cancel_url,
    });
  }

  async function showSubscription({ store, url, id }: Call) {
    const subscription = await find(store, 'paypal_subscription', id);
    const hasPlan = url.searchParams.get('fields') === 'plan';
    const plan = hasPlan ? await find(store, 'paypal_plan', subscription.planId) : undefined;
    return subscriptionJson(subscription, addresses, plan);
  }

  async function showSale(store: Store, id: string) {
    const sale = await find(store, 'paypal_sale', id);
    return saleJson(sale, (await find(store, 'paypal_subscription', sale.subscriptionId)).customId);
  }

  async function resend({ store, request, text, id }: Call) {
    readJson(request, text, bodies.resending);
    if ((await store.get(id))?.object !== 'paypal_event') throw new Refused(404, 'INVALID_RESOURCE_ID');
    await store.query('INSERT INTO sandbox.deliveries (event_id) VALUES ($1)', [id]);
    return (await store.get(id))?.event;
  }

  /** One call of the API: its status and what it answers. */
  async function answer(call: Call, called: string): Promise<Answer> {
    const { store, request, url, text, id } = call;
    if (called === 'POST /v1/oauth2/token') return { status: 200, body: await giveToken(call) };
    await checkToken(call);
    const requestId = String(request.headers['paypal-request-id'] ?? '');
    if (requestId.length > 38) throw new Refused(400, 'INVALID_REQUEST_ID');
    const ledger = ledgerOn(store, addresses);
    const orders = ordersOn(store, addresses);
    const moneyBack = moneyBackOn(store, addresses);
    const isMinimal = request.headers.prefer !== 'return=representation';
    /** The same call asked for again is answered as before, 200 in place of 201; another call must have another id. */
    const runOnce = async (run: () => Promise<Answer>): Promise<Answer> => {
      const key = requestId ? `paypal ${called} ${requestId}` : undefined;
      const reply = await answerOnce(store, key, text, run);
      if (reply === 'other request') throw new Refused(422, 'DUPLICATE_REQUEST_ID');
      return reply.isReplayed && reply.status === 201 ? { ...reply, status: 200 } : reply;
    };
    const created = (run: () => Promise<unknown>) =>
      runOnce(async () => ({ status: 201, body: await run() }));
    switch (called.replace(id || '\0', ':id')) {
      case 'GET /v1/billing/plans/:id':
        return { status: 200, body: planJson(await find(store, 'paypal_plan', id)) };
      case 'GET /v1/billing/plans':
        return { status: 200, body: await listPlans(store, url.searchParams, isMinimal) };
      case 'POST /v1/billing/plans':
        return created(() => createPlan(store, readJson(request, text, bodies.plan)));
      case 'POST /v1/catalogs/products':
        return created(() => createProduct(store, readJson(request, text, bodies.product)));
      case 'GET /v1/catalogs/products/:id':
        return { status: 200, body: await showProduct(store, id) };
      case 'POST /v1/billing/subscriptions':
        return created(() => begin(call));
      case 'GET /v1/billing/subscriptions/:id':
        return {
          status: 200,
          body: await showSubscription(call),
        };
      case 'GET /v1/billing/subscriptions/:id/transactions':
        return { status: 200, body: await transactionsOf(call) };
      case 'POST /v1/billing/subscriptions/:id/cancel':
        readJson(request, text, bodies.reason);
        await ledger.cancel(id);
        return { status: 204, body: undefined };
      case 'POST /v1/billing/subscriptions/:id/suspend':
        readJson(request, text, bodies.reason);
        await ledger.suspend(id);
        return { status: 204, body: undefined };
      case 'POST /v1/billing/subscriptions/:id/activate':
        readJson(request, text, bodies.reason);
        await ledger.reactivate(id);
        return { status: 204, body: undefined };
      case 'POST /v2/payments/captures/:id/refund':
        return created(() => {
          const { amount } = readJson(request, text, bodies.refund);
          return moneyBack.refund(id, amount?.value, false, amount?.currency_code);
        });
      case 'GET /v1/payments/sale/:id':
        return { status: 200, body: await showSale(store, id) };
      case 'GET /v1/payments/refund/:id':
        return { status: 200, body: await moneyBack.showRefund(id, 'v1') };
      case 'GET /v2/payments/refunds/:id':
        return { status: 200, body: await moneyBack.showRefund(id, 'v2') };
      case 'GET /v2/payments/captures/:id':
        return { status: 200, body: await orders.showCapture(id) };
      case 'POST /v2/checkout/orders':
        if (!requestId) throw new Refused(400, 'PAYPAL_REQUEST_ID_REQUIRED');
        return created(() => orders.create(readJson(request, text, orderBody), isMinimal));
      case 'GET /v2/checkout/orders/:id':
        return { status: 200, body: await orders.show(id) };
      case 'POST /v2/checkout/orders/:id/capture':
        readJson(request, text, captureBody);
        return runOnce(() => orders.capture(id, isMinimal));
      case 'POST /v1/payments/payouts':
        if (health.payoutRefusal) throw new Refused(health.payoutRefusal.status, health.payoutRefusal.issue);
        return payoutsOn(store, addresses).create(readJson(request, text, payoutBody));
      case 'GET /v1/payments/payouts/:id':
        return { status: 200, body: await payoutsOn(store, addresses).show(id, url.searchParams) };
      case 'GET /v1/payments/payouts-item/:id':
        return { status: 200, body: await payoutsOn(store, addresses).showItem(id) };
      case 'POST /v1/payments/payouts-item/:id/cancel':
        return { status: 200, body: await payoutsOn(store, addresses).cancel(id) };
      case 'POST /v1/notifications/webhooks':
        return created(() => createWebhook(store, readJson(request, text, bodies.webhook)));
      case 'GET /v1/notifications/webhooks/:id':
        return { status: 200, body: await showWebhook(store, id, ownWebhook) };
      case 'GET /v1/notifications/webhooks-events':
        return { status: 200, body: await listEvents(store, url.searchParams, addresses.apiBase) };
      case 'GET /v1/notifications/webhooks-events/:id': {
        const event = await store.get(id);
        if (event?.object !== 'paypal_event') throw new Refused(404, 'INVALID_RESOURCE_ID');
        return { status: 200, body: event.event };
      }
      case 'POST /v1/notifications/webhooks-events/:id/resend':
        return { status: 202, body: await resend(call) };
      case 'POST /v1/notifications/verify-webhook-signature': {
        const verification = readJson(request, text, bodies.verification);
        const isOurs = verification.webhook_id === settings.webhookId && isSigned(text, verification);
        return { status: 200, body: { verification_status: isOurs ? 'SUCCESS' : 'FAILURE' } };
      }
      default:
        throw new Refused(404, `NO_SUCH_CALL ${called}`);
    }
  }

  async function respond(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? '/', addresses.apiBase);
    // Fifteen thousand payouts are some megabytes.
    const text = await readBody(request, url.pathname === '/v1/payments/payouts' ? 10_000_000 : undefined);
    if (health.isDown) throw new Refused(503, 'SERVICE_UNAVAILABLE');
    const id = url.pathname.split('/')[4] ?? '';
    const reply = await withStore(pool, (store) =>
      answer({ store, request, url, text, id }, `${request.method} ${url.pathname}`),
    );
    onChange();
    return reply;
  }

  return async function answerApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { status, body } = await respond(request);
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(body && JSON.stringify(body));
    } catch (error) {
      const { status, issue } = refusalOf(error);
      response.writeHead(status, { 'Content-Type': 'application/json', 'PayPal-Debug-Id': newPaypalId() });
      response.end(JSON.stringify({ name: 'REFUSED', details: [{ issue }] }));
    }
  };
}

function refusalOf(error: unknown): Refused {
  if (error instanceof Refused) return error;
  if (error instanceof BodyTooLong) return new Refused(413, 'PAYLOAD_TOO_LARGE');
  log().error({ error: error instanceof Error ? error.stack : String(error) }, 'sandbox');
  return new Refused(500, 'INTERNAL_SERVER_ERROR');
}
