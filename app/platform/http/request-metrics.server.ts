import { Counter, Histogram } from 'prom-client';
import { processRegistry } from '#app/platform/runtime/metrics.server.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const requests = new Counter({
  name: 'http_requests_total',
  help: 'Requests by the route that answered them; built assets aside',
  labelNames: ['method', 'route', 'status'],
  registers: [processRegistry],
});

const durations = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'From the request to the end of its answer, by route; streams of events aside',
  labelNames: ['route'],
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
  registers: [processRegistry],
});

/** A route's address as app/routes.ts spells it, never what somebody asked for: that could be anything, and hold a secret. */
export const unmatchedRoute = 'unmatched';

/** Counts a request that has been answered, and how long that took in seconds: Infinity for what is open as long as its reader stays. */
export function recordRequest(
  method: string | undefined,
  route: string,
  status: number,
  seconds: number,
): void {
  const methodLabel = method !== undefined && methods.has(method) ? method : 'other';
  requests.inc({ method: methodLabel, route, status });
  if (Number.isFinite(seconds)) durations.observe({ route }, seconds);
}
