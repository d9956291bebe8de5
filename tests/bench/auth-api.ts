import { randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import { cpuMsOf } from '#tests/bench/cpu.ts';
import { load, warmUp } from '#tests/bench/load.ts';
import { type Target, table } from '#tests/bench/report.ts';
import { type BenchSite, containerSettings, startSite } from '#tests/bench/site.ts';

// What apps ask the auth API for most: whether a session still holds, and its next tokens.

const connections = 16;
const seconds = 5;

interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** Each request comes from somewhere else: how often one address may ask is limited. */
const newAddress = () => Array.from({ length: 4 }, () => randomInt(1, 224)).join('.');

function post(agent: Agent, url: string, body: object): Promise<Tokens> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': newAddress() };
    const outgoing = request(url, { method: 'POST', agent, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => {
        text += String(chunk);
      });
      answer.once('error', reject);
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve(JSON.parse(text) as Tokens);
        else reject(new Error(`${url} answers with ${answer.statusCode}: ${text.slice(0, 200)}`));
      });
    });
    outgoing.once('error', reject);
    outgoing.end(JSON.stringify(body));
  });
}

interface Run {
  name: string;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  cpuMs: number;
}

const at = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;

/** Has every session refreshed over and over, each on a connection of its own, for so many seconds. */
async function refreshAll(url: string, sessions: Tokens[], forSeconds: number): Promise<number[]> {
  const end = performance.now() + forSeconds * 1000;
  const times: number[] = [];
  const goOn = async (place: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (performance.now() < end) {
      const begun = performance.now();
      const { refresh_token } = sessions[place] as Tokens;
      sessions[place] = await post(agent, `${url}/token?grant_type=refresh_token`, { refresh_token });
      times.push(performance.now() - begun);
    }
    agent.destroy();
  };
  await Promise.all(sessions.map((_, place) => goOn(place)));
  return times.sort((one, other) => one - other);
}

async function measureRefresh({ url, pid }: BenchSite, sessions: Tokens[]): Promise<Run> {
  await refreshAll(`${url}/auth/v1`, sessions, 1.5);
  const before = cpuMsOf(pid) ?? 0;
  const times = await refreshAll(`${url}/auth/v1`, sessions, seconds);
  return {
    name: 'POST /token (refresh_token)',
    requestsPerSecond: times.length / seconds,
    p50Ms: at(times, 0.5),
    p99Ms: at(times, 0.99),
    cpuMs: ((cpuMsOf(pid) ?? 0) - before) / times.length,
  };
}

async function measureUser({ url, pid }: BenchSite, [session]: readonly Tokens[]): Promise<Run> {
  const ask = { method: 'GET' as const, headers: { authorization: `Bearer ${session?.access_token}` } };
  const options = { connections, seconds };
  await warmUp(`${url}/auth/v1/user`, ask, 200, options);
  const before = cpuMsOf(pid) ?? 0;
  const { count, requestsPerSecond, p50Ms, p99Ms } = await load(`${url}/auth/v1/user`, ask, 200, options);
  return {
    name: 'GET /user',
    requestsPerSecond,
    p50Ms,
    p99Ms,
    cpuMs: ((cpuMsOf(pid) ?? 0) - before) / count,
  };
}

/** `npm run bench -- auth-api`: 16 sessions of an account, on 16 connections. */
export async function measureAuthApi(
  undo: (() => Promise<void>)[],
): Promise<{ text: string; targets: Target[] }> {
  const site = await startSite(containerSettings());
  undo.push(site.stop);
  await site.untilReady();
  const agent = new Agent();
  const sessions: Tokens[] = [];
  const credentials = { email: 'affiliate@example.com', password: 'affiliate-demo-47' };
  for (let count = 0; count < connections; count += 1)
    sessions.push(await post(agent, `${site.url}/auth/v1/token?grant_type=password`, credentials));
  const runs = [await measureUser(site, sessions), await measureRefresh(site, sessions)];
  const rows = runs.map(({ name, requestsPerSecond, p50Ms, p99Ms, cpuMs }) => [
    name,
    Math.round(requestsPerSecond).toLocaleString('en-US'),
    p50Ms.toFixed(1),
    p99Ms.toFixed(1),
    cpuMs.toFixed(2),
  ]);
  return {
    text: table([['Auth API', 'req/s', 'p50 ms', 'p99 ms', 'CPU ms'], ...rows]),
    targets: [],
  };
}
