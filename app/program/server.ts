import cluster from 'node:cluster';
import * as build from 'virtual:react-router/server-build';
import { RouterContextProvider } from 'react-router';
import { loadCatalogue, onCatalogueChanged } from '#app/domain/core/catalogue/current.server.ts';
import { plannedProducts } from '#app/domain/core/catalogue/products.ts';
import { endLiveStreams } from '#app/domain/core/live/streams.server.ts';
import { loadSettings, onSettingsChanged } from '#app/domain/core/site-settings/current.server.ts';
import { countVisit, writeVisits } from '#app/domain/operating/analytics/visits.server.ts';
import { recordStart } from '#app/domain/operating/devops/calls.server.ts';
import { connectAnsweredPaths } from '#app/domain/operating/old-paths/answered-paths.server.ts';
import {
  isMachineRedirect,
  loadMachineRedirects,
} from '#app/domain/operating/old-paths/machine-redirects.server.ts';
import { writePathHits } from '#app/domain/operating/old-paths/path-hits.server.ts';
import { demoAccounts, seedDemoAccounts } from '#app/domain/people/accounts/demo-accounts.server.ts';
import { connectLinkTargets } from '#app/domain/programme/affiliates/link-targets.server.ts';
import {
  connectSite,
  followContent,
  followContentAtStart,
} from '#app/domain/publishing/content-sync.server.ts';
import { followPublished, loadPublished } from '#app/domain/publishing/loading.server.ts';
import { createMailRenderer } from '#app/emails/render.tsx';
import { connectModel } from '#app/platform/ai/connection.server.ts';
import { config } from '#app/platform/config.server.ts';
import { hashOfFiles } from '#app/platform/content/files.server.ts';
import { disconnectDatabase, keepStatements } from '#app/platform/database/client.server.ts';
import { connectErrorReports } from '#app/platform/errors/connect.server.ts';
import { createListener, type ListenerOptions } from '#app/platform/http/listener.server.ts';
import { isMachinePath } from '#app/platform/http/machine-path.ts';
import { matchablePath } from '#app/platform/http/path.server.ts';
import { connectSecretPaths } from '#app/platform/http/secret-paths.server.ts';
import { serve } from '#app/platform/http/serve.server.ts';
import { createPageCache } from '#app/platform/http/shared-page.server.ts';
import { log } from '#app/platform/log.server.ts';
import { closeMailTransport } from '#app/platform/mail/delivery.server.ts';
import { closeMailboxes } from '#app/platform/mail/mailbox.server.ts';
import { setMailRenderer } from '#app/platform/mail/outbox.server.ts';
import { connectPayments, connectPaypal } from '#app/platform/payments/payments.server.ts';
import { onAnnounced, startHearing, stopHearing } from '#app/platform/runtime/broadcast.server.ts';
import { buildId } from '#app/platform/runtime/build-id.server.ts';
import { loadExpected } from '#app/platform/runtime/on-demand.server.ts';
import { startBackgroundScript } from '#app/platform/runtime/processes/background-script.server.ts';
import { type RunningSite, serveForParent } from '#app/platform/runtime/processes/child.server.ts';
import { announceStop } from '#app/platform/runtime/readiness.server.ts';
import { portProblem } from '#app/platform/runtime/start/port.ts';
import { connectIsolatedTasks, stopIsolated } from '#app/platform/runtime/workers/isolated-tasks.server.ts';
import { connectTracing } from '#app/platform/tracing/connect.server.ts';
import { mails } from '#app/program/mails.ts';
import { answerRefusals } from '#app/program/refusals-of-loaders.server.ts';
import { createSiteHandler } from '#app/program/request-handler.server.ts';
import { createSiteMap } from '#app/program/site-map.server.ts';
import { startWorker, stopWorker } from '#app/program/worker.server.ts';
import { answerAuthApi, authApiPath } from '#app/routes/auth-api/door.server.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';
import { tellScript } from '#app/routes/http/form-of-script.server.ts';
import { unavailable, withErrorBody } from '#app/routes/http/json-error.server.ts';
import { connectPagePreview } from '#app/routes/http/page-preview.server.ts';
import { visitorRequest } from '#app/routes/http/visitor-request.server.ts';
import { findSampleSale } from '#stand-ins/sample-year/find-sample-sale.server.ts';
import { makeSampleYear } from '#stand-ins/sample-year/year.server.ts';
import type { Sandbox } from '#stand-ins/sandbox/sandbox.ts';

export { operate } from '#app/program/operator-commands.server.ts';

declare module '#app/platform/runtime/broadcast.server.ts' {
  interface Topics {
    /** A page for visitors, by its path, or all of them: whoever changes what they show announces it. */
    pages: string;
  }
}

/** The shared pages of this process, whatever listener answers with them. */
const pages = createPageCache();
onAnnounced('pages', (path) => pages.forget(path ?? undefined));
// Terms, announcement and maintenance show on pages: those that were made before are not given out any more.
onSettingsChanged(() => pages.forget());
onCatalogueChanged(() => pages.forget());
followPublished(() => pages.forget());
const siteMap = createSiteMap(build.routes);
connectSite(siteMap);
connectLinkTargets(siteMap.isForVisitors);
connectAnsweredPaths(siteMap.isAnswered);
connectSecretPaths(siteMap.patterns);

const nothingThere = () =>
  new Response('Not found\n', {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });
connectIsolatedTasks(
  import.meta.env.PROD ? 'build/server/isolated-tasks.js' : 'app/program/isolated-tasks.server.ts',
);

/** The whole site as one listener; `clientDir` is left out in development, where Vite serves the assets. */
export function createSite(options: Omit<ListenerOptions, 'handle' | 'pages'>) {
  const respond = createSiteHandler(answerRefusals(build, 'routes/pages-layout'), import.meta.env.MODE);
  connectPagePreview(respond);
  return createListener({
    ...options,
    pages,
    onVisit: ({ headers, socket }) => countVisit(visitorRequest(headers, socket), headers.referer),
    async handle(request, info) {
      const path = matchablePath(new URL(request.url).pathname);
      if (path.startsWith(`${authApiPath}/`)) {
        info.route = `${authApiPath}/*`;
        return answerAuthApi(request, info);
      }
      // Scanners ask for these by the thousand: no session is looked up, and nothing rendered.
      if (isMachinePath(path) && !siteMap.isAnswered(path) && !isMachineRedirect(path)) return nothingThere();
      const context = new RouterContextProvider();
      context.set(requestInfoContext, info);
      const reply = await respond(request, context);
      // Addresses without a page have no error page either: their callers are told by the status.
      if (!info.isOutage || reply.status !== 500) return tellScript(request, await withErrorBody(reply));
      return unavailable();
    },
  });
}

/** Prepares what all processes of the site share: checks the content, copies it for the search, seeds the demo. */
async function prepareForAll(): Promise<void> {
  await followContentAtStart({ build: import.meta.env.PROD ? buildId() : null, files: hashOfFiles() });
  await recordStart(build.assets.version);
  if (config().isDemo) await seedDemoAccounts();
}

let finishErrorReports = async () => {};
let finishTraces = async () => {};

/** Connects what each process has of its own: templates, the queue, and what other processes announce. */
async function connect(): Promise<void> {
  const { brandName, operator } = config();
  setMailRenderer(createMailRenderer(mails, { brandName, operator }));
  finishErrorReports = await connectErrorReports();
  finishTraces = await connectTracing();
  await Promise.all([startWorker(false), startHearing()]);
  // What was changed between the first look and now was not heard.
  await Promise.all([loadSettings(), loadCatalogue()]);
  await Promise.all([loadPublished(), loadMachineRedirects()]);
}

/** What development needs first, in its one process. */
export async function prepare(): Promise<void> {
  await Promise.all([loadSettings(), loadCatalogue()]);
  await prepareForAll();
  await connect();
  if (config().runsWorker) await startWorker(true);
}

/**
 * The payment sandbox, where that is the provider, with the site's payments connected to it. Nothing of it is loaded elsewhere.
 */
export async function startPayments(port: number): Promise<Sandbox | undefined> {
  const { payments, stripe, paypal, appUrl, databaseDirectUrl, isDemo, sandboxDisorder: seed } = config();
  if (payments !== 'sandbox') return undefined;
  const { startSandbox } = await import('#stand-ins/sandbox/sandbox.ts');
  const isPaypalSandboxed = paypal?.apiBase === '';
  const sandbox = await startSandbox({
    databaseUrl: databaseDirectUrl,
    siteBase: `http://127.0.0.1:${port}`,
    publicBase: appUrl,
    stripe,
    hasClockPage: isDemo,
    findSold: findSampleSale,
    ...(isPaypalSandboxed ? { paypal: { settings: paypal, plans: paypalPlans() } } : {}),
    ...(seed === null ? {} : { disorder: { seed } }),
  });
  connectSandbox(sandbox);
  return sandbox;
}

/** The stand-in for a model's provider, where that is what writes, with the assistant connected to it. Nothing of it is loaded elsewhere. */
export async function startAssistant(): Promise<{ close(): Promise<void> } | undefined> {
  const { model } = config().assistant;
  if (model?.baseUrl !== null || model === null) return undefined;
  const { startOpenai } = await import('#stand-ins/sandbox/openai/openai.ts');
  const sandbox = await startOpenai({
    apiKey: model.apiKey,
    models: [model.model],
    embeddingModels: [model.embedding?.model ?? []].flat(),
  });
  connectModel({ ...model, baseUrl: sandbox.baseUrl });
  return sandbox;
}

/** What an operator would have made plans for at PayPal. */
const paypalPlans = () => plannedProducts().map((product) => ({ ...product, setting: product.planSetting }));

/** Connects the site's payments to a sandbox that runs. */
export function connectSandbox({ apiPort, paypal }: Sandbox): void {
  connectPayments(apiPort);
  if (paypal) connectPaypal(paypal);
}

/** Makes the demo's past year, unless it is there; see app/program/sample-year.ts. */
export async function makeDemoYear(): Promise<void> {
  try {
    keepStatements();
    await makeSampleYear();
  } finally {
    await disconnectDatabase();
  }
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
function reachNotice(): string[] {
  const { hosts } = config();
  const isLocalOnly = hosts.every((host) => localAddresses.has(host));
  if (!isLocalOnly) return [];
  const warning = config().isDemo ? ' (whoever reaches it can sign in with the accounts above)' : '';
  return [`It answers this machine only: start it with HOST=0.0.0.0 to reach it from elsewhere${warning}.`];
}

const localAddresses = new Set(['127.0.0.1', '::1', 'localhost']);

/** Starts this process's share of the site: it answers requests, and does the jobs once it is told to. */
async function startServer({ prepares }: { prepares: boolean }): Promise<RunningSite> {
  const { hosts, port } = config();
  let doesJobs = false;
  await Promise.all([loadSettings(), loadCatalogue()]);
  if (prepares) await prepareForAll();
  await connect();
  const tellSearch = () =>
    followContent().catch((error: unknown) =>
      log().error({ error: String(error) }, 'the search was not told of changed terms'),
    );
  onSettingsChanged((changed) => {
    if (doesJobs && changed.some((section) => section === 'programme' || section === 'payouts'))
      void tellSearch();
  });
  onCatalogueChanged(() => {
    if (doesJobs) void tellSearch();
  });
  const sandbox = await startPayments(port);
  const writer = await startAssistant();
  const site = createSite({
    clientDir: 'build/client',
    ...(sandbox ? { handleSandbox: sandbox.handlePage } : {}),
  });
  // Whoever listens is given connections: this comes last.
  const { drain, retire } = await serve(site, port, hosts).catch((error: unknown) => {
    throw portProblem(error, port, hosts) ?? error;
  });
  void loadExpected();
  const year =
    prepares && config().makesSampleYear ? startBackgroundScript('app/program/sample-year.ts') : null;
  return {
    port,
    notice: [...demoNotice(), ...reachNotice()],
    async work() {
      doesJobs = true;
      await startWorker(true);
    },
    async close({ othersServe }) {
      announceStop();
      year?.stop();
      endLiveStreams();
      await (othersServe ? retire() : drain());
      await writeVisits();
      await writePathHits();
      await sandbox?.close();
      await writer?.close();
      const jobsStopped = stopWorker();
      closeMailboxes();
      await jobsStopped;
      await stopIsolated();
      await stopHearing();
      closeMailTransport();
      await disconnectDatabase();
      await Promise.all([finishErrorReports(), finishTraces()]);
    },
  };
}

// A process that app/program/start.ts has started begins by itself.
if (cluster.isWorker) void serveForParent(startServer);
