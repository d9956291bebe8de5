import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { databasePool } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';
import { memoizeByObject } from '#app/platform/runtime/memoize-by-object.server.ts';
import { requestScope } from '#app/platform/runtime/request-scope.server.ts';
import { keyedHash } from '#app/platform/secrets/keyed-hash.server.ts';

/** How often something may be done: `points` times within `seconds`. */
export interface RateLimit {
  name: string;
  points: number;
  seconds: number;
}

/** How much of a limit is left, and in how many seconds it is whole again. */
export interface RateLimitState {
  remaining: number;
  resetSeconds: number;
}

/** Who or what is counted: an address, an email address, a user's id, or several of them together. */
export type Subject = string | readonly string[];

/** Thrown when a limit is used up. `retryAfterSeconds` tells when to try again, `limit` which it was where it is one of these. */
export class RateLimitExceeded extends Error {
  readonly retryAfterSeconds: number;
  readonly limit: RateLimit | null;

  constructor(retryAfterSeconds: number, limit: RateLimit | null = null) {
    super('Too many attempts.');
    this.retryAfterSeconds = retryAfterSeconds;
    this.limit = limit;
  }
}

/** By the pool that they count in: one that was closed counts nothing. */
const limitersOf = memoizeByObject((_pool: pg.Pool) => new Map<string, RateLimiterPostgres>());

function limiterFor(limit: RateLimit): RateLimiterPostgres {
  const pool = databasePool();
  const limiters = limitersOf(pool);
  let limiter = limiters.get(limit.name);
  if (!limiter) {
    limiter = new RateLimiterPostgres({
      storeClient: pool,
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

// Addresses and email addresses are personal data: only a hash is kept.
const hashSubject = (subject: Subject) => keyedHash('rate limit', [subject].flat().join('\n'));

/**
 * Counts one attempt by `subject` against `limit`, in Postgres, so that all processes share it. Used-up limits are logged.
 * @throws {RateLimitExceeded} when it is used up.
 */
export async function consumeRateLimit(limit: RateLimit, subject: Subject): Promise<RateLimitState> {
  const key = hashSubject(subject);
  try {
    const { remainingPoints, msBeforeNext } = await limiterFor(limit).consume(key);
    return { remaining: remainingPoints, resetSeconds: Math.max(0, Math.ceil(msBeforeNext / 1000)) };
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const requestId = requestScope()?.requestId;
    log().warn({ event: 'limit_used_up', limit: limit.name, subject: key, requestId }, 'limit used up');
    throw new RateLimitExceeded(Math.max(1, Math.ceil(error.msBeforeNext / 1000)), limit);
  }
}

/** Counts one attempt like `consumeRateLimit`, and says whether it is within the limit. */
export async function isWithinLimit(limit: RateLimit, subject: Subject): Promise<boolean> {
  try {
    await consumeRateLimit(limit, subject);
    return true;
  } catch (error) {
    if (error instanceof RateLimitExceeded) return false;
    throw error;
  }
}

/** Forgets the attempts of `subject`, e.g. after it has proven itself. */
export async function resetRateLimit(limit: RateLimit, subject: Subject): Promise<void> {
  await limiterFor(limit).delete(hashSubject(subject));
}

/** Takes back one attempt that turned out well. */
export async function returnAttempt(limit: RateLimit, subject: Subject): Promise<void> {
  await limiterFor(limit).reward(hashSubject(subject));
}

/** Deletes counters that have run out; the worker calls it daily. */
export async function deleteExpiredRateLimits(): Promise<void> {
  await databasePool().query('DELETE FROM rate_limits WHERE expire < $1', [Date.now()]);
}
