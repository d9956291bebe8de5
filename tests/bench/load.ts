import autocannon from 'autocannon';
import type { Ask } from '#tests/bench/http.ts';

export interface LoadOptions {
  connections: number;
  seconds: number;
}

export interface LoadResult {
  /** Answers that were counted. */
  count: number;
  requestsPerSecond: number;
  /**
   * Of all answers but the first on each connection: those are asked for at once, and on a busy server wait for each other. At 400 answers a
   * second, 16 of them are the slowest hundredth of four seconds.
   */
  p50Ms: number;
  p99Ms: number;
}

/** Long enough for the compiler to know the hot code, whose first runs are not what is measured. */
const warmUpSeconds = 1.5;

/** Who asks for what: the cookies of users, and the addresses besides the first, that take turns. */
export interface Turns {
  cookies: readonly string[];
  /** Paths with their query. */
  others: readonly string[];
}

/**
 * Asks for `url` over and over on every connection. Where there are cookies or other addresses, they take turns, and each connection
 * begins with another one.
 * @throws an Error when an answer fails or has another status than expected: its speed would mean nothing.
 */
export function load(
  url: string,
  ask: Ask,
  status: number,
  options: LoadOptions,
  turns: Turns = { cookies: [], others: [] },
): Promise<LoadResult> {
  return run(url, ask, status, options, turns);
}

/** Does as `load` does, for a moment. */
export async function warmUp(...[url, ask, status, options, turns]: Parameters<typeof load>): Promise<void> {
  await load(url, ask, status, { ...options, seconds: warmUpSeconds }, turns);
}

/** What each connection asks in turn; empty where it is always the same. */
function asksOf(url: string, ask: Ask, { cookies, others }: Turns) {
  const { pathname, search } = new URL(url);
  const paths = [pathname + search, ...others];
  const count = cookies.length + others.length === 0 ? 0 : Math.max(cookies.length, paths.length);
  return Array.from({ length: count }, (_, turn) => {
    const cookie = cookies[turn % cookies.length];
    return {
      ...ask,
      path: paths[turn % paths.length] ?? '',
      headers: { ...ask.headers, ...(cookie ? { cookie } : {}) },
    };
  });
}

function run(url: string, ask: Ask, status: number, options: LoadOptions, turns: Turns): Promise<LoadResult> {
  const { connections, seconds } = options;
  // autocannon's own percentiles are whole milliseconds, too coarse for a page from memory.
  const times: number[] = [];
  const begunBy = new Set<autocannon.Client>();
  let count = 0;
  const failures = new Map<string, number>();
  const note = (what: string) => failures.set(what, (failures.get(what) ?? 0) + 1);
  return new Promise((resolve, reject) => {
    const asks = asksOf(url, ask, turns);
    let begun = 0;
    const setupClient = (client: autocannon.Client) => {
      const from = Math.floor((begun++ * asks.length) / connections);
      if (asks.length > 0) client.setRequests([...asks.slice(from), ...asks.slice(0, from)]);
    };
    const order = { url, ...ask, connections, duration: seconds, setupClient };
    const instance = autocannon(order, (error, result) => {
      if (error) return reject(error);
      if (failures.size > 0 || times.length === 0) {
        const list = [...failures].map(([what, count]) => `${what} (${count} times)`).join(', ');
        return reject(new Error(`${url} fails under load: ${list || 'no answer'}`));
      }
      times.sort((a, b) => a - b);
      resolve({
        count,
        requestsPerSecond: count / result.duration,
        p50Ms: percentile(times, 0.5),
        p99Ms: percentile(times, 0.99),
      });
    });
    instance.on('response', (client, statusCode, _bytes, responseTime) => {
      if (statusCode !== status) return note(`status ${statusCode}`);
      count += 1;
      if (begunBy.has(client)) times.push(responseTime);
      else begunBy.add(client);
    });
    instance.on('reqError', (error: unknown) => note(error instanceof Error ? error.message : String(error)));
  });
}

/** The value that this share of all is at or below. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}
