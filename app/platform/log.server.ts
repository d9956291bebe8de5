import pino from 'pino';
import { config } from '#app/platform/config.server.ts';

let current: pino.Logger | undefined;

/**
 * The structured log of this process. Log ids, never addresses, names, tokens or message bodies:
 * the redaction below is a second net, not a licence.
 */
export function log(): pino.Logger {
  current ??= pino({
    level: config().logLevel,
    base: null,
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
  });
  return current;
}
