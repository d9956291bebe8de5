import autocannon from 'autocannon';
import type { Ask } from '#tests/bench/http.ts';

export interface LoadOptions {
  connections: number;
  seconds: number;
}

export interface LoadResult {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** Long enough for the compiler to know the hot code, whose first runs are not what is measured. */
const warmUpSeconds = 1.5;

/**
 * Asks for `url` over and over on every connection, a warm-up first.
 * @throws an Error when an answer fails or has another status than expected: its speed would mean nothing.
 */
export async function load(url: string, ask: Ask, status: number, options: LoadOptions): Promise<LoadResult> {
  await run(url, ask, status, { ...options, seconds: warmUpSeconds });
  return run(url, ask, status, options);
}

function run(url: string, ask: Ask, status: number, options: LoadOptions): Promise<LoadResult> {
  const { connections, seconds } = options;
  // autocannon's own percentiles are whole milliseconds, too coarse for a page from memory.
  const times: number[] = [];
  const failures = new Map<string, number>();
  const note = (what: string) => failures.set(what, (failures.get(what) ?? 0) + 1);
  return new Promise((resolve, reject) => {
    const instance = autocannon({ url, ...ask, connections, duration: seconds }, (error, result) => {
      if (error) return reject(error);
      if (failures.size > 0 || times.length === 0) {
        const list = [...failures].map(([what, count]) => `${what} (${count} times)`).join(', ');
        return reject(new Error(`${url} fails under load: ${list || 'no answer'}`));
      }
      times.sort((a, b) => a - b);
      resolve({
        requestsPerSecond: times.length / result.duration,
        p50Ms: percentile(times, 0.5),
        p99Ms: percentile(times, 0.99),
      });
    });
    instance.on('response', (_client, statusCode, _bytes, responseTime) => {
      if (statusCode === status) times.push(responseTime);
      else note(`status ${statusCode}`);
    });
    instance.on('reqError', (error: unknown) => note(error instanceof Error ? error.message : String(error)));
  });
}

/** The value that this share of all is at or below. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}
