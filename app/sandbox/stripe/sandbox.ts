import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import Stripe from 'stripe';
import { createApi } from '#app/sandbox/stripe/api-server.ts';
import { createCourier } from '#app/sandbox/stripe/events.ts';
import { guarded } from '#app/sandbox/stripe/http.ts';
import { endPeriods } from '#app/sandbox/stripe/lifecycle.ts';
import { createPages } from '#app/sandbox/stripe/page-server.ts';
import { prepareStore, withStore } from '#app/sandbox/stripe/store.ts';

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
  /** Ends the subscriptions whose last period is over at `now` (in seconds); it does so by itself every minute. */
  endPeriods(now?: number): Promise<void>;
  /** Sends the events that are due and waits for them (tests). */
  deliverDue(): Promise<void>;
  close(): Promise<void>;
}

/** A small server that speaks as much of Stripe's API as the site uses, and refuses what Stripe would refuse. No money moves. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { pool } = options;
  await prepareStore(pool);
  const stripe = new Stripe(options.secretKey);
  const courier = createCourier(pool, stripe, { url: options.webhookUrl, secret: options.webhookSecret });
  const onChange = () => void courier.deliverDue();

  const server = createServer(guarded(createApi({ ...options, onChange })));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  void courier.deliverDue();
  const end = async (now?: number) => {
    await withStore(pool, (store) => endPeriods(store, now));
    onChange();
  };
  const clock = setInterval(() => void end().catch(() => undefined), 60_000).unref();
  return {
    apiPort: (server.address() as AddressInfo).port,
    handlePage: guarded(createPages({ ...options, onChange })),
    endPeriods: end,
    deliverDue: () => courier.deliverDue(),
    async close() {
      clearInterval(clock);
      await courier.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
