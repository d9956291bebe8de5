import type pg from 'pg';
import { RouterContextProvider } from 'react-router';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { config } from '#app/platform/config.server.ts';
import { databasePool } from '#app/platform/database/client.server.ts';
import { stopJobs } from '#app/platform/jobs/queue.server.ts';
import { connectPaypal } from '#app/platform/payments/payments.server.ts';
import type { PaypalSettings } from '#app/platform/settings/paypal.server.ts';
import { startWorker } from '#app/program/worker.server.ts';
import { action } from '#app/routes/api/paypal-webhook.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';
import { turnClock } from '#stand-ins/sandbox/agenda.ts';
import { find } from '#stand-ins/sandbox/paypal/find.ts';
import { ledgerOn } from '#stand-ins/sandbox/paypal/ledger.ts';
import { moneyBackOn } from '#stand-ins/sandbox/paypal/money-back.ts';
import {
  type Plan,
  type Sale,
  type Subscription,
  subscriptionJson,
} from '#stand-ins/sandbox/paypal/objects.ts';
import type { Capture, Funding, Order } from '#stand-ins/sandbox/paypal/order-objects.ts';
import { ordersOn } from '#stand-ins/sandbox/paypal/orders.ts';
import { type PaypalSandbox, startPaypal } from '#stand-ins/sandbox/paypal/paypal.ts';
import { emit, signed, writeEvent } from '#stand-ins/sandbox/paypal/signature.ts';
import {
  openPool,
  prepareStore,
  type SandboxObject,
  type Store,
  withStore,
} from '#stand-ins/sandbox/store.ts';
import { newViewer } from '#tests/integration/people.ts';
import { openPaypalApproval } from '#tests/integration/purchases.ts';

/** A webhook as it is sent. */
export interface Delivery {
  type: string;
  body: string;
  headers: Record<string, string>;
}

const settings: PaypalSettings = {
  clientId: 'fake-client',
  clientSecret: 'fake-secret',
  planIds: { PAYPAL_PLAN_ID: 'P-FAKE1234' },
  webhookId: 'WHFAKE1234',
  apiBase: '',
  approvalOrigin: '',
  autopayUrl: '',
  buttons: null,
};

const plan = { name: 'Membership', amountCents: 4_700, currency: 'usd', freeIntervals: 0 };

/** The plans there are: the membership's, one like it whose first three months are free, and one by the year. */
const plans = [
  { ...plan, setting: 'PAYPAL_PLAN_ID' },
  { ...plan, freeIntervals: 3, setting: 'PAYPAL_PLAN_ID_FREE' },
  { ...plan, amountCents: 47_000, interval: 'year' as const, setting: 'PAYPAL_PLAN_ID_YEARLY' },
];

/** The sandbox's PayPal for tests: what buyers and banks do there; its webhooks wait until a test takes them. */
async function startFake(pool: pg.Pool) {
  await prepareStore(pool);
  const paypal: PaypalSandbox = await startPaypal({
    pool,
    settings,
    plans,
    publicBase: 'http://localhost:3000',
    onChange: () => undefined,
  });
  const { addresses } = paypal;
  const inStore = <T>(work: (store: Store) => Promise<T>) => withStore(pool, work);
  const inLedger = <T>(work: (ledger: ReturnType<typeof ledgerOn>) => Promise<T>) =>
    inStore((store) => work(ledgerOn(store, addresses)));
  const inMoneyBack = <T>(work: (moneyBack: ReturnType<typeof moneyBackOn>) => Promise<T>) =>
    inStore((store) => work(moneyBackOn(store, addresses)));
  const inOrders = <T>(work: (orders: ReturnType<typeof ordersOn>) => Promise<T>) =>
    inStore((store) => work(ordersOn(store, addresses)));
  const countOf = async (kind: string) =>
    Number((await pool.query('SELECT 1 FROM sandbox.objects WHERE object = $1', [kind])).rowCount);

  return {
    settings: paypal.settings,
    health: paypal.health,
    answerPage: paypal.answerPage,
    begin: (asked: Parameters<ReturnType<typeof ledgerOn>['begin']>[0]) =>
      inLedger((ledger) => ledger.begin(asked)),
    approve: (id: string, runsDry = false) => inLedger((ledger) => ledger.approve(id, runsDry)),
    charge: (id: string) => inLedger((ledger) => ledger.charge(id)),
    cancel: (id: string) => inLedger((ledger) => ledger.cancel(id)),
    suspend: (id: string) => inLedger((ledger) => ledger.suspend(id)),
    reactivate: (id: string) => inLedger((ledger) => ledger.reactivate(id)),
    /** Money back, of a sale or a capture. */
    refund: (paymentId: string, amount?: string, isBare = false) =>
      inMoneyBack((moneyBack) => moneyBack.refund(paymentId, amount, isBare)),
    reverse: (paymentId: string) => inMoneyBack((moneyBack) => moneyBack.reverse(paymentId)),
    dispute: (paymentId: string, amount?: string) =>
      inMoneyBack((moneyBack) => moneyBack.dispute(paymentId, amount)),
    resolve: (id: string, outcome: string) => inMoneyBack((moneyBack) => moneyBack.resolve(id, outcome)),
    approveOrder: (id: string, funding?: Funding) => inOrders((orders) => orders.approve(id, funding)),
    createOrder: (asked: Order['asked']) => inOrders((orders) => orders.create(asked, false)),
    captureOrder: (id: string) => inOrders((orders) => orders.capture(id, false)),
    order: (id: string) => inStore((store) => store.get(id)) as Promise<Order | undefined>,
    capture: (id: string) => inStore((store) => store.get(id)) as Promise<Capture | undefined>,
    changeOrder: (id: string, change: Partial<Order>) =>
      inStore(async (store) => store.put({ ...(await find(store, 'paypal_order', id)), ...change })),
    /** Sends an event of our own making. */
    emit: (type: string, resource: object) => inStore((store) => emit(store, type, resource)),
    /** The webhooks since the last time, the oldest first. */
    async take(): Promise<Delivery[]> {
      const { rows } = await pool.query<{ data: SandboxObject & { event: { event_type: string } } }>(
        `WITH taken AS (DELETE FROM sandbox.deliveries d USING sandbox.objects o
           WHERE o.id = d.event_id AND o.object = 'paypal_event' RETURNING o.data, o.position)
         SELECT data FROM taken ORDER BY position`,
      );
      return rows.map(({ data }) => {
        const body = writeEvent(data);
        return { type: data.event.event_type, body, headers: signed(body, settings.webhookId) };
      });
    },
    subscription: (id: string) => inStore((store) => store.get(id)) as Promise<Subscription | undefined>,
    changeSubscription: (id: string, change: Partial<Subscription>) =>
      inStore(async (store) => store.put({ ...(await find(store, 'paypal_subscription', id)), ...change })),
    subscriptionJson: (id: string) =>
      inStore(async (store) => subscriptionJson(await find(store, 'paypal_subscription', id), addresses)),
    subscriptionCount: () => countOf('paypal_subscription'),
    sale: (id: string) => inStore((store) => store.get(id)) as Promise<Sale | undefined>,
    /** Forgets a subscription, as PayPal does one that was never approved. */
    forget: (id: string) => pool.query('DELETE FROM sandbox.objects WHERE id = $1', [id]),
    changePlan: (change: Partial<Plan>) =>
      inStore(async (store) =>
        store.put({
          ...(await find(store, 'paypal_plan', settings.planIds.PAYPAL_PLAN_ID ?? '')),
          ...change,
        }),
      ),
    tokenCount: () => countOf('paypal_token'),
    revokeTokens: () =>
      pool.query(`UPDATE sandbox.objects SET data = data || '{"created": 0}' WHERE object = 'paypal_token'`),
    /** Turns the sandbox's clock forward. */
    passDays: (days: number) =>
      inStore((store) => turnClock(store, paypal.tasks, store.now + days * 24 * 3600)),
    now: () => inStore(({ now }) => Promise.resolve(now)),
    close: paypal.close,
  };
}

type PaypalFake = Awaited<ReturnType<typeof startFake>>;

/** The PayPal of a test file, once `withPaypal` has been called in it. */
export let fake: PaypalFake;

/** Starts a PayPal before the tests of a file, and makes it well again after each. */
export function withPaypal(): void {
  let pool: pg.Pool;
  const usualPlan = { price: '47.0', currency: 'USD', status: 'ACTIVE', setupFee: '0.0', cycles: 1 };

  beforeAll(async () => {
    pool = openPool(config().databaseUrl);
    fake = await startFake(pool);
    connectPaypal(fake.settings);
    await startWorker(false);
  });

  afterEach(async () => {
    await fake.take();
    fake.health.isDown = false;
    await fake.changePlan(usualPlan);
    connectPaypal(fake.settings);
  });

  afterAll(async () => {
    // Other tests count the jobs of this database too.
    await databasePool().query(
      `DELETE FROM pgboss.job WHERE name IN ('undo-subscription', 'collect-purchase', 'refund-payment')`,
    );
    await stopJobs();
    await fake.close();
    await pool.end();
  });
}

/** The site's answer to a webhook that comes from an address. */
export async function answerTo(
  { body, headers }: Pick<Delivery, 'body' | 'headers'>,
  clientAddress = '192.0.2.1',
): Promise<[number, unknown]> {
  const request = new Request('http://localhost:3000/webhooks/paypal', { method: 'POST', body, headers });
  const context = new RouterContextProvider();
  context.set(requestInfoContext, { requestId: 'one', nonce: '', clientAddress, isOutage: false });
  const response = await action({ request, context });
  return [response.status, await response.json()];
}

/** Delivers as PayPal does: what is not answered with success comes again after the others. */
export async function deliver(given?: readonly Delivery[]): Promise<void> {
  const deliveries = given ?? (await fake.take());
  const waiting = [...deliveries];
  for (let left = (deliveries.length + 1) ** 2; waiting.length > 0; left -= 1) {
    const next = waiting.shift();
    if (left === 0 || !next) throw new Error('an event is asked for again for ever');
    if ((await answerTo(next))[0] !== 200) waiting.push(next);
  }
}

/** The subscription that an address asks the buyer's approval for. */
export const idIn = (address: string) => String(new URL(address).searchParams.get('ba_token'));

/** Somebody who has approved the subscription; the webhooks wait. */
export async function newBuyer() {
  const viewer = await newViewer();
  const id = idIn(await openPaypalApproval(viewer));
  const returnedTo = await fake.approve(id);
  const [saleId = ''] = (await fake.subscription(id))?.saleIds ?? [];
  return { viewer, id, saleId, returnedTo };
}

/** A member by PayPal. */
export async function newPaypalMember() {
  const buyer = await newBuyer();
  await deliver();
  return buyer;
}

/** What the queue is asked to undo. */
export async function undoJobs(): Promise<{ provider: string; providerSubscriptionId: string }[]> {
  const { rows } = await databasePool().query(`SELECT data FROM pgboss.job WHERE name = 'undo-subscription'`);
  return rows.map(({ data }) => data);
}

/** What the queue is asked to take the money of. */
export async function collectJobs(): Promise<{ provider: 'paypal'; providerPaymentId: string }[]> {
  const { rows } = await databasePool().query(`SELECT data FROM pgboss.job WHERE name = 'collect-purchase'`);
  return rows.map(({ data }) => data);
}

/** The order that an address asks the buyer's approval for. */
export const orderIn = (address: string) => String(new URL(address).searchParams.get('token'));
