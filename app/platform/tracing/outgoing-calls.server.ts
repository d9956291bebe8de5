import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type OpenSpan, openChildSpan } from '#app/platform/tracing/spans.server.ts';

// Node says of each HTTP request that leaves the process when it begins and ends, whichever package makes it: Stripe's SDK and the
// model's go by fetch, PayPal's, webhooks and push by node:http. So none of them has to know of traces, and no header is added to what
// others are sent.

interface Fetched {
  request: { origin: unknown; method: string };
  response?: { statusCode: number };
  error?: unknown;
}

interface Sent {
  request: { method: string; host?: string; protocol?: string };
  response?: { statusCode?: number };
  error?: unknown;
}

/** Neither path nor query: they hold ids, and of webhooks' and push services' addresses they are secrets. */
const openCall = (method: string, host: string): OpenSpan | undefined =>
  openChildSpan(() => ({
    name: `${method} ${host}`,
    kind: 'client',
    attributes: { 'http.request.method': method, 'server.address': host },
  }));

const hostOf = (origin: unknown): string => {
  const text = String(origin);
  return URL.canParse(text) ? new URL(text).hostname : 'unknown';
};

function answer(span: OpenSpan | undefined, status: number | undefined): void {
  if (status === undefined) return;
  span?.add({ 'http.response.status_code': status });
}

/**
 * Makes a span of each HTTP request that is sent on behalf of a request or a job.
 * @returns what ends that.
 */
export function traceOutgoingCalls(): () => void {
  const spans = new WeakMap<object, OpenSpan>();
  const begin = (key: object, span: OpenSpan | undefined) => {
    if (span) spans.set(key, span);
  };
  const listeners: [name: string, listener: (message: unknown) => void][] = [
    [
      'undici:request:create',
      (message) => {
        const { request } = message as Fetched;
        begin(request, openCall(request.method, hostOf(request.origin)));
      },
    ],
    [
      'undici:request:headers',
      (message) => {
        const { request, response } = message as Fetched;
        answer(spans.get(request), response?.statusCode);
      },
    ],
    ['undici:request:trailers', (message) => spans.get((message as Fetched).request)?.end()],
    [
      'undici:request:error',
      (message) => {
        const { request, error } = message as Fetched;
        spans.get(request)?.end(error);
      },
    ],
    [
      'http.client.request.created',
      (message) => {
        const { request } = message as Sent;
        begin(request, openCall(request.method, hostOf(`http://${request.host}`)));
      },
    ],
    [
      'http.client.response.finish',
      (message) => {
        const { request, response } = message as Sent;
        const span = spans.get(request);
        answer(span, response?.statusCode);
        span?.end();
      },
    ],
    [
      'http.client.request.error',
      (message) => {
        const { request, error } = message as Sent;
        spans.get(request)?.end(error);
      },
    ],
  ];
  for (const [name, listener] of listeners) subscribe(name, listener);
  return () => {
    for (const [name, listener] of listeners) unsubscribe(name, listener);
  };
}
