import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { databasePool } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
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
    throw usedUp(limit, key, error.msBeforeNext);
  }
}

/** A limit and who is counted against it. */
export type LimitedSubject = readonly [RateLimit, Subject];

const keyOf = ([{ name }, subject]: LimitedSubject) => `${name}:${hashSubject(subject)}`;

interface CountedRow {
  place: number;
  used: number;
  expire: string;
}

/**
 * Counts one attempt against several limits, in the order given, by one statement. Behind a limit that is used up nothing is counted:
 * who has used up a tight one takes nothing more from a wider one. The limits have to have different names.
 * @throws {RateLimitExceeded} for the first that is used up.
 */
export async function consumeRateLimits(counts: readonly LimitedSubject[]): Promise<void> {
  const at = Date.now();
  // The rows are locked in the order of their keys, so that two attempts at once never wait for each other.
  const { rows } = await databasePool().query<CountedRow>({
    name: 'count-attempts',
    text: `
      WITH asked AS (
        SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[]) WITH ORDINALITY AS a(key, most, ms, place)
      ), known AS (
        SELECT a.*, coalesce(r.points, 0) >= a.most AND r.expire > $4 AS is_used_up FROM asked a LEFT JOIN rate_limits r USING (key)
      ), counted AS (
        INSERT INTO rate_limits (key, points, expire)
        SELECT key, 1, $4 + ms FROM known k
        WHERE NOT EXISTS (SELECT 1 FROM known before WHERE before.place < k.place AND before.is_used_up)
        ORDER BY key
        ON CONFLICT (key) DO UPDATE SET
          points = CASE WHEN rate_limits.expire > $4 THEN rate_limits.points + 1 ELSE 1 END,
          expire = CASE WHEN rate_limits.expire > $4 THEN rate_limits.expire ELSE excluded.expire END
        RETURNING key, points, expire
      )
      SELECT a.place::int AS place, c.points AS used, c.expire FROM counted c JOIN asked a USING (key)
      WHERE c.points > a.most ORDER BY a.place LIMIT 1`,
    values: [
      counts.map(keyOf),
      counts.map(([{ points }]) => points),
      counts.map(([{ seconds }]) => seconds * 1_000),
      at,
    ],
  });
  const [exceeded] = rows;
  const [limit, subject] = exceeded ? (counts[exceeded.place - 1] ?? []) : [];
  if (!exceeded || !limit || subject === undefined) return;
  throw usedUp(limit, hashSubject(subject), Number(exceeded.expire) - at);
}

/** Says in the log that a limit is used up, and gives what is thrown. */
function usedUp(limit: RateLimit, subject: string, msBeforeNext: number): RateLimitExceeded {
  const requestId = requestScope()?.requestId;
  log().warn({ event: 'limit_used_up', limit: limit.name, subject, requestId }, 'limit used up');
  return new RateLimitExceeded(Math.max(1, Math.ceil(msBeforeNext / 1000)), limit);
}

/** Forgets the attempts of some, and takes one attempt of others back, by one statement: after one that turned out well. */
export async function forgiveAttempts(
  own: readonly LimitedSubject[],
  shared: readonly LimitedSubject[],
): Promise<void> {
  const { text, values } = Prisma.sql`WITH ${forgivenessSql(own, shared, Prisma.sql`true`)} SELECT 1`;
  await databasePool().query({ name: 'forgive-attempts', text, values });
}

/** The same as parts of a statement with `WITH`, under a condition. */
export function forgivenessSql(
  own: readonly LimitedSubject[],
  shared: readonly LimitedSubject[],
  condition: Prisma.Sql,
): Prisma.Sql {
  const [ownKeys, sharedKeys] = [own.map(keyOf), shared.map(keyOf)];
  // Locked in the order of their keys, as they are counted, so that two at once never wait for each other.
  return Prisma.sql`
    counters AS MATERIALIZED (
      SELECT key FROM rate_limits WHERE key = ANY(${[...ownKeys, ...sharedKeys]}::text[]) AND ${condition} ORDER BY key FOR UPDATE
    ), forgotten AS (
      DELETE FROM rate_limits WHERE key = ANY(${ownKeys}::text[]) AND key IN (SELECT key FROM counters)
    ), returned AS (
      UPDATE rate_limits SET points = points - 1
      WHERE key = ANY(${sharedKeys}::text[]) AND expire > ${Date.now()} AND key IN (SELECT key FROM counters)
    )`;
}

/** Counts one attempt like `consumeRateLimits`, and says whether it is within all of them. */
export async function isWithinLimits(counts: readonly LimitedSubject[]): Promise<boolean> {
  try {
    await consumeRateLimits(counts);
    return true;
  } catch (error) {
    if (error instanceof RateLimitExceeded) return false;
    throw error;
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
