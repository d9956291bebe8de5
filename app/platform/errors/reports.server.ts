import { hostname } from 'node:os';
import { createStackParser, createTransport, Scope } from '@sentry/core';
import { nodeStackLineParser, ServerRuntimeClient } from '@sentry/core/server';
import { scrub } from '#app/platform/errors/scrub.ts';
import { maskSecretsInText } from '#app/platform/http/secret-paths.server.ts';
import { fetchDirectly } from '#app/platform/outgoing/direct-fetch.server.ts';
import { buildId } from '#app/platform/runtime/build-id.server.ts';

/** How long one report may take on its way, and how many a minute leave a process: a fault that repeats is known by then. */
const limitMs = 5_000;
const mostPerMinute = 30;

interface ErrorReports {
  /** Reports a line of the log. */
  report(message: string, details: Readonly<Record<string, unknown>>, requestId: string | undefined): void;
  /** Waits, for two seconds at most, until what was reported has left. */
  close(): Promise<void>;
}

/** What of a line's details says where something failed, and nothing of whom. */
const tagged = ['event', 'job', 'kind', 'method', 'status', 'provider'] as const;

const clean = (text: string) => scrub(maskSecretsInText(text));

/** A text of several lines is what an error's stack was written down as. */
function errorOf(message: string, cause: unknown): Error {
  const stack = cause instanceof Error ? cause.stack : typeof cause === 'string' ? cause : undefined;
  const [first = message, ...lines] = (stack ?? message).split('\n');
  const [, name, text] = /^([A-Z]\w*(?:Error|Exception)?): (.*)$/.exec(first) ?? [];
  const error = new Error(clean(text ?? first));
  error.name = name ?? 'Error';
  error.stack = [`${error.name}: ${error.message}`, ...lines.map(clean)].join('\n');
  return error;
}

/** Sends errors to a Sentry-compatible address. Of a request it tells its id and route: no address, cookie, body or user (P223). */
export function startErrorReports(dsn: string, environment: string): ErrorReports {
  const client = new ServerRuntimeClient({
    dsn,
    environment,
    release: buildId(),
    serverName: hostname(),
    platform: 'node',
    runtime: { name: 'node', version: process.version },
    integrations: [],
    stackParser: createStackParser(nodeStackLineParser()),
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        const { status, headers } = await fetchDirectly(options.url, {
          method: 'POST',
          body: typeof body === 'string' ? body : new Uint8Array(body),
          headers: { 'Content-Type': 'application/x-sentry-envelope', ...options.headers },
          signal: AbortSignal.timeout(limitMs),
        });
        return {
          statusCode: status,
          headers: {
            'x-sentry-rate-limits': headers.get('x-sentry-rate-limits'),
            'retry-after': headers.get('retry-after'),
          },
        };
      }),
    beforeSend: (event) => ({ ...event, ...(event.message ? { message: clean(event.message) } : {}) }),
  });
  client.init();
  let minute = 0;
  let count = 0;

  return {
    report(message, details, requestId) {
      const now = Math.floor(performance.now() / 60_000);
      if (now !== minute) [minute, count] = [now, 0];
      count += 1;
      if (count > mostPerMinute) return;
      const scope = new Scope();
      scope.setLevel('error');
      if (requestId) scope.setTag('request_id', requestId);
      scope.setTag('line', message);
      for (const name of tagged)
        if (['string', 'number'].includes(typeof details[name]))
          scope.setTag(name, clean(String(details[name])));
      // The same line of the log is one fault, whatever it names.
      scope.setFingerprint(['{{ default }}', message]);
      client.captureException(errorOf(message, details.error ?? details.reason), undefined, scope);
    },
    async close() {
      await client.close(2_000);
    },
  };
}
