import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { constants } from 'node:zlib';
import { createRequest, sendResponse } from '@remix-run/node-fetch-server';
import compression from 'compression';
import { config } from '#app/platform/config.server.ts';
import { limitBody } from '#app/platform/http/body-limit.server.ts';
import { clientAddress } from '#app/platform/http/client-address.server.ts';
import { sendEvents, takeEvents } from '#app/platform/http/events.server.ts';
import { isCanonicalPath, matchablePath, pathOf, repairEncoding } from '#app/platform/http/path.server.ts';
import { recordRequest, unmatchedRoute } from '#app/platform/http/request-metrics.server.ts';
import { type OpenRequest, recordWhenClosed } from '#app/platform/http/request-record.server.ts';
import { openRequestSpan } from '#app/platform/http/request-span.server.ts';
import { securityHeaders } from '#app/platform/http/security-headers.server.ts';
import { sendRefusal } from '#app/platform/http/send-refusal.server.ts';
import { personalCookie, sendSharedPage } from '#app/platform/http/send-shared-page.server.ts';
import {
  createPageCache,
  isShareable,
  type PageCache,
  renderSharedPage,
} from '#app/platform/http/shared-page.server.ts';
import { staticFiles } from '#app/platform/http/static-files.server.ts';
import { withCharset } from '#app/platform/http/text-charset.ts';
import { asReader, asVisitor, orOther } from '#app/platform/http/through-outage.server.ts';
import { sendWholePage, takeMarkup } from '#app/platform/http/whole-page.server.ts';
import { log } from '#app/platform/log.server.ts';
import { waitForTurn } from '#app/platform/runtime/event-loop-turn.server.ts';
import { type RequestScope, runInRequestScope } from '#app/platform/runtime/request-scope.server.ts';

/** That the site is closed, in the operator's words. */
export interface Closed {
  text: string;
  /** When it is expected to be open again (ISO 8601). */
  until: string | null;
  /** In seconds. */
  retryAfter: number;
}

/** What the site is told about a request besides the request itself. */
export interface RequestInfo {
  requestId: string;
  nonce: string;
  /** Whom attempts are counted by: the visitor's address or, of IPv6, network. */
  clientAddress: string;
  /** Set when the database could not be reached for this request. */
  isOutage: boolean;
  /** The route that was matched, as app/routes.ts spells its address. */
  route?: string;
  /** What a handler threw, where the framework has made an answer of it already. */
  failure?: unknown;
  /** Set when the site is closed to who asks. */
  closed?: Closed;
  /** Set where somebody with a session is shown a page as visitors see it, since their account cannot be read now. */
  isWithoutAccount?: true;
  /** Set where a page is made from replicas alone, since nothing can be saved now. */
  isReadOnly?: true;
  /** Set where a page is rendered as it would be with texts that are not published. */
  isPreview?: true;
}

export interface ListenerOptions {
  /** The site: a request in, an answer out. */
  handle(request: Request, info: RequestInfo): Promise<Response>;
  /** Folder of built assets; left out in development, where Vite serves them. */
  clientDir?: string;
  /** Where shared pages are kept; one of its own if not given. */
  pages?: PageCache;
  /** Is told of each page that a visitor without a session is given, also from memory. */
  onVisit?(request: IncomingMessage): void;
  /** Answers paths below /sandbox/, when the sandbox provider runs. */
  handleSandbox?: RequestListener;
}

/** Cookies that change no page. Only an answer to who brings no other is kept for others. */
const harmlessCookies = /^(?:(?:^|; ?)(?:__Host-)?referral=[^;]*)*$/;

/** Who watches over the process asks here, and does not wait in line: a busy one is none that has to be replaced. */
const watchPaths: ReadonlySet<string> = new Set(['/healthz', '/livez', '/readyz']);
const isWatch = (path: string) => watchPaths.has(path);

/** As proxies and tracing tools make them; anything else could forge a line of the log. */
const takenRequestId = /^[\w.:=+/-]{8,128}$/;

/** The id that the proxy in front has given the request, where it is believed, so that its log and ours name the same one (P214). */
function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return config().trustProxy && typeof given === 'string' && takenRequestId.test(given)
    ? given
    : randomUUID();
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';

const isHtml = ({ headers }: Response) => headers.get('Content-Type')?.startsWith('text/html') ?? false;

/** The request as the site reads it; undefined when its method, host or address is none. */
function readRequest(request: IncomingMessage, response: ServerResponse): Request | undefined {
  try {
    const read = createRequest(request, response, { trustProxy: config().trustProxy });
    const { origin } = request.headers;
    // What is no origin is nobody's: the framework would answer it as a fault of ours.
    if (origin !== undefined && !URL.canParse(origin)) read.headers.set('Origin', 'null');
    return read;
  } catch {
    return undefined;
  }
}

/** The HTTP door of the site: static files, shared pages from memory, everything else through `handle`, compressed. */
export function createListener(options: ListenerOptions): RequestListener {
  const cache = options.pages ?? createPageCache();
  const headers = Object.entries(securityHeaders());
  // Pages are tens of kilobytes: brotli's usual window of megabytes would cost more to set up than the page to render.
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 } };
  const compress = compression({ threshold: 1_000, brotli });
  const files = options.clientDir ? staticFiles(options.clientDir) : undefined;

  /** Answers with a page from memory. @returns false where there is none for who asks. */
  function sendKept(request: IncomingMessage, response: ServerResponse): boolean {
    if (!isRead(request) || personalCookie.test(request.headers.cookie ?? '')) return false;
    const startedAt = performance.now();
    const page = cache.get(request.url ?? '/');
    if (!page) return false;
    if (request.method === 'GET') options.onVisit?.(request);
    sendSharedPage(request, response, page);
    const seconds = (performance.now() - startedAt) / 1000;
    recordRequest(request.method, page.route ?? unmatchedRoute, response.statusCode, seconds);
    return true;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = performance.now();
    const info: RequestInfo = {
      requestId: requestIdOf(request),
      // 154 random bits from a stock (ASVS 11.5.1 asks for 128): drawing some for each request would cost a part of its time.
      nonce: `${randomUUID()}-${randomUUID().slice(0, 8)}`,
      clientAddress: clientAddress(
        request.socket.remoteAddress,
        request.headers['x-forwarded-for'],
        config().trustProxy,
      ),
      isOutage: false,
    };
    const path = pathOf(request.url ?? '/');
    const span = isWatch(matchablePath(path)) ? undefined : openRequestSpan(request, info.requestId);
    const traced = <T>(work: () => T): T => (span ? span.run(work) : work());
    const [, area = ''] = matchablePath(path).split('/', 2);
    const scope: RequestScope = { requestId: info.requestId, queryCount: 0, area };
    response.setHeader('X-Request-Id', info.requestId);
    const open: OpenRequest = { startedAt, path, info, scope, span, isKept: false };
    recordWhenClosed(request, response, open);
    // Waits with as little in its hands as there is. Meanwhile who asked may have gone, or another have been given the same page.
    const wait = isWatch(matchablePath(path)) ? undefined : waitForTurn();
    if (wait) {
      await wait;
      if (response.closed) return;
      open.isKept = sendKept(request, response);
      if (open.isKept) return;
    }
    request.url = repairEncoding(request.url ?? '/');
    const fetchRequest = readRequest(request, response);
    if (!fetchRequest) {
      sendRefusal(request, response, 400, 'That request could not be understood.');
      return;
    }
    const edition = cache.edition();
    const isPersonal = personalCookie.test(request.headers.cookie ?? '');
    const answered = runInRequestScope(scope, () => traced(() => options.handle(fetchRequest, info)));
    const reply = isRead(request)
      ? await orOther(answered, {
          isOutage: () => info.isOutage,
          makeReadOnly: async () =>
            isPersonal
              ? asReader((shown) => options.handle(fetchRequest.clone(), { ...info, ...shown }), scope)
              : undefined,
          make: async () =>
            isPersonal
              ? asVisitor((seen, shown) => options.handle(seen, { ...info, ...shown }), fetchRequest, scope)
              : undefined,
          findKept: () => cache.getAnyAge(request.url ?? '/'),
        })
      : await answered;
    // A body that turned out too long has been answered already.
    if (response.headersSent) return;
    if (!(reply instanceof Response)) {
      sendSharedPage(request, response, reply);
      return;
    }
    const caching = reply.headers.get('Cache-Control') ?? '';
    // Shared caches keep nothing made for someone: neither their pages nor the data scripts ask for. A route may let the
    // reader's own browser keep a file.
    if (isPersonal ? !caching.startsWith('private') : !caching)
      reply.headers.set('Cache-Control', 'private, no-store');
    const type = reply.headers.get('Content-Type');
    if (type !== null) reply.headers.set('Content-Type', withCharset(type));
    // A page that says by its policy who may frame it is held to that; an older header would say nobody.
    if (/frame-ancestors (?!'none')/.test(reply.headers.get('Content-Security-Policy') ?? ''))
      response.removeHeader('X-Frame-Options');
    if (config().reportsQueryCount) response.setHeader('Server-Timing', queryCounts(scope));
    const tell = takeEvents(reply);
    if (tell) {
      sendEvents(request, response, reply, tell);
      return;
    }
    const pieces = takeMarkup(reply);
    const isPage = pieces !== undefined || (isHtml(reply) && reply.body !== null);
    if (isPage && !isPersonal) {
      const page = await renderSharedPage(reply, pieces?.join('') ?? (await reply.text()));
      if (request.method === 'GET' && reply.status === 200) options.onVisit?.(request);
      const isPlainAddress = request.url === path && isCanonicalPath(path);
      const isAnonymous = harmlessCookies.test(request.headers.cookie ?? '');
      if (request.method === 'GET' && isPlainAddress && isAnonymous && isShareable(reply))
        cache.set(path, info.route === undefined ? page : { ...page, route: info.route }, edition);
      sendSharedPage(request, response, page);
      return;
    }
    if (pieces !== undefined) {
      sendWholePage(request, response, reply, pieces);
      return;
    }
    const send = () => {
      // A piece of the answer that cannot be made any more ends the connection: what was sent is no whole answer.
      sendResponse(response, reply).catch((error: unknown) => {
        log().error({ requestId: info.requestId, error: String(error) }, 'answer broken off');
        response.destroy();
      });
    };
    // Compression gathers what it is given; events are to arrive one by one.
    if (reply.headers.get('Content-Type')?.startsWith('text/event-stream')) send();
    else
      compress(request as Parameters<typeof compress>[0], response as Parameters<typeof compress>[1], send);
  }

  function open(request: IncomingMessage, response: ServerResponse): void {
    for (const [name, value] of headers) response.setHeader(name, value);
    const url = request.url ?? '/';
    if (sendKept(request, response)) return;
    if (!limitBody(request, response)) return;
    if (options.handleSandbox && url.startsWith('/sandbox/')) {
      options.handleSandbox(request, response);
      return;
    }
    const dynamic = () => {
      answer(request, response).catch((error: unknown) => fail(request, response, error));
    };
    if (files && isRead(request)) files(request, response, dynamic);
    else dynamic();
  }

  return (request, response) => {
    try {
      open(request, response);
    } catch (error) {
      // Whatever one request does, the process goes on for the others.
      fail(request, response, error);
    }
  };
}

/** How many statements an answer took and, where that are any, how many of them replicas answered. */
const queryCounts = ({ queryCount, replicaQueryCount }: RequestScope): string =>
  `db;desc="${queryCount}"${replicaQueryCount ? `, replica;desc="${replicaQueryCount}"` : ''}`;

function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  log().error({ error: error instanceof Error ? error.stack : String(error) }, 'request failed');
  if (response.headersSent) response.destroy();
  else sendRefusal(request, response, 500, 'Something went wrong. Please try again.');
}
