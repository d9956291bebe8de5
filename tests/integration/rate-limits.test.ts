import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { databasePool } from '#app/platform/database/client.server.ts';
import {
  consumeRateLimit,
  consumeRateLimits,
  forgiveAttempts,
  isWithinLimits,
  type LimitedSubject,
  RateLimitExceeded,
} from '#app/platform/rate-limit.server.ts';

const limit = (points: number, seconds = 900): LimitedSubject => [
  { name: `test-${randomUUID()}`, points, seconds },
  'somebody@example.com',
];

async function usedOf([{ name }]: LimitedSubject): Promise<number | null> {
  const { rows } = await databasePool().query('SELECT points FROM rate_limits WHERE key LIKE $1', [
    `${name}:%`,
  ]);
  return rows[0]?.points ?? null;
}

describe('several limits at once', () => {
  it('are counted together, and the first that is used up is named', async () => {
    const [tight, wide] = [limit(2), limit(5)];
    await consumeRateLimits([tight, wide]);
    await consumeRateLimits([tight, wide]);
    const refused = await consumeRateLimits([tight, wide]).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RateLimitExceeded);
    expect(refused).toMatchObject({ limit: tight[0] });
    expect((refused as RateLimitExceeded).retryAfterSeconds).toBeGreaterThan(890);
    expect((refused as RateLimitExceeded).retryAfterSeconds).toBeLessThanOrEqual(900);
  });

  it('take nothing from a wider one behind one that is used up', async () => {
    const [tight, wide] = [limit(2), limit(5)];
    for (let press = 0; press < 7; press += 1) await isWithinLimits([tight, wide]);
    expect(await usedOf(wide)).toBe(2);
  });

  it('let exactly as many through as the tightest allows, of thirty at once', async () => {
    const [tight, wide] = [limit(10), limit(100)];
    const answers = await Promise.all(Array.from({ length: 30 }, () => isWithinLimits([wide, tight])));
    expect(answers.filter(Boolean)).toHaveLength(10);
  });

  it('begin anew when their time is over', async () => {
    const [tight, wide] = [limit(1), limit(5)];
    await consumeRateLimits([tight, wide]);
    expect(await isWithinLimits([tight, wide])).toBe(false);
    await databasePool().query('UPDATE rate_limits SET expire = $1 WHERE key LIKE $2', [
      Date.now() - 1,
      `${tight[0].name}:%`,
    ]);
    expect(await isWithinLimits([tight, wide])).toBe(true);
    expect(await usedOf(tight)).toBe(1);
  });

  it('share their counters with limits that are counted alone', async () => {
    const one = limit(3);
    await consumeRateLimit(...one);
    await consumeRateLimits([one]);
    expect((await consumeRateLimit(...one)).remaining).toBe(0);
    expect(await isWithinLimits([one])).toBe(false);
  });

  it('forget the attempts of one, and give one back to others', async () => {
    const [own, shared] = [limit(5), limit(5)];
    for (let press = 0; press < 3; press += 1) await consumeRateLimits([own, shared]);
    await forgiveAttempts([own], [shared]);
    expect(await usedOf(own)).toBeNull();
    expect(await usedOf(shared)).toBe(2);
  });
});
