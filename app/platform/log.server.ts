import { hostname } from 'node:os';
import pino from 'pino';
import { config } from '#app/platform/config.server.ts';
import { maskSecretsInText } from '#app/platform/http/secret-paths.server.ts';
import { buildId } from '#app/platform/runtime/build-id.server.ts';

let current: pino.Logger | undefined;

/** Lines are gathered up to this many bytes, or for this long, and written at once; warnings and errors bring on all before them. */
const batchBytes = 4_096;
const batchMs = 250;
const warning = 40;
const errorLevel = 50;

type ErrorListener = (message: string, details: Readonly<Record<string, unknown>>) => void;
let errorListener: ErrorListener | undefined;

/** Tells of each line of the level error or above. A listener that logs errors itself would hear of them. */
export function onErrorLogged(listener: ErrorListener): void {
  errorListener = listener;
}

/**
 * The structured log of this process. Log ids, never addresses, names, tokens or message bodies:
 * the redaction below is a second net, not a licence.
 */
export function log(): pino.Logger {
  if (current) return current;
  // What is gathered when the process ends is written then: pino sees to it, except where the process is killed with -9.
  const output = pino.destination({ sync: false, minLength: batchBytes, periodicFlush: batchMs });
  const options: pino.LoggerOptions = {
    level: config().logLevel,
    // Which of several processes, machines and releases says it (P214).
    base: { process: process.pid, host: hostname(), release: buildId() },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'email',
        '*.email',
        'password',
        '*.password',
        'token',
        '*.token',
        'cookie',
        '*.cookie',
        'recipient',
      ],
      censor: '[redacted]',
    },
    // Errors of other packages may name the requested address, as the router does.
    serializers: {
      error: (error: unknown) => (typeof error === 'string' ? maskSecretsInText(error) : error),
    },
    hooks: {
      logMethod(inputs, method, level) {
        method.apply(this, inputs);
        if (level >= warning) output.flush();
        if (level < errorLevel || !errorListener) return;
        const [details, message] = inputs as unknown[];
        if (typeof details === 'object' && details !== null)
          errorListener(String(message), details as Record<string, unknown>);
        else errorListener(String(details), {});
      },
    },
  };
  current = pino(options, output);
  return current;
}
