import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createRandom } from '#tests/fuzz/random.ts';
import { makeRequest, type OddRequest } from '#tests/fuzz/request.ts';
import { routePaths } from '#tests/fuzz/route-paths.ts';

/** An answer that keeps the process busy for longer than this is a failure, in milliseconds. */
const longestAnswerMs = 2_000;

/**
 * Where an answer waits for others (the database, other programs of the machine), it may take so many times as long before it counts as
 * none. Only the time the process itself was busy is held to the limit.
 */
export const patience = 30;

/** Requests under way at a time: enough to use both cores, few enough to say whose time it was. */
const lanes = 3;

interface FuzzOptions {
  port: number;
  /** The site's process, to measure how long it was busy; without one (or without /proc) only `patience` is the limit. */
  pid: number | undefined;
  seed: number;
  count: number;
  /** Cookie headers of whoever asks; an empty text is a visitor. */
  cookies: readonly string[];
  /** When to stop before `count` requests, in milliseconds since the start of this process. */
  endsAtMs?: number;
}

interface FuzzReport {
  sent: number;
  /** How often each status was answered. */
  statuses: Record<string, number>;
  /** What went wrong, with the request that did it. */
  failures: string[];
  /** The longest the process was busy during one answer, in milliseconds, and what was asked. */
  busiestMs: number;
  busiestRequest: string;
}

/** Milliseconds of processor time a site has used in all its processes; 0 where that cannot be read. Linux counts in hundredths of a second. */
function busyMs(pid: number | undefined): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    return [pid, ...children].reduce<number>((sum, one) => {
      const fields = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return sum + (Number(fields[11]) + Number(fields[12])) * 10;
    }, 0);
  } catch {
    return 0;
  }
}

/** Sends one request; its status, or what became of it instead. */
function send(port: number, agent: Agent, { method, path, headers, body, isChunked }: OddRequest) {
  return new Promise<number | string>((resolve) => {
    // Said for every method: Node frames the body of some (DELETE, OPTIONS) in no way of its own.
    const framing = isChunked
      ? { 'Transfer-Encoding': 'chunked' }
      : { 'Content-Length': String(body?.length) };
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        agent,
        headers: { ...headers, ...(body ? framing : {}) },
        timeout: longestAnswerMs * patience,
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
        response.on('error', (error) => resolve(`answer broken off (${error.message})`));
      },
    );
    sent.on('timeout', () => {
      resolve('no answer');
      sent.destroy();
    });
    sent.on('error', (error) => {
      // A connection kept alive may be closed while it is taken up again: that is nobody's failure, and asked anew.
      if (sent.reusedSocket)
        resolve(send(port, new Agent({ keepAlive: false }), { method, path, headers, body, isChunked }));
      else resolve(`no answer (${error.message})`);
    });
    sent.end(body ?? undefined);
  });
}

const describeRequest = ({ method, path, headers, body }: OddRequest) =>
  `${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 500)} ${JSON.stringify(body?.toString().slice(0, 300) ?? null)}`;

/** Sends odd requests to a site of this machine and reports what it answered. The same seed sends the same requests. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { port, pid, count, cookies, endsAtMs = Number.POSITIVE_INFINITY } = options;
  const random = createRandom(options.seed);
  // Events for open pages have no end to wait for.
  const paths = routePaths().filter((path) => path !== '/live');
  const patterns = [...paths, '/sandbox/*', '/favicon.svg', '/no-script.css', '/_root.data'];
  const report: FuzzReport = { sent: 0, statuses: {}, failures: [], busiestMs: 0, busiestRequest: '' };
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });

  async function lane(): Promise<void> {
    while (report.sent < count && performance.now() < endsAtMs) {
      report.sent += 1;
      const odd = makeRequest(random, patterns, cookies);
      const busyBefore = busyMs(pid);
      const outcome = await send(port, agent, odd);
      const busy = busyMs(pid) - busyBefore;
      if (busy > report.busiestMs) {
        report.busiestMs = busy;
        report.busiestRequest = describeRequest(odd);
      }
      report.statuses[outcome] = (report.statuses[outcome] ?? 0) + 1;
      const isFine = typeof outcome === 'number' && outcome < 500 && busy <= longestAnswerMs * lanes;
      if (!isFine) report.failures.push(`${outcome}, busy for ${busy} ms: ${describeRequest(odd)}`);
    }
  }

  await Promise.all(Array.from({ length: lanes }, lane));
  agent.destroy();
  return report;
}
