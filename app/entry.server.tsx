import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { isbot } from 'isbot';
import type { ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { onCatalogueChanged } from '#app/domain/core/catalogue/current.server.ts';
import { onSettingsChanged } from '#app/domain/core/site-settings/current.server.ts';
import { deferScripts, scriptsMark } from '#app/platform/http/deferred-scripts.server.ts';
import { addInlineSpacing } from '#app/platform/http/inline-spacing.server.ts';
import { cacheScripts, findCachedScripts, scriptsKey } from '#app/platform/http/script-cache.server.ts';
import { pageHeaders } from '#app/platform/http/security-headers.server.ts';
import { wholePage } from '#app/platform/http/whole-page.server.ts';
import { log } from '#app/platform/log.server.ts';
import { RateLimitExceeded } from '#app/platform/rate-limit.server.ts';
import { onAnnounced } from '#app/platform/runtime/broadcast.server.ts';
import { isDatabaseOutage } from '#app/platform/runtime/outage.server.ts';
import { renderMaintenance } from '#app/routes/frame/maintenance.server.tsx';
import { SendAgainForm } from '#app/routes/frame/send-again-form.tsx';
import { loadSiteData } from '#app/routes/frame/site-data.server.ts';
import { requestInfoContext, viewerContext } from '#app/routes/http/context.server.ts';
import { sessionCookie } from '#app/routes/http/cookies.server.ts';
import { readHandle } from '#app/routes/http/page-handle.ts';
import { readSentForm } from '#app/routes/http/sent-form.server.ts';
import { PageContext, type PageInfo } from '#app/ui/page-context.ts';

/** Slow parts of a page are given up after this many milliseconds. */
const streamTimeout = 5_000;

/**
 * Renders a page: whole, which costs half of streaming it. A page that has left something for later is streamed to signed-in users;
 * to visitors, whose pages are shared, and to robots, it is sent when all is there.
 */
export default async function handleRequest(
  request: Request,
  statusCode: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { requestId, isOutage, closed, isPreview, ...info } = loadContext.get(requestInfoContext);
  const isPersonal = loadContext.get(viewerContext) !== null || headers.has('Set-Cookie');
  const status = isOutage ? 503 : statusCode;
  const { matches, errors, actionHeaders, loaderHeaders } = routerContext.staticHandlerContext;
  const handle = readHandle(routerContext.routeModules[matches.at(-1)?.route.id ?? '']?.handle);
  // A page that stands for a failure is a document: there is nothing to go on with.
  const runsReact = handle.runsReact === true && !errors;
  const nonce = runsReact ? info.nonce : undefined;
  if (status >= 400 || !handle.isIndexed) headers.set('X-Robots-Tag', 'noindex');
  if (isPersonal || status >= 400 || !headers.has('Cache-Control'))
    headers.set('Cache-Control', 'private, no-store');
  if (isOutage) headers.set('Retry-After', '10');
  if (closed) headers.set('Retry-After', String(closed.retryAfter));
  for (const routeHeaders of [...Object.values(loaderHeaders), ...Object.values(actionHeaders)]) {
    const retryAfter = routeHeaders.get('Retry-After');
    if (retryAfter) headers.set('Retry-After', retryAfter);
  }
  if (errors && !closed && !isOutage) await knowFrame(request, routerContext, loadContext, headers);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  // Nobody else's pages are fetched ahead: what they show is for the moment they are opened.
  if (!isPersonal) headers.set('Speculation-Rules', '"/speculation-rules.json"');
  const takesPayments = runsReact && handle.takesPayments === true;
  for (const [name, value] of Object.entries(pageHeaders({ nonce, takesPayments }))) headers.set(name, value);
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const shown = {
    runsReact,
    nonce,
    requestId,
    isOutage,
    sentForm: isOutage && request.method === 'POST' ? await drawSentForm(request) : undefined,
    hasSession: isOutage && Boolean(sessionCookie().parse(request.headers.get('Cookie'))),
    closed: closed && renderMaintenance(closed),
    // What is kept for everybody is not made of what is only tried.
    ...(import.meta.env.PROD && !isPreview ? { renderOnce } : {}),
  };
  if (!hasDeferred(routerContext)) return renderWhole(request, routerContext, shown, { status, headers });

  return new Promise((resolve, reject) => {
    const waitsForAll = !isPersonal || isbot(request.headers.get('User-Agent') ?? '');
    let isShellSent = false;
    const respond = () => {
      isShellSent = true;
      const body = new PassThrough({
        final(done) {
          clearTimeout(timeout);
          done();
        },
      });
      pipe(body);
      resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
    };
    const { pipe, abort } = renderToPipeableStream(
      <PageContext value={shown}>
        <ServerRouter context={routerContext} url={request.url} {...(nonce ? { nonce } : {})} />
      </PageContext>,
      {
        ...(nonce ? { nonce } : {}),
        [waitsForAll ? 'onAllReady' : 'onShellReady']: respond,
        onShellError: reject,
        onError(error) {
          if (isShellSent)
            log().error({ requestId, error: error instanceof Error ? error.stack : String(error) }, 'render');
        },
      },
    );
    const timeout = setTimeout(() => abort(), streamTimeout + 1_000);
  });
}

/**
 * A page refused by middleware has run no loader. The frame around the refusal says all the same whose site it is, and does not ask
 * who is signed in to sign in.
 */
async function knowFrame(
  request: Request,
  { staticHandlerContext: { loaderData } }: EntryContext,
  loadContext: RouterContextProvider,
  headers: Headers,
): Promise<void> {
  if (Object.keys(loaderData).length > 0) return;
  const { data, init } = await loadSiteData(request, loadContext);
  loaderData.root = data;
  for (const [name, value] of new Headers(init?.headers)) headers.append(name, value);
}

/** Parts of pages that are the same for everyone, by their names. */
const parts = new Map<string, string>();
// Whoever changes what visitors' pages show may have changed these: they are made again.
onAnnounced('pages', () => parts.clear());
onSettingsChanged(() => parts.clear());
onCatalogueChanged(() => parts.clear());

function renderOnce(name: string, children: () => ReactNode): string {
  let markup = parts.get(name);
  if (markup === undefined) {
    markup = renderToString(children());
    parts.set(name, markup);
  }
  return markup;
}

/** Whether a loader or action has left something for later: such promises stand at the top of what it returns. */
function hasDeferred({ staticHandlerContext: { loaderData, actionData } }: EntryContext): boolean {
  return [...Object.values(loaderData), ...Object.values(actionData ?? {})].some(
    (data: unknown) =>
      data instanceof Promise ||
      (typeof data === 'object' &&
        data !== null &&
        Object.values(data).some((value) => value instanceof Promise)),
  );
}

/** Renders a page in one go, into one string, with the data for hydration at its end. */
async function renderWhole(
  request: Request,
  context: EntryContext,
  shown: PageInfo,
  init: ResponseInit,
): Promise<Response> {
  const { serverHandoffStream, ...rest } = context;
  const { loaderData } = context.staticHandlerContext;
  const { nonce } = shown;
  // A document hands nothing over. What the framework has encoded for it is left unread: giving it up would make the framework throw,
  // and leave its timer behind for five seconds.
  const handOver = nonce && serverHandoffStream ? await readText(serverHandoffStream) : '';
  const key = nonce ? scriptsKey(context) : '';
  const kept = nonce && import.meta.env.PROD ? findCachedScripts(key, nonce) : undefined;
  const html = renderToString(
    <PageContext value={{ ...shown, scripts: kept === undefined ? 'marked' : 'left out' }}>
      <ServerRouter context={rest} url={request.url} {...(nonce ? { nonce } : {})} />
    </PageContext>,
  );
  letGo(context, loaderData);
  const end = '</body></html>';
  const open = html.endsWith(end) ? html.slice(0, -end.length) : html;
  if (!nonce) return wholePage(['<!DOCTYPE html>', addInlineSpacing(open), end], init);
  const data = handOverScript(handOver, nonce);
  if (kept !== undefined) return wholePage(['<!DOCTYPE html>', open, kept, data, end], init);
  const late = deferScripts(open, nonce);
  if (!late) return wholePage(['<!DOCTYPE html>', open.replace(scriptsMark, ''), data, end], init);
  cacheScripts(key, late.scripts, nonce);
  return wholePage(['<!DOCTYPE html>', late.markup, late.scripts, data, end], init);
}

/**
 * Empties what loaders have returned for a page, once it is rendered. V8 keeps an object that has getters of its own, as the framework's
 * router of one page is, and a web stream, as its hand-over is, until it next collects everything; with them all they lead to.
 */
function letGo({ staticHandlerContext }: EntryContext, loaderData: Record<string, unknown>): void {
  for (const id of Object.keys(loaderData)) loaderData[id] = undefined;
  staticHandlerContext.loaderData = {};
  staticHandlerContext.actionData = null;
}

/**
 * Through one buffer: a decoder that is given piece after piece makes a string of two bytes a character, and with it all of the page,
 * which is then too large for the garbage collector's nursery.
 */
async function readText(stream: ReadableStream<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

const escapes: Record<string, string> = {
  '&': '\\u0026',
  '>': '\\u003e',
  '<': '\\u003c',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** What react-router's own component for it writes, piece by piece, where a page is streamed. */
function handOverScript(data: string, nonce: string): string {
  const text = JSON.stringify(data).replace(/[&><\u2028\u2029]/g, (character) => escapes[character] ?? '');
  const controller = 'window.__reactRouterContext.streamController';
  return `<script nonce="${nonce}">${controller}.enqueue(${text});${controller}.close();</script>`;
}

/** Logs what loaders, actions and middleware throw unexpectedly, with the request id the visitor is shown. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // What the visitor got wrong (a method no page takes, a form that cannot be read) is in the request log.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  const info = context.get(requestInfoContext);
  const { requestId } = info;
  // The page rendered next is told only that something failed: what, it learns here.
  const isOutage = isDatabaseOutage(error);
  // An outage stays what is told, whatever else fails for it.
  if (isOutage || !info.isOutage) info.failure = error;
  info.isOutage ||= isOutage;
  // A program that asks too often for an address of data would fill the log.
  if (error instanceof RateLimitExceeded) return;
  log().error({ requestId, error: error instanceof Error ? error.stack : String(error) }, 'unexpected error');
};

/** The form of a request that could not be saved, to be sent again; null where it cannot be given back. */
async function drawSentForm(request: Request) {
  const form = await readSentForm(request);
  return form && <SendAgainForm form={form} />;
}
