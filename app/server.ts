import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, matchPath, RouterContextProvider } from 'react-router';
import { demoAccounts, seedDemoAccounts } from '#app/domain/accounts/demo-accounts.server.ts';
import { plannedProducts } from '#app/domain/catalogue/products.ts';
import { courses } from '#app/domain/courses/catalogue.server.ts';
import { indexLibrary } from '#app/domain/search/indexing.server.ts';
import { createMailRenderer } from '#app/emails/render.tsx';
import { config } from '#app/platform/config.server.ts';
import { disconnectDatabase } from '#app/platform/database/client.server.ts';
import { createListener, type ListenerOptions } from '#app/platform/http/listener.server.ts';
import { serve } from '#app/platform/http/serve.server.ts';
import { stopJobs } from '#app/platform/jobs/queue.server.ts';
import { closeMailTransport } from '#app/platform/mail/delivery.server.ts';
import { setMailRenderer } from '#app/platform/mail/outbox.server.ts';
import { connectPayments, connectPaypal } from '#app/platform/payments/payments.server.ts';
import { announceStop } from '#app/platform/readiness.server.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';
import { unavailable } from '#app/routes/http/json-error.server.ts';
import type { Sandbox } from '#app/sandbox/sandbox.ts';
import { startWorker } from '#app/worker.server.ts';

export { operate } from '#app/operator-commands.server.ts';

/** The whole site as one listener; `clientDir` is left out in development, where Vite serves the assets. */
export function createSite(options: Omit<ListenerOptions, 'handle'>) {
  const respond = createRequestHandler(build, import.meta.env.MODE);
  return createListener({
    ...options,
    async handle(request, info) {
      const context = new RouterContextProvider();
      context.set(requestInfoContext, info);
      const reply = await respond(request, context);
      // Addresses without a page have no error page either: their callers are told by the status.
      if (!info.isOutage || reply.status !== 500) return reply;
      return unavailable();
    },
  });
}

/** Whether an address leads to a screen of its own, so that search names no other. */
function hasPage(path: string): boolean {
  return Object.values(build.routes).some((route) => {
    if (!route?.module.default || !route.path) return false;
    const parents = [route.path];
    for (let parentId = route.parentId; parentId; parentId = build.routes[parentId]?.parentId)
      parents.unshift(build.routes[parentId]?.path ?? '');
    return matchPath(parents.filter(Boolean).join('/'), path) !== null;
  });
}

/** Reads the content, connects templates, seeds the demo: what both the server and development need first. */
export async function prepare(): Promise<void> {
  const { isDemo, brandName, operator, runsWorker } = config();
  setMailRenderer(createMailRenderer({ brandName, operator }));
  courses();
  await indexLibrary(hasPage);
  if (isDemo) await seedDemoAccounts();
  await startWorker(runsWorker);
}

/**
 * The payment sandbox, where that is the provider, with the site's payments connected to it. Nothing of it is loaded elsewhere.
 */
export async function startPayments(port: number): Promise<Sandbox | undefined> {
  const { payments, stripe, paypal, appUrl, databaseUrl, isDemo, sandboxDisorder: seed } = config();
  if (payments !== 'sandbox') return undefined;
  const { startSandbox } = await import('#app/sandbox/sandbox.ts');
  const isPaypalSandboxed = paypal?.apiBase === '';
  const sandbox = await startSandbox({
    databaseUrl,
    siteBase: `http://127.0.0.1:${port}`,
    publicBase: appUrl,
    stripe,
    hasClockPage: isDemo,
    ...(isPaypalSandboxed ? { paypal: { settings: paypal, plans: paypalPlans() } } : {}),
    ...(seed === null ? {} : { disorder: { seed } }),
  });
  connectSandbox(sandbox);
  return sandbox;
}

/** What an operator would have made plans for at PayPal. */
const paypalPlans = () => plannedProducts().map((product) => ({ ...product, setting: product.paypalPlan }));

/** Connects the site's payments to a sandbox that runs. */
export function connectSandbox({ apiPort, paypal }: Sandbox): void {
  connectPayments(apiPort);
  if (paypal) connectPaypal(paypal);
}

/** Lines that tell who can sign in to the demo. */
export function demoNotice(): string[] {
  if (!config().isDemo) return [];
  return [
    'Demo mode: payments by card and PayPal go to a sandbox where no money moves (its clock is turned at /sandbox/clock),',
    'mails are shown at /dev/outbox. Accounts:',
    ...demoAccounts.map(
      ({ role, email, password }) => `  ${role.padEnd(12)} ${email.padEnd(24)} ${password}`,
    ),
  ];
}

/** What to know of where the site can be reached, if that is not from everywhere. */
export function reachNotice(): string[] {
  const { hosts } = config();
  const isLocalOnly = hosts.every((host) => localAddresses.has(host));
  if (!isLocalOnly) return [];
  const warning = config().isDemo ? ' (whoever reaches it can sign in with the accounts above)' : '';
  return [`It answers this machine only: start it with HOST=0.0.0.0 to reach it from elsewhere${warning}.`];
}

const localAddresses = new Set(['127.0.0.1', '::1', 'localhost']);

/** Starts everything that runs in one process: HTTP and the worker. `close` lets requests in flight finish. */
export async function startServer(): Promise<{ url: string; close(): Promise<void> }> {
  const { hosts, port } = config();
  await prepare();
  let site: ReturnType<typeof createSite> | undefined;
  const serving = await serve(
    (request, response) => {
      if (site) site(request, response);
      else response.writeHead(503, { 'Retry-After': '1' }).end('Starting...');
    },
    port,
    hosts,
  );
  const sandbox = await startPayments(serving.port);
  site = createSite({ clientDir: 'build/client', ...(sandbox ? { handleSandbox: sandbox.handlePage } : {}) });
  return {
    url: `http://localhost:${serving.port}`,
    async close() {
      announceStop();
      await serving.drain();
      await sandbox?.close();
      await stopJobs();
      closeMailTransport();
      await disconnectDatabase();
    },
  };
}
