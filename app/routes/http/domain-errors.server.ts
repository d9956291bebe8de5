import { data } from 'react-router';
import { Refusal, type RefusalKind } from '#app/domain/core/values/errors.ts';
import { RateLimitExceeded } from '#app/platform/rate-limit.server.ts';

const statusOf: Record<RefusalKind, number> = {
  not_found: 404,
  not_allowed: 403,
  conflict: 409,
  invalid: 422,
  unavailable: 503,
};

/** The HTTP status that says what a refusal says. */
export function statusOfRefusal(refusal: Refusal): number {
  return statusOf[refusal.kind];
}

/** Seconds in words: "30 seconds", "1 minute", "2 hours". */
function formatWait(seconds: number): string {
  const [count, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 90 * 60
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The message and answer options for a limit that is used up: 429 with Retry-After. */
export function tooManyAttempts(error: RateLimitExceeded): {
  message: string;
  init: { status: number; headers: HeadersInit };
} {
  return {
    message: `Too many attempts. Please try again in ${formatWait(error.retryAfterSeconds)}.`,
    init: { status: 429, headers: { 'Retry-After': String(error.retryAfterSeconds) } },
  };
}

/** What there is to say of a refusal, or of a limit that is used up, on the page one is led to. Other errors are thrown on. */
export function wordsOf(error: unknown): string {
  if (error instanceof RateLimitExceeded) return tooManyAttempts(error).message;
  if (error instanceof Refusal) return error.message;
  throw error;
}

/** Turns a refusal no form can show into the error page with its status and words; other errors pass through. */
export function throwAsResponse(error: unknown): never {
  if (error instanceof Refusal) throw data(error.message, { status: statusOfRefusal(error) });
  if (error instanceof RateLimitExceeded) {
    const { message, init } = tooManyAttempts(error);
    throw data(message, init);
  }
  throw error;
}
