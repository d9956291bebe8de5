import { createHmac } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { config } from '#app/platform/config.server.ts';
import { databasePool } from '#app/platform/database/client.server.ts';

/** How often something may be done: `points` times within `seconds`. */
export interface RateLimit {
  name: string;
  points: number;
  seconds: number;
}

/** Thrown when a limit is used up. `retryAfterSeconds` tells when to try again. */
export class RateLimitExceeded extends Error {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('Too many attempts.');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const limiters = new Map<string, RateLimiterPostgres>();

function limiterFor(limit: RateLimit): RateLimiterPostgres {
  let limiter = limiters.get(limit.name);
  if (!limiter) {
    limiter = new RateLimiterPostgres({
      storeClient: databasePool(),
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: limit.name,
      points: limit.points,
      duration: limit.seconds,
      clearExpiredByTimeout: false,
    });
    limiters.set(limit.name, limiter);
  }
  return limiter;
}

// Addresses and e-mail addresses are personal data: only a hash is kept, under a secret, since addresses are few enough to try.
const keyOf = (subject: string) =>
  createHmac('sha256', config().sessionSecret).update(subject.toLowerCase()).digest('base64url').slice(0, 32);

/**
 * Counts one attempt by `subject` (an address, an e-mail address) against `limit`, in Postgres, so that all processes share it.
 * @throws {RateLimitExceeded} when it is used up.
 */
export async function consumeRateLimit(limit: RateLimit, subject: string): Promise<void> {
  try {
    await limiterFor(limit).consume(keyOf(subject));
  } catch (error) {
    if (error instanceof RateLimiterRes)
      throw new RateLimitExceeded(Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
    throw error;
  }
}

/** Forgets the attempts of `subject`, e.g. after it has proven itself. */
export async function resetRateLimit(limit: RateLimit, subject: string): Promise<void> {
  await limiterFor(limit).delete(keyOf(subject));
}

/** Deletes counters that have run out; the worker calls it daily. */
export async function deleteExpiredRateLimits(): Promise<void> {
  await databasePool().query('DELETE FROM rate_limits WHERE expire < $1', [Date.now()]);
}
