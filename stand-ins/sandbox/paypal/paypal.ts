import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import type { PaypalSettings } from '#app/platform/settings/paypal.server.ts';
import type { Tasks } from '#stand-ins/sandbox/agenda.ts';
import { createPaypalApi, type Health } from '#stand-ins/sandbox/paypal/api-server.ts';
import { decimal } from '#stand-ins/sandbox/paypal/money.ts';
import type { Addresses, Plan } from '#stand-ins/sandbox/paypal/objects.ts';
import { createPaypalPages } from '#stand-ins/sandbox/paypal/page-server.ts';
import { paypalTasks } from '#stand-ins/sandbox/paypal/tasks.ts';
import { withStore } from '#stand-ins/sandbox/store.ts';

/** What an operator would have made a plan for at PayPal. The amount is in cents, for each interval. */
export interface SoldPlan {
  name: string;
  amountCents: number;
  currency: string;
  /** How long an interval lasts; months where it is left out. */
  interval?: 'month' | 'year' | null;
  /** Intervals for nothing at first. */
  freeIntervals: number;
  /** The setting that holds the plan's id. */
  setting: string;
}

export interface PaypalSandbox {
  /** The settings with which it is called, its addresses and plans filled in. */
  settings: PaypalSettings;
  addresses: Addresses;
  tasks: Tasks;
  health: Health;
  /** Answers everything below /sandbox/paypal/. */
  answerPage(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

/** The id of the plan that a setting holds, where it holds none yet. */
const planIdOf = (setting: string) => `P-${setting.replaceAll('_', '')}`;

/** Writes the plan down as it is sold from now on; who subscribed before stays with the price of then. */
async function makePlan(pool: pg.Pool, id: string, soldPlan: SoldPlan): Promise<void> {
  const { name, amountCents, currency, interval, freeIntervals: freeMonths } = soldPlan;
  await withStore(pool, async (store) => {
    const plan: Plan = {
      id,
      object: 'paypal_plan',
      created: store.now,
      productId: 'PROD-SANDBOX',
      name,
      price: decimal(amountCents),
      currency: currency.toUpperCase(),
      status: 'ACTIVE',
      setupFee: '0.0',
      ...(interval ? { interval } : {}),
      freeMonths,
      cycles: 1,
    };
    await store.put(plan);
  });
}

/** PayPal's API over real HTTP, on this machine alone, and the page where a buyer approves. */
export async function startPaypal(options: {
  pool: pg.Pool;
  settings: PaypalSettings;
  plans: readonly SoldPlan[];
  publicBase: string;
  onChange(): void;
}): Promise<PaypalSandbox> {
  const { pool, onChange, publicBase } = options;
  const addresses: Addresses = { apiBase: '', publicBase };
  const health: Health = { isDown: false, payoutRefusal: null };
  const planIds: Record<string, string> = { ...options.settings.planIds };
  for (const plan of options.plans) {
    planIds[plan.setting] ??= planIdOf(plan.setting);
    await makePlan(pool, planIds[plan.setting] ?? '', plan);
  }
  const api = createPaypalApi({ pool, settings: options.settings, addresses, health, onChange });
  const server = createServer((request, response) => void api(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  addresses.apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    settings: {
      ...options.settings,
      planIds,
      apiBase: addresses.apiBase,
      approvalOrigin: new URL(publicBase).origin,
      autopayUrl: `${publicBase}/sandbox/paypal/autopay`,
    },
    addresses,
    tasks: paypalTasks(addresses),
    health,
    answerPage: createPaypalPages({ pool, addresses, onChange }),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
