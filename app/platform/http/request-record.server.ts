import type { IncomingMessage, ServerResponse } from 'node:http';
import { recordRequest, unmatchedRoute } from '#app/platform/http/request-metrics.server.ts';
import { endRequestSpan, type openRequestSpan } from '#app/platform/http/request-span.server.ts';
import { maskSecrets } from '#app/platform/http/secret-paths.server.ts';
import { log } from '#app/platform/log.server.ts';
import type { RequestScope } from '#app/platform/runtime/request-scope.server.ts';

/** What is known of a request while it is answered. */
export interface OpenRequest {
  /** By the process's own clock, in milliseconds. */
  startedAt: number;
  path: string;
  /** The route is known once it was matched. */
  info: { requestId: string; route?: string };
  scope: RequestScope;
  span: ReturnType<typeof openRequestSpan> | undefined;
  /** Whether it was given a page from memory, which is counted there. */
  isKept: boolean;
}

const isEvents = (response: ServerResponse) =>
  String(response.getHeader('Content-Type') ?? '').startsWith('text/event-stream');

/**
 * Counts and logs a request once its answer has ended. It has nothing else in its hands: what it could reach would be kept for as long
 * as an answer is open, which for a stream of events is hours.
 */
export function recordWhenClosed(
  request: IncomingMessage,
  response: ServerResponse,
  open: OpenRequest,
): void {
  const { startedAt, path, info, scope, span } = open;
  response.on('close', () => {
    const durationMs = Math.round(performance.now() - startedAt);
    if (!open.isKept) {
      const route = info.route ?? unmatchedRoute;
      const seconds = isEvents(response) ? Infinity : durationMs / 1000;
      recordRequest(request.method, route, response.statusCode, seconds);
      endRequestSpan(span, request, response, route);
    }
    log().info(
      {
        requestId: info.requestId,
        ...(span ? { traceId: span.traceId } : {}),
        ...(scope.accountId ? { accountId: scope.accountId } : {}),
        method: request.method,
        path: maskSecrets(path),
        status: response.statusCode,
        durationMs,
      },
      'request',
    );
  });
}
