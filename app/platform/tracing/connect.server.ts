import { config } from '#app/platform/config.server.ts';

/**
 * Has traces of requests, statements, calls to providers and jobs sent to OTEL_EXPORTER_OTLP_ENDPOINT, where that is set (P245); nothing
 * is loaded elsewhere.
 * @returns what waits, for two seconds at most, until all spans have left.
 */
export async function connectTracing(): Promise<() => Promise<void>> {
  const { traces, environment } = config();
  if (traces === null) return async () => undefined;
  const { startTracing } = await import('#app/platform/tracing/export.server.ts');
  return startTracing(traces, environment);
}
