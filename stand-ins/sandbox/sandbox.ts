import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PaypalSettings } from '#app/platform/settings/paypal.server.ts';
import { catchUp, type Tasks, turnClock } from '#stand-ins/sandbox/agenda.ts';
import { createClockPage } from '#stand-ins/sandbox/clock-page.ts';
import { createCourier } from '#stand-ins/sandbox/courier.ts';
import type { Disorder } from '#stand-ins/sandbox/event-disorder.ts';
import { stylesheet } from '#stand-ins/sandbox/html.ts';
import { electLeader, type Leadership } from '#stand-ins/sandbox/leader-election.ts';
import { type PaypalSandbox, type SoldPlan, startPaypal } from '#stand-ins/sandbox/paypal/paypal.ts';
import { paypalRecipient } from '#stand-ins/sandbox/paypal/signature.ts';
import { openPool, prepareStore, withStore } from '#stand-ins/sandbox/store.ts';
import { createApi, type Failure } from '#stand-ins/sandbox/stripe/api-server.ts';
import type { FindEarlierSale } from '#stand-ins/sandbox/stripe/earlier-sales.ts';
import { guarded } from '#stand-ins/sandbox/stripe/error-responses.ts';
import { stripeRecipient } from '#stand-ins/sandbox/stripe/events.ts';
import { createPages } from '#stand-ins/sandbox/stripe/page-server.ts';
import { stripeTasks } from '#stand-ins/sandbox/stripe/tasks.ts';

export interface SandboxOptions {
  databaseUrl: string;
  /** Where the site's webhooks are, e.g. http://127.0.0.1:3000; below it /webhooks/stripe and /webhooks/paypal. */
  siteBase: string;
  /** Where browsers reach the hosted pages, e.g. http://localhost:3000. */
  publicBase: string;
  stripe: { secretKey: string; webhookSecret: string };
  /** PayPal, where the sandbox stands in for it too, and the plans it sells. */
  paypal?: { settings: PaypalSettings; plans: readonly SoldPlan[] };
  /** Whether /sandbox/clock is there. */
  hasClockPage?: boolean;
  /** What was sold by card before there was a sandbox; see sold-before.ts. */
  findSold?: FindEarlierSale;
  /** Sends events late, shuffled and repeated. */
  disorder?: Disorder;
}

export interface Sandbox {
  /** The port of Stripe's API, on this machine alone. */
  apiPort: number;
  /** How PayPal is reached, its API on this machine alone; undefined where PayPal is not stood in for. */
  paypal: PaypalSettings | undefined;
  /** Answers everything below /sandbox/ of the site. */
  handlePage: RequestListener;
  /** Turns the sandbox's clock forward to a time in seconds, and does what falls due on the way. Without one: does what is due now. */
  turnClock(to?: number): Promise<void>;
  /** Now by the sandbox's clock, in seconds. */
  now(): Promise<number>;
  /** Has the next call of Stripe's API fail (tests). */
  failNext(failure: Failure): void;
  /** Sends the events that are due and waits for them (tests). */
  deliverDue(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Small servers that speak as much of Stripe's and PayPal's APIs as the site uses, and refuse what those would refuse. No money moves.
 * Each process of a site has its own, over the same tables; one of them keeps the clock and sends the events.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { publicBase, siteBase, stripe, findSold } = options;
  const pool = openPool(options.databaseUrl);
  await prepareStore(pool);
  const failures: Failure[] = [];
  let leadership: Leadership | undefined;
  const onChange = () => leadership?.call();
  const paypal = options.paypal && (await startPaypal({ ...options.paypal, pool, publicBase, onChange }));
  const tasks: Tasks = { ...stripeTasks, ...paypal?.tasks };
  const courier = createCourier(
    pool,
    {
      event: stripeRecipient(`${siteBase}/webhooks/stripe`, stripe.webhookSecret),
      ...(options.paypal
        ? { paypal_event: paypalRecipient(`${siteBase}/webhooks/paypal`, options.paypal.settings.webhookId) }
        : {}),
    },
    { disorder: options.disorder, isLeader: () => leadership?.isOn() !== false },
  );
  const api = createServer(guarded(createApi({ pool, ...stripe, publicBase, failures, onChange, findSold })));
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const turn = async (to?: number) => {
    await withStore(pool, async (store) => {
      await catchUp(store, tasks);
      if (to !== undefined) await turnClock(store, tasks, Math.floor(to));
    });
    onChange();
  };
  leadership = await electLeader(pool, options.databaseUrl, () => void courier.deliverDue());
  const minute = setInterval(() => {
    if (leadership?.isOn()) turn().catch(() => undefined);
  }, 60_000).unref();

  return {
    apiPort: (api.address() as AddressInfo).port,
    paypal: paypal?.settings,
    handlePage: guarded(
      createRooms({
        stripe: createPages({ pool, publicBase, onChange }),
        paypal,
        ...(options.hasClockPage ? { clock: createClockPage({ pool, tasks, onChange }) } : {}),
      }),
    ),
    turnClock: turn,
    now: () => withStore(pool, ({ now }) => Promise.resolve(now)),
    failNext: (failure) => void failures.push(failure),
    deliverDue: () => courier.deliverDue(),
    async close() {
      clearInterval(minute);
      await leadership?.end();
      await courier.stop();
      await paypal?.close();
      api.closeAllConnections();
      await new Promise((resolve) => api.close(resolve));
      await pool.end();
    },
  };
}

type Answerer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Everything below /sandbox/, by whose page it is. */
function createRooms(rooms: {
  stripe: Answerer;
  paypal: PaypalSandbox | undefined;
  clock?: Answerer;
}): Answerer {
  return async (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (path === '/sandbox/sandbox.css')
      response
        .writeHead(200, { 'Content-Type': 'text/css', 'Cache-Control': 'public, max-age=3600' })
        .end(stylesheet);
    // A program that is told what happens on the site, and takes all of it.
    else if (path === '/sandbox/program')
      request
        .resume()
        .on('end', () =>
          response.writeHead(200, { 'Content-Type': 'text/plain' }).end('Taken. A sample program.'),
        );
    else if (path === '/sandbox/clock' && rooms.clock) await rooms.clock(request, response);
    else if (path.startsWith('/sandbox/paypal/') && rooms.paypal)
      await rooms.paypal.answerPage(request, response);
    else await rooms.stripe(request, response);
  };
}
