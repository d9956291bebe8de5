import type { IncomingMessage, ServerResponse } from 'node:http';
import { config } from '#app/platform/config.server.ts';
import { type OpenSpan, openSpan } from '#app/platform/tracing/spans.server.ts';

/**
 * Opens the span of a request: below that of the proxy in front, where that is believed (TRUST_PROXY). It is named by its method alone
 * until the route is known, never by its address, which may hold a secret or a name (P245).
 */
export function openRequestSpan(request: IncomingMessage, requestId: string): OpenSpan | undefined {
  return openSpan(() => {
    const { traceparent } = request.headers;
    const method = request.method ?? 'GET';
    return {
      name: method,
      kind: 'server',
      attributes: { 'http.request.method': method, 'request.id': requestId },
      parent: config().trustProxy && typeof traceparent === 'string' ? traceparent : undefined,
    };
  });
}

/** Ends the span of a request that has been answered by `route`, as app/routes.ts spells it. */
export function endRequestSpan(
  span: OpenSpan | undefined,
  { method = 'GET' }: IncomingMessage,
  { statusCode, writableFinished }: ServerResponse,
  route: string,
): void {
  if (!span) return;
  span.rename(`${method} ${route}`);
  span.add({ 'http.route': route, 'http.response.status_code': statusCode });
  if (!writableFinished) span.add({ 'request.is_broken_off': true });
  span.end(statusCode >= 500 ? new Error() : undefined);
}
