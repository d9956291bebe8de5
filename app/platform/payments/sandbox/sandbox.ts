import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import Stripe from 'stripe';
import { createApi } from '#app/platform/payments/sandbox/api-server.ts';
import { createCourier } from '#app/platform/payments/sandbox/events.ts';
import { guarded } from '#app/platform/payments/sandbox/http.ts';
import { createPages } from '#app/platform/payments/sandbox/page-server.ts';
import { prepareStore } from '#app/platform/payments/sandbox/store.ts';

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
  return {
    apiPort: (server.address() as AddressInfo).port,
    handlePage: guarded(createPages({ ...options, onChange })),
    deliverDue: () => courier.deliverDue(),
    async close() {
      await courier.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
